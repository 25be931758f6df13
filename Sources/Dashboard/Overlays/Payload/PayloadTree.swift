/// A JSON document in its own order and with its own numbers.
///
/// Only for showing: a document that is cut off or too deep is no tree, and nothing is computed
/// from one.
indirect enum PayloadTree: Hashable, Sendable {
  /// Members in their order.
  case object([Member])
  /// Elements in their order.
  case array([PayloadTree])
  /// A text with its escapes resolved.
  case text(String)
  /// A number, `true`, `false` or `null` as written.
  case literal(String)

  /// A name with its value.
  struct Member: Hashable, Sendable {
    var name: String
    var value: PayloadTree
  }

  /// The deepest nesting that is read.
  static let depthMax = 64

  /// Reads a whole document; `nil` where it is not one.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init?(_ bytes: [UInt8]) {
    var reader = PayloadTreeReader(bytes: bytes)
    guard let tree = reader.value(depth: 0), reader.isAtEnd() else { return nil }
    self = tree
  }
}

private struct PayloadTreeReader {
  let bytes: [UInt8]
  var place = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      place += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard next == byte else { return false }
    place += 1
    return true
  }

  mutating func isAtEnd() -> Bool {
    skipBlanks()
    return place == bytes.count
  }

  mutating func value(depth: Int) -> PayloadTree? {
    guard depth < PayloadTree.depthMax else { return nil }
    if take(UInt8(ascii: "{")) { return object(depth: depth) }
    if take(UInt8(ascii: "[")) { return array(depth: depth) }
    if next == UInt8(ascii: "\"") { return string().map(PayloadTree.text) }
    let start = place
    while let byte = next, byte > 0x20, !",]}:\"{[".utf8.contains(byte) { place += 1 }
    guard place > start else { return nil }
    return .literal(String(decoding: bytes[start..<place], as: UTF8.self))
  }

  private mutating func object(depth: Int) -> PayloadTree? {
    var members: [PayloadTree.Member] = []
    if take(UInt8(ascii: "}")) { return .object([]) }
    while true {
      skipBlanks()
      guard let name = string(), take(UInt8(ascii: ":")), let value = value(depth: depth + 1)
      else { return nil }
      members.append(PayloadTree.Member(name: name, value: value))
      if take(UInt8(ascii: "}")) { return .object(members) }
      guard take(UInt8(ascii: ",")) else { return nil }
    }
  }

  private mutating func array(depth: Int) -> PayloadTree? {
    var elements: [PayloadTree] = []
    if take(UInt8(ascii: "]")) { return .array([]) }
    while true {
      guard let value = value(depth: depth + 1) else { return nil }
      elements.append(value)
      if take(UInt8(ascii: "]")) { return .array(elements) }
      guard take(UInt8(ascii: ",")) else { return nil }
    }
  }

  private mutating func string() -> String? {
    guard next == UInt8(ascii: "\"") else { return nil }
    place += 1
    var units: [UInt8] = []
    while let byte = next {
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: units, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let text = escape() else { return nil }
        units += Array(text.utf8)
      case _: units.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> String? {
    guard let byte = next else { return nil }
    place += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "b"), UInt8(ascii: "f"): return " "
    case UInt8(ascii: "u"):
      guard let high = unit() else { return nil }
      guard (0xD800..<0xDC00).contains(high), place + 1 < bytes.count,
        bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u")
      else { return String(decoding: [high], as: UTF16.self) }
      place += 2
      guard let low = unit() else { return nil }
      return String(decoding: [high, low], as: UTF16.self)
    case _: return String(decoding: [byte], as: UTF8.self)
    }
  }

  /// Four hexadecimal digits.
  private mutating func unit() -> UInt16? {
    guard place + 4 <= bytes.count else { return nil }
    let digits = String(decoding: bytes[place..<place + 4], as: UTF8.self)
    place += 4
    return UInt16(digits, radix: 16)
  }
}
