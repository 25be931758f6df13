import SubscriptionCore

/// The set of accepted bearer tokens; several, so that one can replace another without a gap.
public struct TokenStore: Hashable, Sendable {
  /// The tokens.
  public var tokens: [AccessToken]

  /// Creates a set.
  public init(_ tokens: [AccessToken] = []) { self.tokens = tokens }

  /// The result of looking a token up.
  enum Holder: Hashable, Sendable {
    /// A token that is accepted.
    case known(AccessToken)
    /// A token that expired at that time.
    case expired(name: String, at: Timestamp)
    /// No token.
    case unknown
  }

  /// Looks a token up by its text.
  ///
  /// It compares every hash completely, also after a match, so that its duration reveals nothing
  /// about a hash.
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

  /// Compares two hashes in constant time.
  static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices { difference |= left[index] ^ right[index] }
    return difference == 0
  }
}
