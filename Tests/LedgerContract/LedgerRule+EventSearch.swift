import EventLedger
import SubscriptionCore

extension LedgerRule {
  private static func world(_ make: LedgerFactory, seed: UInt64) throws -> any Ledger {
    let ledger = try SampleWorld(seed: seed, subscriptions: 60).ledger(make)
    // A note on a subscription of which no store has told anything.
    let note = SubscriptionEvent(
      id: "note", kind: .noted, subscription: "gp_nobody", effectiveAt: SampleWorld.middle,
      statedAt: SampleWorld.middle, recordedAt: SampleWorld.middle, source: .operatorAction,
      verification: .unsigned, action: SubscriptionEvent.Action(actor: "mei", text: "vip"))
    try ledger.append(
      [
        LedgerEntry(
          identity: "note", format: "test", raw: [], receivedAt: SampleWorld.middle,
          verification: .unsigned, events: [note])
      ], now: SampleWorld.middle)
    return ledger
  }

  /// The events of a search that goes on to the end, and how many were looked at.
  private static func all(
    _ ledger: any Ledger, _ first: EventSearch
  ) throws -> (events: [LedgerEvent], looked: Int) {
    var search = first
    var events: [LedgerEvent] = []
    var looked = 0
    while true {
      let step = try ledger.search(search)
      try require(
        step.reached < search.before ?? .max, "a step comes further back: \(step.reached)")
      events += step.events
      looked += step.looked
      if step.isOver { return (events, looked) }
      search.before = step.reached
    }
  }

  /// The rules of searching through events, and of counting them.
  static let searchRules = [
    LedgerRule(27, "A search finds what matches, step by step, whatever the steps") { make in
      let ledger = try world(make, seed: 27)
      let told = try ledger.recentEvents(EventQuery(limit: .max))
      let rows = Dictionary(
        uniqueKeysWithValues: try allRows(of: ledger).map { ($0.id, $0) })
      var filters = SampleFilters(seed: 27, about: .events)
      var matched = 0
      for turn in 0..<150 {
        let text = filters.next()
        guard let filter = try? Filter.parse(text, about: .events) else { continue }
        let predicate = filter.lowered(at: SampleWorld.middle)
        let expected = told.filter {
          predicate.matches(EventSubject($0.event, of: rows[$0.event.subscription]))
        }
        let search = EventSearch(
          predicate, limit: [1, 7, 1_000][turn % 3], span: [3, 50, 10_000][turn / 3 % 3])
        let (events, looked) = try all(ledger, search)
        try require(events, equals: expected, text)
        try require(looked, equals: told.count, text)
        if !expected.isEmpty, expected.count < told.count { matched += 1 }
      }
      try require(matched > 50, "most expressions tell events apart: \(matched)")
    },
    LedgerRule(28, "A search is narrowed to kinds, to a subscription and to what came before") {
      make in
      let ledger = try world(make, seed: 28)
      let told = try ledger.recentEvents(EventQuery(limit: .max))
      guard let one = told.dropFirst(told.count / 2).first else { return }
      let last = try ledger.lastPosition()
      for (search, expected) in [
        (EventSearch(kinds: [.renewed]), told.filter { $0.event.kind == .renewed }),
        (
          EventSearch(subscription: one.event.subscription),
          told.filter { $0.event.subscription == one.event.subscription }
        ),
        (EventSearch(before: one.position), told.filter { $0.position < one.position }),
        (EventSearch(subscription: "gp_unknown"), []),
      ] {
        try require(try all(ledger, search).events, equals: expected)
      }
      let step = try ledger.search(EventSearch(span: 5))
      try require(step.reached, equals: last - 4)
      try require(step.reachedAt, equals: try ledger.entry(at: last - 4)?.receivedAt)
      try require(try make().search(EventSearch()).isOver, "an empty ledger has nothing older")
    },
    LedgerRule(29, "Arrivals are counted by five minutes, up to the present") { make in
      let ledger = try make()
      let now = SampleWorld.middle + .minutes(7)
      let ages: [Duration] = [
        .zero, .minutes(2), .minutes(59), .minutes(61), .minutes(114), .hours(3), .minutes(-1),
      ]
      var entries: [LedgerEntry] = []
      for (index, age) in ages.enumerated() {
        let kind: EventKind = index % 2 == 0 ? .billingFailed : .renewed
        let at = now - age
        let event = SubscriptionEvent(
          id: EventID("e\(index)"), kind: kind, subscription: "gp_1", effectiveAt: at - .days(1),
          statedAt: at - .days(1), recordedAt: at, source: .googlePlayNotification,
          verification: .unsigned)
        entries.append(
          LedgerEntry(
            identity: "e\(index)", format: "test", raw: [], receivedAt: at,
            verification: .unsigned, events: [event]))
      }
      try ledger.append(entries, now: now)
      let rate = try ledger.arrivals(upTo: now)
      try require(rate.bars.count, equals: ArrivalRate.barCount)
      let last = ArrivalRate.barCount - 1
      try require(rate.start(of: last), equals: SampleWorld.middle + .minutes(5))
      try require(rate.lastHour, equals: 3)
      try require(rate.total, equals: 5)
      try require(rate.bars.last?.all, equals: 2)
      try require(rate.bars.reduce(0) { $0 + $1.failures }, equals: 3)
      try require(rate.bars.reduce(0) { $0 + $1.renewals }, equals: 2)
      try require(rate.bars.firstIndex { $0.all == 2 }, equals: 11, "the first bar with two")
      try require(rate.isCut, equals: false)
      try require(try make().arrivals(upTo: now).total, equals: 0)
    },
  ]
}
