import SubscriptionCore

/// An event with its place in the ledger and what it changed.
public struct LedgerEvent: Hashable, Sendable {
  /// The position of its entry.
  public var position: LedgerPosition
  /// The event.
  public var event: SubscriptionEvent

  /// Creates a stored event.
  public init(position: LedgerPosition, event: SubscriptionEvent) {
    (self.position, self.event) = (position, event)
  }
}
