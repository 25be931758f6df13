import Foundation
import SubscriptionCore

/// TOML texts made from values, and values read from TOML, by way of `Codable`.
public enum TOMLText {
  /// Returns a text as a TOML basic string, with its quotation marks.
  public static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "\n": result += "\\n"
      case _ where scalar.isControl || scalar == "\t":
        let hex = String(scalar.value, radix: 16, uppercase: true)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      case _: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Returns a value as a TOML document, its keys sorted and its tables under headings.
  ///
  /// - Throws: An error if the value cannot be encoded, or holds a number with a fraction.
  public static func document(of value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = String(decoding: try encoder.encode(value), as: UTF8.self)
    return try blocks(of: ConfigurationNode(json: json), at: []).joined(separator: "\n")
  }

  /// Returns a value that TOML text states, decoded.
  ///
  /// - Throws: A `DecodingError` if the value is not of the type.
  public static func value<Value: Decodable>(
    _ type: Value.Type, of node: ConfigurationNode
  ) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json(node).compact.utf8))
  }

  private static func json(_ node: ConfigurationNode) -> JSON {
    switch node.value {
    case .text(let text): .string(text)
    case .integer(let number): JSON(number)
    case .boolean(let flag): .bool(flag)
    case .list(let elements): .array(elements.map(json))
    case .table(let entries):
      .object(entries.map { JSON.Member(name: $0.name, value: json($0.node)) })
    case .other: .null
    }
  }

  // MARK: Writing

  /// Returns the lines of a table's own values, then those of each table in it, under headings.
  private static func blocks(of table: ConfigurationNode, at path: [String]) throws -> [String] {
    var lines = path.isEmpty ? "" : "[\(path.map(key).joined(separator: "."))]\n"
    var inner: [String] = []
    var hasOwn = table.entries.isEmpty
    for entry in table.entries {
      let path = path + [entry.name]
      if case .table = entry.node.value {
        inner += try blocks(of: entry.node, at: path)
      } else if isTables(entry.node) {
        let heading = "[[\(path.map(key).joined(separator: "."))]]\n"
        inner += try entry.node.elements.map { heading + (try $0.entries.map(line).joined()) }
      } else {
        lines += try line(entry)
        hasOwn = true
      }
    }
    return (hasOwn && !lines.isEmpty ? [lines] : []) + inner
  }

  private static func line(_ entry: ConfigurationNode.Entry) throws -> String {
    "\(key(entry.name)) = \(try inline(entry.node))\n"
  }

  private static func isTables(_ node: ConfigurationNode) -> Bool {
    !node.elements.isEmpty
      && node.elements.allSatisfy { if case .table = $0.value { true } else { false } }
  }

  private static func key(_ name: String) -> String {
    let isBare = !name.isEmpty && name.unicodeScalars.allSatisfy(TOMLReader.isBare)
    return isBare ? name : quoted(name)
  }

  private static func inline(_ node: ConfigurationNode) throws -> String {
    switch node.value {
    case .text(let text): return quoted(text)
    case .integer(let number): return String(number)
    case .boolean(let flag): return String(flag)
    case .list(let elements):
      return "[" + (try elements.map(inline).joined(separator: ", ")) + "]"
    case .table(let entries):
      let pairs = try entries.map { "\(key($0.name)) = \(try inline($0.node))" }
      return "{ " + pairs.joined(separator: ", ") + " }"
    case .other(let kind):
      throw EncodingError.invalidValue(
        kind, EncodingError.Context(codingPath: [], debugDescription: "no \(kind) is written"))
    }
  }
}
