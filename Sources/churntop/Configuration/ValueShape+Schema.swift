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
        "type": "integer", "minimum": JSON(range.lowerBound), "maximum": JSON(range.upperBound),
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
    var schema: JSON = ["type": "string"]
    if !choices.isEmpty { schema = schema.adding(["enum": .array(choices.map(JSON.string))]) }
    if let pattern { schema = schema.adding(["pattern": .string(pattern)]) }
    return schema
  }
}

extension TableShape {
  /// The table as a JSON schema.
  var schema: JSON {
    let properties = entries.map { entry in
      var schema = entry.shape.schema.adding(["description": .string(entry.summary)])
      if let value = entry.fallbackValue { schema = schema.adding(["default": value]) }
      return JSON.Member(name: entry.name, value: schema)
    }
    var schema: JSON = ["type": "object", "properties": .object(properties)]
    let required = entries.filter(\.isRequired).map { JSON.string($0.name) }
    if !required.isEmpty { schema = schema.adding(["required": .array(required)]) }
    if let others, others.name.pattern != nil {
      schema = schema.adding(["propertyNames": others.name.schema])
    }
    return schema.adding(["additionalProperties": others?.shape.schema ?? false])
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
