import ConfigurationFiles
import SubscriptionCore

extension ValueShape {
  /// The shape as a JSON schema of the 2020-12 draft
  /// (<https://json-schema.org/draft/2020-12/json-schema-core>).
  var schema: JSON {
    switch self {
    case .text(let rule): rule.schema
    case .integer(let range):
      [
        "type": "integer", "minimum": .integer(Int64(range.lowerBound)),
        "maximum": .integer(Int64(range.upperBound)),
      ]
    case .boolean: ["type": "boolean"]
    case .list(let element, _): ["type": "array", "items": element.schema]
    case .anyOf(let shapes): ["anyOf": .array(shapes.map(\.schema))]
    case .table(let table): table.schema
    }
  }
}

extension TextRule {
  /// The rule as a JSON schema, without what only the program can check.
  var schema: JSON {
    var members = [JSON.Member(name: "type", value: "string")]
    if !choices.isEmpty {
      members.append(JSON.Member(name: "enum", value: .array(choices.map(JSON.string))))
    }
    if let pattern { members.append(JSON.Member(name: "pattern", value: .string(pattern))) }
    return .object(members)
  }
}

extension TableShape {
  /// The table as a JSON schema.
  var schema: JSON {
    let properties = entries.map { entry in
      JSON.Member(
        name: entry.name,
        value: entry.shape.schema.adding(
          [JSON.Member(name: "description", value: .string(entry.summary))]
            + (entry.fallbackValue.map { [JSON.Member(name: "default", value: $0)] } ?? [])))
    }
    var members = [
      JSON.Member(name: "type", value: "object"),
      JSON.Member(name: "properties", value: .object(properties)),
    ]
    let required = entries.filter(\.isRequired).map { JSON.string($0.name) }
    if !required.isEmpty { members.append(JSON.Member(name: "required", value: .array(required))) }
    if let others {
      if others.name.pattern != nil {
        members.append(JSON.Member(name: "propertyNames", value: others.name.schema))
      }
      members.append(JSON.Member(name: "additionalProperties", value: others.shape.schema))
    } else {
      members.append(JSON.Member(name: "additionalProperties", value: false))
    }
    return .object(members)
  }
}

extension TableShape.Entry {
  /// The default as JSON, if it is a single value.
  fileprivate var fallbackValue: JSON? {
    guard let fallback else { return nil }
    if let flag = Bool(fallback) { return .bool(flag) }
    if let number = Int64(fallback) { return .integer(number) }
    guard fallback.hasPrefix("\"") else { return nil }
    return .string(String(fallback.dropFirst().dropLast()))
  }
}
