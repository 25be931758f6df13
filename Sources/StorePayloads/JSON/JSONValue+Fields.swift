import PlainText
import SubscriptionCore

/// Lenient access to typed fields: stores, their libraries and archives write the same value as
/// number or text, and a missing value as absent, `null`, `""` and, for times, 0.
extension JSONValue {
  func fault(_ problem: FieldProblem) -> Fault { Fault(.field(problem), at: path) }

  func required(_ key: StaticString) throws(Fault) -> JSONValue { try required(key, self[key]) }

  /// Returns a value read of a key that may not be absent.
  func required<Value>(_ key: StaticString, _ value: Value?) throws(Fault) -> Value {
    guard let value else { throw Fault(.field(.missing), at: path(of: key)) }
    return value
  }

  /// Returns a nested object.
  func object(_ key: StaticString) throws(Fault) -> JSONValue? {
    guard let value = self[key] else { return nil }
    guard value.kind == .object else { throw value.fault(.wrongType(expected: "an object")) }
    return value
  }

  /// Returns a nested array; empty if absent.
  func array(_ key: StaticString) throws(Fault) -> [JSONValue] {
    guard let value = self[key] else { return [] }
    guard value.kind == .array else { throw value.fault(.wrongType(expected: "an array")) }
    return value.elements
  }

  /// Returns text, or a number's digits; empty text counts as absent.
  func string(_ key: StaticString) throws(Fault) -> String? {
    guard let value = self[key] else { return nil }
    switch value.kind {
    case .string: return value.node.end - value.node.start == 2 ? nil : value.text
    case .number: return value.text
    case .null, .no, .yes, .array, .object: throw value.fault(.wrongType(expected: "text"))
    }
  }

  /// Returns text that can be an identifier; empty text counts as absent.
  func identifier(_ key: StaticString) throws(Fault) -> String? {
    guard let text = try string(key) else { return nil }
    guard text.isIdentifier else { throw Fault(.field(.notIdentifier), at: path(of: key)) }
    return text
  }

  /// Returns the code of a currency (ISO 4217), of three letters as a rule.
  func currency(_ key: StaticString) throws(Fault) -> String? {
    guard let text = try string(key)?.uppercased() else { return nil }
    guard text.isIdentifier, text.utf8.count <= 16 else {
      throw Fault(.field(.unreadable(expected: "a currency by ISO 4217")), at: path(of: key))
    }
    return text
  }

  /// Checks the type of fields that nothing is derived from: a payload in which one has another
  /// type is not of the form that the store documents.
  func check(
    texts: StaticString..., integers: StaticString..., times: StaticString...,
    dates: StaticString..., lists: StaticString...
  ) throws(Fault) {
    for key in texts {
      guard let value = self[key], value.kind != .string, value.kind != .number else { continue }
      throw value.fault(.wrongType(expected: "text"))
    }
    for key in integers { _ = try integer(key) }
    for key in times { _ = try time(key) }
    for key in dates { _ = try date(key) }
    for key in lists {
      for element in try array(key) where element.kind != .string {
        throw element.fault(.wrongType(expected: "text"))
      }
    }
  }

  /// Returns an integer as number or text, rounded down; empty text counts as absent.
  func integer(_ key: StaticString) throws(Fault) -> Int64? {
    guard let value = self[key] else { return nil }
    return try value.integer(expected: "an integer")
  }

  /// Returns an integer that fits an `Int`.
  func int(_ key: StaticString) throws(Fault) -> Int? { try integer(key).map(Int.init) }

  private func integer(expected: String) throws(Fault) -> Int64? {
    let digits: UnsafeBufferPointer<UInt8>
    switch kind {
    case .number: digits = raw
    case .string where inside.isEmpty: return nil
    case .string: digits = inside
    case .null, .no, .yes, .array, .object: throw fault(.wrongType(expected: expected))
    }
    guard let number = JSONNumber.floor(digits) else {
      throw fault(.unreadable(expected: expected))
    }
    return number
  }

  /// Returns milliseconds since 1970 as number or text, a fraction rounded down; 0 counts as
  /// absent.
  func time(_ key: StaticString) throws(Fault) -> Timestamp? {
    guard let value = self[key],
      let number = try value.integer(expected: "milliseconds since 1970"), number != 0
    else { return nil }
    let instant = Timestamp(milliseconds: number)
    guard instant >= .distantPast, instant <= .distantFuture else {
      throw value.fault(.timeOutOfRange)
    }
    return instant
  }

  /// Returns an RFC 3339 date and time; empty text counts as absent.
  func date(_ key: StaticString) throws(Fault) -> Timestamp? {
    guard let value = self[key] else { return nil }
    guard value.kind == .string else {
      throw value.fault(.wrongType(expected: "an RFC 3339 date and time"))
    }
    if value.node.end - value.node.start == 2 { return nil }
    if let instant = RFC3339Bytes.utc(value.inside) { return instant }
    guard let instant = Timestamp(rfc3339: value.text) else {
      throw value.fault(.unreadable(expected: "an RFC 3339 date and time"))
    }
    return instant
  }

  /// The bytes between a string's quotes, escapes unresolved.
  var inside: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[Int(node.start) + 1..<Int(node.end) - 1])
  }

  /// Returns a Boolean written as a boolean, a number or text; empty text counts as absent.
  func flag(_ key: StaticString) throws(Fault) -> Bool? {
    guard let value = self[key] else { return nil }
    switch value.kind {
    case .yes: return true
    case .no: return false
    case .string, .number:
      switch value.text.lowercased() {
      case "": return nil
      case "1", "true": return true
      case "0", "false": return false
      default: throw value.fault(.unreadable(expected: "true or false"))
      }
    case .null, .array, .object: throw value.fault(.wrongType(expected: "true or false"))
    }
  }

  /// Returns a text of a set that the store may extend.
  func open<Known: RawRepresentable<String>>(_ key: StaticString) throws(Fault) -> Open<Known>? {
    try string(key).map(Open.init(rawValue:))
  }

  /// Returns a number of a set that the store may extend.
  func open<Known: RawRepresentable<Int>>(_ key: StaticString) throws(Fault) -> Open<Known>? {
    try int(key).map(Open.init(rawValue:))
  }
}

extension String {
  /// A Boolean value that indicates whether the text can be an identifier of a store: at most
  /// ``PayloadReader/identifierBytesMax`` bytes, without control characters.
  ///
  /// Every ledger can store and look up such a text; the limit of a server is that of its indexes.
  var isIdentifier: Bool {
    utf8.count <= PayloadReader.identifierBytesMax
      && utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }
}
