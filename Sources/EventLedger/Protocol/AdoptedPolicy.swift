import SubscriptionCore

/// The policy that a server's ledger keeps for everybody, with who set it.
public struct AdoptedPolicy: Hashable, Sendable {
  /// The policy as it was configured, without the ledger's own products.
  public var policy: ChurnPolicy
  /// The number of the policy, which grows with each that is set.
  public var version: Int
  /// The instant at which it was set, by the server's clock.
  public var at: Timestamp
  /// The user of the server who set it.
  public var by: String

  /// Creates a policy that was set.
  public init(_ policy: ChurnPolicy, version: Int, at: Timestamp, by: String) {
    (self.policy, self.version) = (policy, version)
    (self.at, self.by) = (at, by)
  }
}
