/// The sanitization of text from outside, before it may be sent to a terminal.
///
/// - Tabs and line ends become one space.
/// - Other control characters (C0, DEL, C1), unassigned code points and surrogates become U+FFFD,
///   so that their presence can be seen and an escape sequence cannot begin.
/// - Characters that are invisible or turn the writing direction are removed: bidi controls,
///   zero-width joiners and spaces, variation selectors, tags, soft hyphens.
/// - A character has at most four combining marks; a mark without a character is put on a space.
///
/// "Unassigned" and every width follow Unicode 14, as the C library and ncurses of Debian 12 do,
/// because a width that the terminal library does not share breaks the columns.
public enum SafeText {
  /// The treatment of a scalar.
  enum Treatment: Hashable, Sendable {
    case keep(width: Int)
    case combine
    case replace
    case space
    case remove
  }

  /// The maximum number of combining marks in a cell, which is that of ncurses.
  static let marksMax = 4

  /// Returns the number of columns of a text after sanitization.
  ///
  /// - Complexity: O(*n*) in the scalars of the text.
  public static func width(of text: String) -> Int {
    if isPlain(text) { return text.utf8.count }
    var width = 0
    for scalar in text.unicodeScalars {
      switch treatment(of: scalar) {
      case .keep(let columns): width += columns
      case .replace, .space: width += 1
      // A mark needs a base character, and gets a space if it is the first visible scalar.
      case .combine: width = max(width, 1)
      case .remove: break
      }
    }
    return width
  }

  /// Returns the sanitized text.
  ///
  /// - Complexity: O(*n*) in the scalars of the text.
  public static func sanitized(_ text: String) -> String { pieces(of: text).text }

  /// Returns the sanitized text in no more columns than given, with an ellipsis if it was
  /// truncated.
  public static func truncated(_ text: String, to width: Int, ellipsis: String = "…") -> String {
    let all = pieces(of: text)
    guard all.reduce(0, { $0 + $1.width }) > max(0, width) else { return all.text }
    return cut(all, to: max(0, width), ellipsis: ellipsis).0.text
  }

  /// Returns whether a text consists of printable ASCII only, as most does.
  static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }

  static func pieces(of text: String) -> [Piece] {
    if isPlain(text) { return text.utf8.map { Piece(Unicode.Scalar($0), width: 1) } }
    var pieces: [Piece] = []
    pieces.reserveCapacity(text.utf8.count)
    var marks = 0
    for scalar in text.unicodeScalars {
      switch treatment(of: scalar) {
      case .keep(let width):
        pieces.append(Piece(scalar, width: width))
        marks = 0
      case .combine:
        if pieces.isEmpty { pieces.append(.space) }
        guard marks < marksMax else { continue }
        pieces[pieces.count - 1].combine(scalar)
        marks += 1
      case .replace:
        pieces.append(.replacement)
        marks = 0
      case .space:
        pieces.append(.space)
        marks = 0
      case .remove: break
      }
    }
    return pieces
  }

  static func cut(_ pieces: [Piece], to room: Int, ellipsis: String) -> ([Piece], Int) {
    guard room > 0 else { return ([], 0) }
    var kept: [Piece] = []
    var used = 0
    for piece in pieces {
      guard used + piece.width <= room - 1 else { break }
      kept.append(piece)
      used += piece.width
    }
    kept.append(Piece(sign: ellipsis))
    return (kept, used + 1)
  }

  static func treatment(of scalar: Unicode.Scalar) -> Treatment {
    let value = scalar.value
    if value >= 0x20, value < 0x7F { return .keep(width: 1) }
    switch value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: return .space
    case 0..<0x20, 0x7F..<0xA0: return .replace
    case 0xAD, 0x61C, 0x180B...0x180F, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F,
      0xFE00...0xFE0F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF:
      return .remove
    case _: break
    }
    return switch DisplayWidth.of(scalar) {
    case 0: .combine
    case 1: .keep(width: 1)
    case 2: .keep(width: 2)
    case _: .replace
    }
  }
}
