/// Writes fields one after the other: a byte with the number and the shape, then the value.
///
/// Numbers are zigzag LEB128, everything else is preceded by its length.
struct FieldWriter: FieldVisitor {
  static let keepsValues = true
  /// The bit of the first byte that tells a length and bytes from a number.
  static let hasLength: UInt8 = 0x80

  /// The bytes written so far.
  private(set) var bytes: [UInt8]

  /// Creates a writer that appends to bytes.
  init(appendingTo bytes: [UInt8]) { self.bytes = bytes }

  mutating func integer(_ number: UInt8, _ value: Int64?) -> Int64? {
    guard let value else { return nil }
    bytes.append(number)
    append(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    return value
  }

  mutating func text(_ number: UInt8, _ value: String?) -> String? {
    guard let value else { return nil }
    bytes.append(number | FieldWriter.hasLength)
    append(text: value)
    return value
  }

  mutating func texts(_ number: UInt8, _ value: [String]?) -> [String]? {
    guard let value else { return nil }
    bytes.append(number | FieldWriter.hasLength)
    appendMeasured { writer in
      for text in value { writer.append(text: text) }
    }
    return value
  }

  mutating func numbers(_ number: UInt8, _ value: [UInt64]) -> [UInt64] {
    guard !value.isEmpty else { return value }
    bytes.append(number | FieldWriter.hasLength)
    appendMeasured { writer in
      for number in value { writer.append(number) }
    }
    return value
  }

  mutating func group<Group: Fields>(_ number: UInt8, _ value: Group?) -> Group? {
    guard var group = value else { return nil }
    bytes.append(number | FieldWriter.hasLength)
    appendMeasured { writer in group.visit(&writer) }
    return value
  }

  mutating func groups<Group: Fields>(_ number: UInt8, _ value: [Group]) -> [Group] {
    guard !value.isEmpty else { return value }
    bytes.append(number | FieldWriter.hasLength)
    appendMeasured { writer in
      for var group in value {
        writer.appendMeasured { writer in group.visit(&writer) }
      }
    }
    return value
  }

  mutating func missing(_ number: UInt8) {}

  mutating func note(unread raw: String, of field: String) {}

  var unread: [String] { [] }

  /// Appends what a closure writes, preceded by its length.
  private mutating func appendMeasured(_ write: (inout FieldWriter) -> Void) {
    let start = bytes.count
    bytes.append(0)
    write(&self)
    let length = bytes.count - start - 1
    if length < 0x80 {
      bytes[start] = UInt8(length)
    } else {
      insert(UInt64(length), at: start)
    }
  }

  /// Writes a number where a byte was left for it, and moves what follows up.
  private mutating func insert(_ value: UInt64, at start: Int) {
    let end = bytes.count
    let more = (UInt64.bitWidth - value.leadingZeroBitCount - 1) / 7
    for _ in 0..<more { bytes.append(0) }
    bytes.withUnsafeMutableBytes { bytes in
      guard let rest = bytes.baseAddress.map({ $0 + start + 1 }) else { return }
      (rest + more).copyMemory(from: rest, byteCount: end - start - 1)
      var value = value
      for place in start..<start + more {
        bytes[place] = UInt8(truncatingIfNeeded: value) | 0x80
        value >>= 7
      }
      bytes[start + more] = UInt8(truncatingIfNeeded: value)
    }
  }

  private mutating func append(text: String) {
    var text = text
    text.withUTF8 { utf8 in
      append(UInt64(utf8.count))
      bytes.append(contentsOf: utf8)
    }
  }

  private mutating func append(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
