import EventLedger
import SeededNumbers
import SubscriptionCore

extension LedgerRule {
  /// The rule of the past: whatever a ledger answers as of an instant, a copy in memory answers.
  public static let pastRules = [
    LedgerRule(17, "The past answers as a copy of it in memory does") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 17, subscriptions: 30)
      let present = SampleWorld.middle + .days(60)
      // What the present is told late was known before all the same.
      try ledger.append(Array(world.entries.prefix(70)), now: SampleWorld.middle)
      try ledger.putProfiles(world.profiles)
      try ledger.append(Array(world.entries.dropFirst(70)), now: present)
      try ledger.refuse([
        RefusedEntry(
          identity: "odd", raw: [7], receivedAt: present, origin: "-", line: 1, reason: "odd",
          field: "")
      ])
      var numbers = SeededNumbers(seed: 17)
      var instants = [Timestamp.epoch, present, present + .days(400)]
      for _ in 0..<3 {
        instants.append(
          SampleWorld.middle
            + .seconds(Int64.random(in: -15_000_000...5_000_000, using: &numbers)))
      }
      // On the very instant of a message, and just before it.
      if let entry = world.entries.first {
        instants += [entry.receivedAt, entry.receivedAt - .milliseconds(1)]
      }
      for instant in instants {
        guard let copy = try ledger.copy(asOf: instant, goesOn: { _ in true }) else { continue }
        try compare(try ledger.asOf(instant), copy, at: instant, ids: world.ids.sorted())
        for id in world.ids.sorted().prefix(5) + ["none"] {
          try compareOne(try ledger.asOf(instant, of: id), copy, id)
        }
      }
    },
    LedgerRule(18, "A look at the past ends when nobody waits for it, and nobody writes to it") {
      make in
      let ledger = try make()
      let world = SampleWorld(seed: 18, subscriptions: 300)
      for _ in 0..<3 { try ledger.append(world.entries, now: SampleWorld.middle) }
      try ledger.append(
        (0..<1_000).map { index in
          LedgerEntry(
            identity: "more-\(index)", format: "sample", raw: [], receivedAt: SampleWorld.middle,
            verification: .unsigned, events: [])
        }, now: SampleWorld.middle)
      var reached: [LedgerPosition] = []
      let past = try ledger.asOf(SampleWorld.middle) { position in
        reached.append(position)
        return false
      }
      try require(past == nil, "the reading was ended")
      try require(reached.count, equals: 1)
      let whole = try ledger.asOf(SampleWorld.middle)
      let rows = try allRows(of: whole)
      try ledger.append(
        [
          LedgerEntry(
            identity: "later", format: "sample", raw: [], receivedAt: SampleWorld.middle + .days(1),
            verification: .unsigned,
            events: world.entries[0].events.map { event in
              var event = event
              event.id = EventID("later-" + event.id.rawValue)
              event.recordedAt = SampleWorld.middle + .days(1)
              return event
            })
        ],
        now: SampleWorld.middle + .days(1))
      try require(try allRows(of: whole), equals: rows, "what comes later")
      try require(try whole.advancedTo(), equals: SampleWorld.middle)
    },
  ]

  private static func compareOne(
    _ past: any Ledger, _ copy: MemoryLedger, _ id: SubscriptionID
  ) throws {
    try require(try past.subscriber(id), equals: try copy.subscriber(id), "\(id) alone")
    try require(try past.summary(id), equals: try copy.summary(id), "the row of \(id) alone")
    try require(try past.events(of: id), equals: try copy.events(of: id), "events of \(id)")
    try require(
      try past.resolve(id.rawValue, limit: 9), equals: try copy.resolve(id.rawValue, limit: 9))
  }

  private static func compare(
    _ past: any Ledger, _ copy: MemoryLedger, at instant: Timestamp, ids: [SubscriptionID]
  ) throws {
    let rows = try allRows(of: past)
    try require(rows, equals: try allRows(of: copy), "rows at \(instant)")
    try require(try past.advancedTo(), equals: instant)
    try require(try past.lastPosition(), equals: try copy.lastPosition(), "the last position")
    var figures = try past.figures(at: instant)
    let expected = try copy.figures(at: instant)
    // What was refused belongs to the present.
    figures.quarantined = expected.quarantined
    // Of the copies of an event only the first is looked at.
    try require((figures.lastHeardAt ?? instant) <= instant, equals: true, "the newest heard")
    figures.feeds = expected.feeds
    try require(figures, equals: expected, "figures at \(instant)")
    try require(
      try past.dueFigures(at: instant), equals: try copy.dueFigures(at: instant), "due figures")
    try require(try Metrics(of: past), equals: try Metrics(of: copy), "metrics at \(instant)")
    for text in ["state:active", "-state:expired", "User-1 store:play", "okafor | pro"] {
      let filter = try Filter.parse(text)
      try require(try past.count(filter), equals: try copy.count(filter), text)
      for sort in [SubscriberSort.losesAccess, .name] {
        let query = SubscriberQuery(filter: filter, sort: sort, limit: 20)
        try require(try past.subscribers(query), equals: try copy.subscribers(query), text)
      }
    }
    try compareEvents(past, copy, ids: ids)
    for id in ids {
      try require(try past.subscriber(id), equals: try copy.subscriber(id), "\(id)")
      try require(try past.summary(id), equals: try copy.summary(id), "\(id)")
      for text in [id.rawValue, String(id.rawValue.dropFirst(3))] {
        try require(
          try past.resolve(text, limit: 99), equals: try copy.resolve(text, limit: 99), text)
      }
    }
    for text in ["GPA.3312", "2000000", "User-", "user1@example.com", "abcdefgh"] {
      try require(
        try past.resolve(text, limit: 999), equals: try copy.resolve(text, limit: 999), text)
      try require(try past.near(text, limit: 9), equals: try copy.near(text, limit: 9), text)
    }
    try require(
      try past.openRefreshRequests(limit: 99), equals: try copy.openRefreshRequests(limit: 99))
    try require(try past.rebuild(check: true), equals: [])
  }

  private static func compareEvents(
    _ past: any Ledger, _ copy: MemoryLedger, ids: [SubscriptionID]
  ) throws {
    for id in ids {
      try require(try past.events(of: id), equals: try copy.events(of: id), "events of \(id)")
    }
    var query = EventQuery(limit: 7)
    while true {
      let page = try past.recentEvents(query)
      try require(page, equals: try copy.recentEvents(query), "events before \(query)")
      guard let last = page.last else { break }
      query.before = last.position
    }
    for position in LedgerPosition(0)...40 {
      try require(
        try past.entry(at: position), equals: try copy.entry(at: position), "entry \(position)")
    }
    var entries: [LedgerPosition] = []
    try past.forEachEntry(after: 0) { position, _ throws(LedgerError) in
      entries.append(position)
    }
    var expected: [LedgerPosition] = []
    try copy.forEachEntry(after: 0) { position, _ throws(LedgerError) in
      expected.append(position)
    }
    try require(entries, equals: expected, "entries")
  }
}
