import EventLedger
import SubscriptionCore

/// What actions ask the ledger.
extension LedgerReader {
  /// The subscriptions that one of several filters selects, page by page.
  func identities(_ filters: [Filter?], limit: Int) throws(LedgerError) -> [SubscriptionID] {
    var ids: [SubscriptionID] = []
    for filter in filters {
      var cursor: PageCursor?
      while ids.count < limit {
        let page = try ledger.subscribers(
          SubscriberQuery(
            filter: filter, sort: .id, cursor: cursor,
            limit: min(Self.identitiesPage, limit - ids.count)))
        ids += page.rows.map(\.id)
        guard page.hasMore, let last = page.rows.last else { break }
        cursor = PageCursor(.after, last.id)
      }
    }
    return ids
  }

  /// How many identities are read at once.
  private static let identitiesPage = 1_000

  /// What would follow from an action, counted over the rows of those it is about.
  ///
  /// - Complexity: O(*k* log *n*) for *k* subscribers of *n*.
  func preview(
    _ action: OperatorAction, now: Timestamp
  ) throws(LedgerError) -> ActionPreview {
    var rows: [SubscriberSummary] = []
    for id in action.subscriptions {
      if let row = try ledger.summary(id) { rows.append(row) }
    }
    let due = try ledger.figures(at: now).promptsDue.values.reduce(0, +)
    return ActionPreview(of: action, rows: rows, dueInAll: due, now: now)
  }
}
