/// A string identifier whose type parameter prevents mixing it up with identifiers of another kind.
public struct Identifier<Kind>: Hashable, Sendable, Comparable, Codable,
  ExpressibleByStringLiteral, CustomStringConvertible
{
  /// The identifier as the store or the app wrote it.
  public let rawValue: String

  /// Creates an identifier from its text.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Creates an identifier from a literal.
  public init(stringLiteral value: String) { self.rawValue = value }

  /// The identifier as the store or the app wrote it.
  public var description: String { rawValue }

  /// Orders identifiers by their text.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// Reads the bare text.
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(String.self)
  }

  /// Writes the bare text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

/// The kinds of ``Identifier``; never instantiated.
public enum IdentifierKind {
  /// One subscription, by churntop's own identifier.
  public enum Subscription {}
  /// One user of the app: Apple's `appAccountToken`, Google's `obfuscatedExternalAccountId`.
  public enum Account {}
  /// One product in a store's catalogue.
  public enum Product {}
  /// One app: an Apple bundle identifier or a Google package name.
  public enum App {}
  /// One event; equal for every delivery of the same statement.
  public enum Event {}
}

/// churntop's identifier of one subscription.
///
/// `as_` and Apple's `originalTransactionId`; `gp_` and the first 16 hexadecimal digits of the
/// SHA-256 of Google's package name, a zero byte and the purchase token. A subscription tested in
/// Xcode, whose transaction ids start over in every app, is `as_local_`, the bundle identifier,
/// `_` and the original transaction id.
public typealias SubscriptionID = Identifier<IdentifierKind.Subscription>

/// The app's own identifier of a user, as passed to the stores at purchase.
public typealias AccountID = Identifier<IdentifierKind.Account>

/// A product identifier of a store's catalogue.
public typealias ProductID = Identifier<IdentifierKind.Product>

/// A bundle identifier (Apple) or package name (Google).
public typealias AppID = Identifier<IdentifierKind.App>

/// The identity of an event: the same text for every delivery of the same statement.
public typealias EventID = Identifier<IdentifierKind.Event>
