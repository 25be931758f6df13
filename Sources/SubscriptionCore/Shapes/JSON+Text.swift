import PlainText

/// The serialization of JSON as text.
extension JSON {
  /// The value on one line without white space.
  public var compact: String {
    var text = ""
    write(to: &text, space: "")
    return text
  }

  /// Returns the value on several lines, indented by two spaces.
  ///
  /// A value that fits into `width` columns stays on one line, so that a list of spans reads as a
  /// table.
  public func pretty(indent: Int = 0, width: Int = 100) -> String {
    switch self {
    case .null, .bool, .integer, .thousandths, .string: return compact
    case .array(let elements):
      if let line = line(fitting: width - indent) { return line }
      let inner = elements.map { $0.pretty(indent: indent + 2, width: width) }
      return block("[", inner, "]", indent: indent)
    case .object(let members):
      if let line = line(fitting: width - indent) { return line }
      let inner = members.map { member in
        "\(JSON.quoted(member.name)): " + member.value.pretty(indent: indent + 2, width: width)
      }
      return block("{", inner, "}", indent: indent)
    }
  }

  private func block(_ open: String, _ lines: [String], _ close: String, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent + 2)
    let body = lines.map { margin + $0 }.joined(separator: ",\n")
    return open + "\n" + body + "\n" + String(repeating: " ", count: indent) + close
  }

  /// Returns the value on one line with a space after each comma and colon; `nil` if it is too long
  /// or nested more than two levels deep.
  private func line(fitting width: Int) -> String? {
    guard depth <= 2 else { return nil }
    var text = ""
    write(to: &text, space: " ")
    return text.unicodeScalars.count <= width ? text : nil
  }

  private var depth: Int {
    switch self {
    case .null, .bool, .integer, .thousandths, .string: 0
    case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
    case .object(let members): 1 + (members.map(\.value.depth).max() ?? 0)
    }
  }

  /// Adds the value on one line, with a text after each comma and colon.
  private func write(to text: inout String, space: String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .thousandths(let value): text += DecimalText.text(value, decimals: 3)
    case .string(let value): text += JSON.quoted(value)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," + space }
        element.write(to: &text, space: space)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," + space }
        text += JSON.quoted(member.name) + ":" + space
        member.value.write(to: &text, space: space)
      }
      text += "}"
    }
  }

  /// Returns a text in quotation marks, escaped by RFC 8259.
  ///
  /// In addition to the characters that the RFC requires, C0 and C1 control characters and
  /// bidirectional marks are escaped: a JSON reader restores them, and a terminal does not
  /// interpret them.
  public static func quoted(_ text: String) -> String {
    var result = "\""
    result.reserveCapacity(text.utf8.count + 2)
    // Most texts need no escape and are copied as a whole.
    if text.utf8.allSatisfy(isPlain) { return result + text + "\"" }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where isHarmful(scalar): result += escape(scalar)
      case _: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Returns whether a byte is an ASCII character that needs no escape in a JSON string.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Returns whether a terminal could interpret a character, or a character could reorder a line.
  public static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u" + UInt16(truncatingIfNeeded: scalar.value).hexadecimal
  }
}
