import SubscriptionCore

/// What arrived after a position.
public struct LedgerChanges: Hashable, Sendable {
  /// The last position looked at; ask again from there.
  public var position: LedgerPosition
  /// The subscriptions concerned, each once.
  public var subscriptions: [SubscriptionID]

  /// Creates changes.
  public init(position: LedgerPosition, subscriptions: [SubscriptionID]) {
    (self.position, self.subscriptions) = (position, subscriptions)
  }
}
