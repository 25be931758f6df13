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
  ]

  private static func requireFigures(of ledger: any Ledger, at now: Timestamp) throws {
    var expected = OverviewFigures(counting: try foldedRows(of: ledger), at: now)
    expected.quarantined = try ledger.refusedCount()
    try ledger.forEachEntry(after: 0) { _, entry throws(LedgerError) in
      if entry.hasUnknown { expected.unknownKinds += 1 }
      expected.lastHeardAt = max(expected.lastHeardAt ?? .distantPast, entry.receivedAt)
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
  }
}
