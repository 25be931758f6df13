import EventLedger
import SubscriptionCore

extension LedgerRule {
  static let dueRules = [
    LedgerRule(32, "The due prompts by rule, store and age equal a count of the rows") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 32, subscriptions: 150)
      var now = SampleWorld.middle - .days(3)
      try ledger.append(world.entries, now: now)
      var most = 0
      for hours in [0, 2, 7, 40] {
        now = now + .hours(hours)
        try ledger.advance(to: now)
        var expected = DueFigures()
        for row in try allRows(of: ledger) where row.environment == .production {
          guard case .due(let since) = row.status.prompt.verdict else { continue }
          let rule = row.status.prompt.rule ?? ""
          _ = expected.count(rule: rule, store: row.store, since: since, now: now)
        }
        most = max(most, expected.total)
        let found = try ledger.dueFigures(at: now)
        try require(found, equals: expected, "due \(hours) hours on")
        try require(found.byAge.reduce(0, +), equals: found.total)
        let figures = try ledger.figures(at: now)
        try require(found.total, equals: figures.promptsDue.values.reduce(0, +))
      }
      try require(most > 3, "some prompts are due: \(most)")
      try require(try make().dueFigures(at: now), equals: DueFigures())
    }
  ]
}
