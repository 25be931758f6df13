/// A JSON value whose objects preserve the order of their members.
///
/// It does not use `Codable`, because the contract fixes the order of keys, a missing value is
/// `null` instead of a missing key, and no number may become a floating-point number.
public enum JSON: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A number with up to three decimals, as thousandths.
  case thousandths(Int64)
  /// A text.
  case string(String)
  /// A list.
  case array([JSON])
  /// Named values, in order.
  case object([Member])

  /// One named value of an object.
  public struct Member: Hashable, Sendable {
    /// The key.
    public var name: String
    /// The value.
    public var value: JSON

    /// Creates a named value.
    public init(name: String, value: JSON) { (self.name, self.value) = (name, value) }
  }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
  /// An object with the members of a literal, in its order.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member(name: $0.0, value: $0.1) })
  }

  /// A list of the elements of a literal.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }

  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }

  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension JSON {
  /// A text, or `null`.
  public init(_ text: String?) { self = text.map(JSON.string) ?? .null }

  /// A count, or `null`.
  public init(_ count: Int?) { self = count.map { .integer(Int64($0)) } ?? .null }

  /// A truth value, or `null`.
  public init(_ flag: Bool?) { self = flag.map(JSON.bool) ?? .null }

  /// An instant as RFC 3339 in UTC, or `null`.
  public init(_ instant: Timestamp?) { self = instant.map { .string($0.rfc3339) } ?? .null }

  /// An identifier, or `null`.
  public init<Kind>(_ identifier: Identifier<Kind>?) {
    self = identifier.map { .string($0.rawValue) } ?? .null
  }

  /// An amount as its currency and a decimal text, or `null`.
  public init(_ money: Money?) {
    self = money.map { ["currency": .string($0.currency), "amount": .string($0.decimal)] } ?? .null
  }

  /// The members of an object; empty for any other value.
  public var members: [Member] {
    guard case .object(let members) = self else { return [] }
    return members
  }

  /// Returns an object with the members of another after its own.
  public func adding(_ other: JSON) -> JSON { .object(members + other.members) }
}
