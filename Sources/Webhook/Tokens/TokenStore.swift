import SubscriptionCore

/// The bearer tokens that are accepted; several at once, so that one can replace another without a
/// gap.
public struct TokenStore: Hashable, Sendable {
  /// The tokens.
  public var tokens: [AccessToken]

  /// Creates a book.
  public init(_ tokens: [AccessToken] = []) { self.tokens = tokens }

  /// Whose token a text is.
  enum Holder: Hashable, Sendable {
    /// A token that is accepted.
    case known(AccessToken)
    /// A token that was accepted until then.
    case expired(name: String, at: Timestamp)
    /// None.
    case unknown
  }

  /// Finds the token that a text is.
  ///
  /// Every hash is compared whole, whether an earlier one matched or not, so that the time tells
  /// nothing about how much of a hash was right.
  func holder(of text: some StringProtocol, at now: Timestamp) -> Holder {
    let hash = AccessToken.hash(of: text)
    var found: Int?
    for (index, token) in tokens.enumerated() where Self.areEqual(token.hash, hash) {
      found = index
    }
    guard let found else { return .unknown }
    let token = tokens[found]
    if let end = token.expiresAt, now >= end { return .expired(name: token.name, at: end) }
    return .known(token)
  }

  /// Whether two hashes are equal, in a time that does not depend on where they differ.
  static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices { difference |= left[index] ^ right[index] }
    return difference == 0
  }
}
