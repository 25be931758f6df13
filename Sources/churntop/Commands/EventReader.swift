import Dashboard
import EventLedger
import ProgramConventions
import SubscriptionCore

/// A reader of events with their subscribers.
struct EventReader {
  let ledger: any Ledger
  /// A Boolean value that indicates whether names are replaced by aliases.
  let masksPersonalData: Bool
  /// The compiled filter of events.
  let predicate: FilterPredicate?

  /// The number of events read at a time.
  static let chunkEvents = 200

  /// Creates a reader of the events that a filter selects at an instant.
  init(_ ledger: any Ledger, filter: Filter?, now: Timestamp, masksPersonalData: Bool = false) {
    self.ledger = ledger
    self.masksPersonalData = masksPersonalData
    predicate = filter?.lowered(at: now)
  }

  /// Performs one step of a search and returns its events and the next page.
  func read(_ search: EventSearch) throws -> (step: EventSearchPage, rows: [EventRow]) {
    var search = search
    search.predicate = predicate
    let step = try ledger.search(search)
    let ids = Array(Set(step.events.map(\.event.subscription)))
    let (subscribers, summaries) = (try ledger.subscribers(ids), try ledger.summaries(ids))
    let reversals = try ledger.reversals(of: step.events.map(\.event))
    var changes: [EventID: Transition] = [:]
    for subscriber in subscribers {
      for change in subscriber.transitions { changes[change.event] = change }
    }
    let rows = masksPersonalData ? summaries.map(Masking.row) : summaries
    let names = Dictionary(rows.map { ($0.id, SubscriberTable.who($0)) }) { $1 }
    let found = step.events.map { item in
      let change = changes[item.event.id]
      let shape = EventShape(
        event: item.event, from: change?.from, to: change?.to, reversal: reversals[item.event.id])
      return EventRow(
        position: item.position, shape: shape, who: names[item.event.subscription] ?? "-")
    }
    return (step, found)
  }
}

/// An event of a list with its change of state and its subscriber.
struct EventRow {
  /// The position of its ledger entry.
  var position: LedgerPosition
  /// The event and its change.
  var shape: EventShape
  /// The user's name, or the app's account identifier.
  var who: String

  /// Returns the first rows of a page, at most the given number, without splitting an entry.
  ///
  /// The next page begins at an entry, so that split-off events would be lost. The result exceeds
  /// the limit only if the very first entry of a list has more events than requested.
  static func whole(_ rows: [EventRow], atMost limit: Int, isFirst: Bool) -> [EventRow] {
    guard rows.count > limit else { return rows }
    var end = limit
    while end > 0, rows[end - 1].position == rows[end].position { end -= 1 }
    if end == 0, isFirst { end = rows.firstIndex { $0.position != rows[0].position } ?? rows.count }
    return Array(rows[..<end])
  }
}
