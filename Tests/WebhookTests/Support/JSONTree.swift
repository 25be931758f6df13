/// A JSON value that tells `true` from 1 and `null` from nothing.
indirect enum JSONTree: Hashable, Sendable, Decodable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONTree])
  case object([String: JSONTree])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let string = try? value.decode(String.self) {
      self = .string(string)
    } else if let elements = try? value.decode([JSONTree].self) {
      self = .array(elements)
    } else {
      self = .object(try value.decode([String: JSONTree].self))
    }
  }

  /// A member of an object.
  subscript(name: String) -> JSONTree? { members[name] }

  /// The members of an object; none for any other value.
  var members: [String: JSONTree] { if case .object(let members) = self { members } else { [:] } }

  /// The elements of an array; none for any other value.
  var elements: [JSONTree] { if case .array(let elements) = self { elements } else { [] } }

  /// The text of a string.
  var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The name of the value's type in JSON schemas.
  var type: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number(let number): number == number.rounded() ? "integer" : "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
