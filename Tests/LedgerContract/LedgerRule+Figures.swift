import EventLedger
import SubscriptionCore

extension LedgerRule {
  static let figureRules = [
    LedgerRule(30, "Figures equal a count of the rows after any history") { make in
      for seed in UInt64(30)..<31 {
        let ledger = try make()
        let world = SampleWorld(seed: seed, subscriptions: 90)
        var now = SampleWorld.middle - .days(45)
        for start in stride(from: 0, to: world.entries.count, by: 31) {
          let batch = world.entries[start..<min(start + 31, world.entries.count)]
          try ledger.append(Array(batch), now: now)
          now = now + .minutes(1_777)
          try ledger.advance(to: now)
          if start == 62 { try ledger.putProfiles(world.profiles) }
          try requireFigures(of: ledger, at: now)
        }
        for _ in 0..<20 {
          now = now + .minutes(4_321)
          try ledger.advance(to: now)
          try requireFigures(of: ledger, at: now)
        }
        try require(try ledger.rebuild(check: true), equals: [])
      }
    },
    LedgerRule(31, "An empty ledger has figures of nothing") { make in
      let figures = try make().figures(at: SampleWorld.middle)
      try require(figures, equals: OverviewFigures(counting: [], at: SampleWorld.middle))
      try require(figures.total, equals: 0)
    },
    LedgerRule(39, "What operators record makes nothing fresh") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 32, subscriptions: 12)
      try ledger.append(world.entries, now: SampleWorld.middle)
      let before = try ledger.figures(at: SampleWorld.middle).feeds
      guard let told = world.entries.flatMap(\.events).last else { return }
      let late = SampleWorld.middle + .days(66)
      let note = SubscriptionEvent(
        id: "late note", kind: .noted, subscription: told.subscription, effectiveAt: late,
        statedAt: late, recordedAt: late, source: .operatorAction, verification: .unsigned,
        action: SubscriptionEvent.Action(actor: "mira", text: "called"))
      try ledger.append(
        [
          LedgerEntry(
            identity: "late note", format: "operator", raw: [], receivedAt: late,
            verification: .unsigned, events: [note])
        ], now: late)
      let after = try ledger.figures(at: late)
      try require(after.feeds, equals: before, "the feeds after a note")
      try require(after.feeds.all.isEmpty, equals: false)
      try require(after.lastHeardAt, equals: before.lastEventAt)
    },
  ]

  private static func requireFigures(of ledger: any Ledger, at now: Timestamp) throws {
    var expected = OverviewFigures(counting: try foldedRows(of: ledger), at: now)
    expected.quarantined = try ledger.refusedCount()
    try ledger.forEachEntry(after: 0) { _, entry throws(LedgerError) in
      if entry.hasUnknown { expected.unknownKinds += 1 }
      for event in entry.events { expected.feeds.add(event) }
    }
    let found = try ledger.figures(at: now)
    func same<Value: Equatable>(_ name: String, _ path: KeyPath<OverviewFigures, Value>) throws {
      try require(
        found[keyPath: path], equals: expected[keyPath: path], "\(name) at \(now.rfc3339)")
    }
    try same("states", \.states)
    try same("change", \.change24h)
    try same("trend", \.trend30d)
    try same("recovery", \.recovery)
    try same("losses", \.losesAccess)
    try same("scheduled", \.promptsScheduled7d)
    try require(found, equals: expected, "figures")
    let unknown = try Filter.parse(OverviewFigures.unknownMoneyFilter)
    try require(try ledger.count(unknown), equals: found.moneyUnknown, "those of unknown money")
  }
}
