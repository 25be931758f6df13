/// A query for the newest events of all subscriptions.
public struct EventQuery: Hashable, Sendable {
  /// Only events before that position; `nil` for the newest.
  public var before: LedgerPosition?
  /// The most events; the entry that reaches the limit is still complete, so that the next page
  /// begins at an entry.
  public var limit: Int

  /// Creates a query.
  public init(before: LedgerPosition? = nil, limit: Int = 100) {
    (self.before, self.limit) = (before, limit)
  }
}
