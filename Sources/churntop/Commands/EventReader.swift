import Dashboard
import EventLedger
import ProgramConventions
import SubscriptionCore

/// A reader of events with their subscribers.
struct EventReader {
  /// The ledger.
  let ledger: any Ledger
  /// The instant of the query.
  let now: Timestamp
  /// The policy about recovery and prompts.
  let policy: ChurnPolicy
  /// A Boolean value that indicates whether names are replaced by aliases.
  let masksPersonalData: Bool
  /// The compiled filter of events.
  let predicate: FilterPredicate?
  private var rows: [SubscriptionID: SubscriberSummary] = [:]

  /// The number of events read at a time.
  static let chunkEvents = 200

  /// The maximum number of subscribers cached for their next events.
  private static let rowsMax = 10_000

  /// Creates a reader.
  init(
    _ ledger: any Ledger, filter: Filter?, now: Timestamp, policy: ChurnPolicy,
    masksPersonalData: Bool = false
  ) {
    (self.ledger, self.now, self.policy) = (ledger, now, policy)
    self.masksPersonalData = masksPersonalData
    predicate = filter?.lowered(at: now)
  }

  /// Performs one step of a search and returns its events and the next page.
  mutating func read(
    _ search: EventSearch
  ) throws(CommandError) -> (step: EventSearchPage, rows: [EventRow]) {
    var search = search
    search.predicate = predicate
    let step = try CommandError.answer { () throws(LedgerError) in try ledger.search(search) }
    let page = step.events
    let ids = Array(Set(page.map(\.event.subscription)))
    if rows.count > Self.rowsMax { rows.removeAll(keepingCapacity: true) }
    let folded = try CommandError.answer { () throws(LedgerError) in try ledger.subscribers(ids) }
    var changes: [EventID: Transition] = [:]
    for subscriber in folded {
      for change in subscriber.transitions { changes[change.event] = change }
      rows[subscriber.id] = try summary(of: subscriber)
    }
    let found = page.map { item in
      let row = rows[item.event.subscription]
      let change = changes[item.event.id]
      let shape = EventShape(event: item.event, from: change?.from, to: change?.to)
      return EventRow(position: item.position, shape: shape, who: Self.who(row))
    }
    return (step, found)
  }

  private func summary(of subscriber: Subscriber) throws(CommandError) -> SubscriberSummary {
    let profile = try CommandError.answer { () throws(LedgerError) in
      try subscriber.account.flatMap { account throws(LedgerError) in
        try ledger.profile(account)
      }
    }
    return subscriber.summary(
      at: now, policy: policy,
      profile: masksPersonalData ? profile.map(Masking.profile) : profile)
  }

  private static func who(_ row: SubscriberSummary?) -> String {
    if let name = row?.profile?.name, !name.isEmpty { return name }
    return row?.account?.rawValue ?? "-"
  }
}
