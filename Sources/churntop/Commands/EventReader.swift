import EventLedger
import ProgramConventions
import SubscriptionCore

/// Reads events with the subscribers they belong to.
struct EventReader {
  /// What the command works with.
  let session: Session
  /// The ledger.
  let ledger: any Ledger
  /// Which events count.
  let predicate: FilterPredicate?
  private var rows: [SubscriptionID: SubscriberSummary] = [:]

  /// The number of events read at a time.
  static let chunkEvents = 200

  /// Creates a reader.
  init(session: Session, ledger: any Ledger, filter: Filter?) {
    (self.session, self.ledger) = (session, ledger)
    predicate = filter?.lowered(at: session.now)
  }

  /// One step of a search: what it found, and the page to go on before.
  mutating func read(
    _ search: EventSearch
  ) throws(CommandError) -> (step: EventStretch, rows: [EventRow]) {
    var search = search
    search.predicate = predicate
    let step = try session.answer { () throws(LedgerError) in try ledger.search(search) }
    let page = step.events
    let ids = Array(Set(page.map(\.event.subscription)))
    let folded = try session.answer { () throws(LedgerError) in try ledger.subscribers(ids) }
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
    let profile = try session.answer { () throws(LedgerError) in
      try subscriber.account.flatMap { account throws(LedgerError) in
        try ledger.profile(account)
      }
    }
    return subscriber.summary(at: session.now, policy: session.policy, profile: profile)
  }

  private static func who(_ row: SubscriberSummary?) -> String {
    if let name = row?.profile?.name, !name.isEmpty { return name }
    return row?.account?.rawValue ?? "-"
  }
}
