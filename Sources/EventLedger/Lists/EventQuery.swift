import SubscriptionCore

/// A query for the events of the Events screen.
public struct EventQuery: Hashable, Sendable {
  /// Only events before that position; `nil` for the newest.
  public var before: LedgerPosition?
  /// Only events of that subscription; `nil` for all.
  public var subscription: SubscriptionID?
  /// Only events of those kinds; empty for all.
  public var kinds: Set<EventKind>
  /// The most events; the entry that reaches the limit is still complete, so that the next page
  /// begins at an entry.
  public var limit: Int

  /// Creates a query.
  public init(
    before: LedgerPosition? = nil, subscription: SubscriptionID? = nil,
    kinds: Set<EventKind> = [], limit: Int = 100
  ) {
    (self.before, self.subscription, self.kinds, self.limit) =
      (before, subscription, kinds, limit)
  }
}
