import PlainText

extension ConfigurationNode {
  /// The first syntax error of a JSON text.
  public struct JSONError: Error, Hashable, Sendable {
    /// The line, counted from 1.
    public var line: Int
    /// The description of the error.
    public var text: String
  }

  /// Creates the tree of a JSON document (RFC 8259) with the line of each value.
  ///
  /// A member with the value `null` is left out; a number with a fraction becomes
  /// ``Value/other(_:)``.
  ///
  /// - Throws: ``JSONError`` if the text is not JSON, by the rules of `JSONDocument`.
  public init(json text: String) throws(JSONError) {
    var text = text
    let scanned = text.withUTF8 { bytes in
      Result<ConfigurationNode, JSONFault> { () throws(JSONFault) in
        try JSONDocument(bytes).withRoot(of: bytes) { root in
          var lines = LineCounter(bytes: bytes)
          return ConfigurationNode(root, &lines)
        }
      }.mapError { fault in
        var lines = LineCounter(bytes: bytes)
        return JSONError(line: lines.line(of: fault.offset), text: "\(fault.problem.rawValue).")
      }
    }
    self = try scanned.get()
  }

  private init(_ json: JSONValue, _ lines: inout LineCounter) {
    line = lines.line(of: Int(json.node.start))
    switch json.kind {
    case .string: value = .text(json.text)
    case .yes: value = .boolean(true)
    case .no: value = .boolean(false)
    case .null: value = .other("null")
    case .number: value = Int(json.text).map { .integer($0) } ?? .other("number with a fraction")
    case .array: value = .list(json.elements.map { ConfigurationNode($0, &lines) })
    case .object:
      value = .table(
        json.members.compactMap { name, member in
          guard member.kind != .null else { return nil }
          return Entry(name: name, node: ConfigurationNode(member, &lines))
        })
    }
  }
}

/// A counter of the line feeds of a text that is read from its beginning to its end.
private struct LineCounter {
  let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var line = 1

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Returns the line of a byte, counted from 1; the bytes come in the order of the text.
  mutating func line(of offset: Int) -> Int {
    while position < min(offset, bytes.count) {
      if bytes[position] == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
    return line
  }
}
