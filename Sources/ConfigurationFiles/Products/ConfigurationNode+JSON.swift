import Foundation

extension ConfigurationNode {
  /// The first syntax error of a JSON text.
  public struct JSONProblem: Error, Hashable, Sendable {
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
  /// - Throws: ``JSONProblem`` if the text is not JSON, nests deeper than 32 levels or repeats a
  ///   member.
  public init(json text: String) throws(JSONProblem) {
    var reader = JSONTreeReader(text)
    self = try reader.document()
  }
}

/// A recursive-descent parser of JSON that counts lines.
private struct JSONTreeReader {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  private static let depthMax = 32

  init(_ text: String) {
    let utf8 = Array(text.utf8)
    bytes = utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(utf8.dropFirst(3)) : utf8
  }

  mutating func document() throws(ConfigurationNode.JSONProblem) -> ConfigurationNode {
    let node = try value(depth: 0)
    skipSpace()
    guard position == bytes.count else { throw problem("more follows after the document.") }
    return node
  }

  private mutating func value(
    depth: Int
  ) throws(ConfigurationNode.JSONProblem) -> ConfigurationNode {
    skipSpace()
    guard depth <= Self.depthMax else { throw problem("values are nested too deeply.") }
    guard position < bytes.count else { throw problem("the document ends too early.") }
    let start = line
    switch bytes[position] {
    case UInt8(ascii: "{"): return ConfigurationNode(value: try object(depth: depth), line: start)
    case UInt8(ascii: "["): return ConfigurationNode(value: try array(depth: depth), line: start)
    case UInt8(ascii: "\""): return ConfigurationNode(value: .text(try string()), line: start)
    case _: return ConfigurationNode(value: try word(), line: start)
    }
  }

  private mutating func object(
    depth: Int
  ) throws(ConfigurationNode.JSONProblem) -> ConfigurationNode.Value {
    var entries: [ConfigurationNode.Entry] = []
    var names: Set<String> = []
    position += 1
    skipSpace()
    if take("}") { return .table([]) }
    while true {
      skipSpace()
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
        throw problem("a name in quotes is expected.")
      }
      let name = try string()
      guard names.insert(name).inserted else { throw problem("'\(name)' is there twice.") }
      skipSpace()
      guard take(":") else { throw problem("a colon is expected after '\(name)'.") }
      let node = try value(depth: depth + 1)
      if node.value != .other("null") {
        entries.append(ConfigurationNode.Entry(name: name, node: node))
      }
      skipSpace()
      if take("}") { return .table(entries) }
      guard take(",") else { throw problem("a comma or } is expected.") }
    }
  }

  private mutating func array(
    depth: Int
  ) throws(ConfigurationNode.JSONProblem) -> ConfigurationNode.Value {
    var elements: [ConfigurationNode] = []
    position += 1
    skipSpace()
    if take("]") { return .list([]) }
    while true {
      elements.append(try value(depth: depth + 1))
      skipSpace()
      if take("]") { return .list(elements) }
      guard take(",") else { throw problem("a comma or ] is expected.") }
    }
  }

  /// Reads a string; Foundation decodes its escapes.
  private mutating func string() throws(ConfigurationNode.JSONProblem) -> String {
    let start = position
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      guard bytes[position] >= 0x20 else { throw problem("a string is not closed on its line.") }
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard position < bytes.count else { throw problem("a string is never closed.") }
    position += 1
    let literal = bytes[start..<position]
    guard literal.contains(UInt8(ascii: "\\")) else {
      return String(decoding: literal.dropFirst().dropLast(), as: UTF8.self)
    }
    guard let text = try? JSONDecoder().decode(String.self, from: Data(literal)) else {
      throw problem("a string has an escape that JSON does not know.")
    }
    return text
  }

  private mutating func word() throws(ConfigurationNode.JSONProblem) -> ConfigurationNode.Value {
    let start = position
    while position < bytes.count, isWordByte(bytes[position]) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    switch text {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "null": return .other("null")
    case _:
      guard text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil else {
        throw problem(text.isEmpty ? "a value is expected." : "'\(text)' is not a value.")
      }
      return Int(text).map { .integer($0) } ?? .other("number with a fraction")
    }
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    case _: false
    }
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\n"): line += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
      case _: return
      }
      position += 1
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private func problem(_ text: String) -> ConfigurationNode.JSONProblem {
    ConfigurationNode.JSONProblem(line: line, text: text)
  }
}
