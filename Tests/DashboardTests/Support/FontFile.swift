import Foundation

/// The characters that a TrueType or OpenType font has, read from its `cmap` table.
///
/// Formats 4 and 12 of https://learn.microsoft.com/typography/opentype/spec/cmap, which hold all
/// of Unicode in every font of our time.
struct FontFile {
  /// Why a file is no font.
  struct Problem: Error, CustomStringConvertible {
    var description: String
  }

  /// The characters.
  private(set) var characters: Set<UInt32> = []
  private let bytes: [UInt8]

  init(path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Problem(description: "\(path) cannot be read")
    }
    bytes = Array(data)
    guard bytes.count > 12,
      let table = (0..<number(4)).map({ 12 + 16 * $0 })
        .first(where: { tag(at: $0) == "cmap" })
    else { throw Problem(description: "\(path) has no table of characters") }
    let cmap = long(table + 8)
    for index in 0..<number(cmap + 2) {
      let part = cmap + long(cmap + 8 + 8 * index)
      switch number(part) {
      case 4: readRanges(part)
      case 12: readGroups(part)
      case _: continue
      }
    }
  }

  /// Format 4: ranges of two-byte characters, each with a difference or a list of glyphs.
  private mutating func readRanges(_ part: Int) {
    let count = number(part + 6) / 2
    let (ends, starts) = (part + 14, part + 16 + 2 * count)
    let (deltas, offsets) = (starts + 2 * count, starts + 4 * count)
    for index in 0..<count {
      let (start, end) = (number(starts + 2 * index), number(ends + 2 * index))
      guard start <= end, start != 0xFFFF else { continue }
      let offset = number(offsets + 2 * index)
      for character in start...end {
        var glyph = character
        if offset != 0 {
          glyph = number(offsets + 2 * index + offset + 2 * (character - start))
          if glyph == 0 { continue }
        }
        if (glyph + number(deltas + 2 * index)) & 0xFFFF != 0 {
          characters.insert(UInt32(character))
        }
      }
    }
  }

  /// Format 12: groups of four-byte characters.
  private mutating func readGroups(_ part: Int) {
    for index in 0..<long(part + 12) {
      let group = part + 16 + 12 * index
      let (first, last) = (long(group), long(group + 4))
      if first <= last { characters.formUnion((first...last).map(UInt32.init)) }
    }
  }

  private func tag(at place: Int) -> String {
    String(decoding: bytes[place..<min(place + 4, bytes.count)], as: UTF8.self)
  }

  private func number(_ place: Int) -> Int {
    place + 1 < bytes.count ? Int(bytes[place]) << 8 | Int(bytes[place + 1]) : 0
  }

  private func long(_ place: Int) -> Int { number(place) << 16 | number(place + 2) }
}
