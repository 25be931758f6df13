import Foundation

/// As much of JSON Schema 2020-12 as the configuration's schemas use, to hold examples against.
struct SchemaValidator {
  /// Every keyword that is understood; any other fails a test instead of passing unseen.
  static let keywords: Set<String> = [
    "$schema", "title", "description", "default", "type", "properties", "required",
    "additionalProperties", "propertyNames", "items", "anyOf", "enum", "pattern", "minimum",
    "maximum",
  ]

  /// What is wrong with a value, each with its place; empty where the schema admits it.
  static func problems(of value: Any, by schema: Any, at place: String = "$") -> [String] {
    if let admits = schema as? Bool { return admits ? [] : ["\(place) is not admitted"] }
    guard let schema = schema as? [String: Any] else { return ["\(place): no schema"] }
    var found = schema.keys.filter { !keywords.contains($0) }.map { "unknown keyword \($0)" }
    if let type = schema["type"] as? String, !isOf(type, value) {
      return ["\(place) is not of type \(type)"]
    }
    if let any = schema["anyOf"] as? [Any] {
      if !any.contains(where: { problems(of: value, by: $0, at: place).isEmpty }) {
        found.append("\(place) is none of anyOf")
      }
    }
    if let text = value as? String {
      if let words = schema["enum"] as? [String], !words.contains(text) {
        found.append("\(place): \(text) is not of the enum")
      }
      if let pattern = schema["pattern"] as? String,
        text.range(of: pattern, options: .regularExpression) == nil
      {
        found.append("\(place): \(text) does not match \(pattern)")
      }
    }
    if let number = value as? Int {
      if number < schema["minimum"] as? Int ?? .min || number > schema["maximum"] as? Int ?? .max {
        found.append("\(place): \(number) is out of range")
      }
    }
    if let list = value as? [Any], let items = schema["items"] {
      for (index, element) in list.enumerated() {
        found += problems(of: element, by: items, at: "\(place)[\(index)]")
      }
    }
    if let table = value as? [String: Any] { found += problems(of: table, schema, place) }
    return found
  }

  private static func problems(
    of table: [String: Any], _ schema: [String: Any], _ place: String
  ) -> [String] {
    var found: [String] = []
    let properties = schema["properties"] as? [String: Any] ?? [:]
    for name in schema["required"] as? [String] ?? [] where table[name] == nil {
      found.append("\(place).\(name) is missing")
    }
    for (name, value) in table {
      if let names = schema["propertyNames"], properties[name] == nil {
        found += problems(of: name, by: names, at: "\(place).\(name)")
      }
      let rest = schema["additionalProperties"] ?? true
      found += problems(of: value, by: properties[name] ?? rest, at: "\(place).\(name)")
    }
    return found
  }

  private static func isOf(_ type: String, _ value: Any) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": value is Bool
    case "integer": value is Int && !(value is Bool)
    case _: false
    }
  }
}
