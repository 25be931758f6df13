import SubscriptionCore

/// The adoption of the policy that everybody goes by who opens a ledger on a server
/// (`churntop ledger adopt`): who set it, and when.
///
/// A file has no such policy: its rows follow the configuration of whoever opens it for writing.
/// Programs with other rules say so, and go by these.
public struct PolicyAdoption: Hashable, Sendable {
  /// The number of the policy, which grows; 1 for the one that the ledger was made with.
  public let version: Int64
  /// The instant, by the server's clock.
  public let at: Timestamp
  /// The role in the server's database, which no program can choose.
  public let role: String

  /// Creates an adoption.
  ///
  /// - Parameters:
  ///   - version: The number of the policy.
  ///   - at: The instant.
  ///   - role: The role in the server's database.
  public init(version: Int64, at: Timestamp, role: String) {
    (self.version, self.at, self.role) = (version, at, role)
  }
}
