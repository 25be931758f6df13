import EventLedger
import SubscriptionCore

/// The queries of actions.
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

  /// The number of identities that are read at once.
  private static let identitiesPage = 1_000

  /// Counts the consequences of an action over the rows of its subscribers.
  ///
  /// - Complexity: O(*k* log *n*) for *k* subscribers of *n*.
  func preview(_ action: OperatorAction, now: Timestamp) throws(LedgerError) -> ActionPreview {
    let (settled, settledBy) = try settled(action)
    let action = action.without(settled)
    let rows = try ledger.summaries(action.subscriptions)
    let due = try ledger.figures(at: now).promptsDue.values.reduce(0, +)
    var preview = ActionPreview(of: action, rows: rows, dueInAll: due, now: now)
    (preview.settled, preview.settledBy) = (settled, settledBy)
    return preview
  }

  /// The subscribers of an undo whose event is undone already or is not in this ledger, and the
  /// event that undid the first of them.
  private func settled(
    _ action: OperatorAction
  ) throws(LedgerError) -> ([SubscriptionID], SubscriptionEvent?) {
    var settled: [SubscriptionID] = []
    var first: SubscriptionEvent?
    for (id, undone) in zip(action.subscriptions, action.undoes) {
      let events = try ledger.events(of: id).map(\.event)
      let takenBack = UndoResolution(in: events)
      if takenBack.contains(undone) || !events.contains(where: { $0.id == undone }) {
        first = first ?? takenBack.undoing(of: undone)
        settled.append(id)
      }
    }
    return (settled, first)
  }
}
