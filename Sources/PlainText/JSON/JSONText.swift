/// The text of scanned strings; every argument must have passed the scanner.
@usableFromInline
enum JSONText {
  @usableFromInline
  static func string(_ node: JSONNode, in bytes: UnsafeBufferPointer<UInt8>) -> String {
    let content = UnsafeBufferPointer(rebasing: bytes[Int(node.start) + 1..<Int(node.end) - 1])
    guard node.isEscaped else { return String(decoding: content, as: UTF8.self) }
    return String(decoding: unescaped(content), as: UTF8.self)
  }

  /// Returns the bytes of a string's content with its escape sequences resolved.
  static func unescaped(_ content: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(content.count)
    var index = 0
    while index < content.count {
      let byte = content[index]
      guard byte == UInt8(ascii: "\\") else {
        output.append(byte)
        index += 1
        continue
      }
      let escape = content[index + 1]
      index += 2
      switch escape {
      case UInt8(ascii: "b"): output.append(0x08)
      case UInt8(ascii: "f"): output.append(0x0C)
      case UInt8(ascii: "n"): output.append(0x0A)
      case UInt8(ascii: "r"): output.append(0x0D)
      case UInt8(ascii: "t"): output.append(0x09)
      case UInt8(ascii: "u"):
        var scalar = Hex.unit(content, at: index) ?? 0xFFFD
        index += 4
        if scalar & 0xFC00 == 0xD800 {
          let low = Hex.unit(content, at: index + 2) ?? 0xDC00
          scalar = 0x10000 + (scalar & 0x3FF) << 10 + low & 0x3FF
          index += 6
        }
        output.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
      default: output.append(escape)
      }
    }
    return output
  }
}

/// A parser for hexadecimal digits.
enum Hex {
  /// Returns the number written as four digits; `nil` if one of them is missing or not a digit.
  static func unit(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> UInt32? {
    guard start + 4 <= bytes.count else { return nil }
    var unit: UInt32 = 0
    for offset in 0..<4 {
      let byte = bytes[start + offset]
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - 48
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - 87
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - 55
      default: return nil
      }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }
}
