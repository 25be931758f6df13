import EventLedger
import SubscriptionCore

extension LedgerRule {
  static let backfillRules = [
    LedgerRule(56, "A list is asked about once, the nearest risk first, however often it comes") {
      make in
      let ledger = try make()
      let world = SampleWorld(seed: 56, subscriptions: 120)
      try ledger.append(world.entries, now: SampleWorld.middle)
      let rows = try allRows(of: ledger)
      let list = rows.map { row in
        (purchase: listed(row.id.rawValue), subscription: row.id)
      }
      let stranger = (purchase: listed("stranger"), subscription: SubscriptionID("gp_stranger"))
      let run = try ledger.beginBackfill()
      // A purchase that is named twice is kept once, by its first line.
      try ledger.addBackfill([stranger] + list, run: run, again: false)
      try ledger.addBackfill(list.suffix(3), run: run, again: false)
      let open = try openItems(run, of: ledger)
      try require(open.count, equals: rows.count + 1)
      try require(open.map(\.rank), equals: open.map(\.rank).sorted())
      let states = Dictionary(
        uniqueKeysWithValues: rows.map { ($0.id.rawValue, $0.status.state) })
      let told = open.map { states[$0.purchase.name] }
      let risks = told.firstIndex { $0 != .grace && $0 != .renewalPending && $0 != .hold } ?? 0
      try require(risks > 0, "some are at risk")
      try require(
        told.dropFirst(risks).allSatisfy { $0?.isFailing != true }, "the nearest risk first")
      let place = told.firstIndex { $0 == nil } ?? 0
      try require(
        told.dropFirst(place + 1).allSatisfy { $0?.isOver == true }, "nobody's before what is over")
      var paged: [BackfillItem] = []
      while let next = try ledger.openBackfill(
        run: run, store: .googlePlay, app: "com.example", after: paged.last, limit: 7
      ).nilIfEmpty {
        paged += next
      }
      try require(paged, equals: open)
      try settle(open, in: ledger)
      try require(try openItems(run, of: ledger), equals: [])
      let counts = try ledger.backfillCounts(run: run)
      try require(counts[.answered], equals: open.count - 6)
      for outcome in BackfillOutcome.allCases where outcome.isUnanswered {
        try require(counts[outcome], equals: outcome == .unknown ? 2 : 1, "\(outcome)")
      }
    },
    LedgerRule(57, "What was asked is not asked by another run, unless it says so") { make in
      let ledger = try make()
      let list = (0..<9).map { place in
        (
          purchase: listed("token \(place)", line: 20 - place),
          subscription: SubscriptionID("gp_\(place)")
        )
      }
      let first = try ledger.beginBackfill()
      try ledger.addBackfill(list, run: first, again: false)
      let open = try openItems(first, of: ledger)
      try require(open.map(\.purchase.account), equals: list.map { _ in "ann" })
      try settle(Array(open.prefix(8)), in: ledger)
      let second = try ledger.beginBackfill()
      try require(second > first, "runs are numbered")
      try ledger.addBackfill(list, run: second, again: false)
      try require(try ledger.backfillCounts(run: first), equals: [:])
      try require(try openItems(second, of: ledger).map(\.purchase.name), equals: ["token 8"])
      let unanswered = try ledger.unansweredBackfill(run: second, after: nil, limit: 99)
      try require(
        unanswered.map(\.purchase.name), equals: (2..<8).reversed().map { "token \($0)" })
      try require(Set(unanswered.map(\.purchase.account)), equals: ["ann"])
      let rest = try ledger.unansweredBackfill(run: second, after: unanswered[2], limit: 2)
      try require(rest, equals: Array(unanswered[3...4]))
      let third = try ledger.beginBackfill()
      try ledger.addBackfill(Array(list.prefix(5)), run: third, again: true)
      try require(
        Set(try openItems(third, of: ledger).map(\.purchase.name)),
        equals: Set(list.prefix(5).map(\.purchase.name)))
      try require(try ledger.verify(), equals: [])
    },
    LedgerRule(58, "An entry settles the item that it answers, also one stored before") { make in
      let ledger = try make()
      let run = try ledger.beginBackfill()
      try ledger.addBackfill(
        ["a", "b"].map { (purchase: listed($0), subscription: SubscriptionID("gp_\($0)")) },
        run: run, again: false)
      var entry = SampleWorld(seed: 58, subscriptions: 1).entries[0]
      for item in try openItems(run, of: ledger) {
        entry.backfill = item.number
        try ledger.append([entry], now: SampleWorld.middle)
      }
      try require(try openItems(run, of: ledger), equals: [])
      try require(try ledger.backfillCounts(run: run), equals: [.answered: 2])
      try require(try ledger.unansweredBackfill(run: run, after: nil, limit: 9), equals: [])
    },
    LedgerRule(59, "The erasure of an account forgets what lists say of it") { make in
      let ledger = try make()
      let run = try ledger.beginBackfill()
      try ledger.addBackfill(
        ["a", "b", "c"].map { name in
          var purchase = listed(name)
          purchase.account = name == "b" ? "bob" : "ann"
          return (purchase: purchase, subscription: SubscriptionID("gp_\(name)"))
        }, run: run, again: false)
      try ledger.settleBackfill(try openItems(run, of: ledger)[2].number, .unknown)
      _ = try ledger.erase("ann", actor: "ops", now: SampleWorld.middle)
      try require(try openItems(run, of: ledger).map(\.purchase.name), equals: ["b"])
      try require(try ledger.backfillCounts(run: run), equals: [.waiting: 1])
    },
    LedgerRule(105, "The erasure of an account forgets which of its purchases lists name") { make in
      let ledger = try make()
      let now = SampleWorld.middle
      for (name, account) in [("a", "ann"), ("b", "bob")] {
        try ledger.append(
          [failing(name, account: AccountID(account), graceEnds: now + .days(3))], now: now)
      }
      let run = try ledger.beginBackfill()
      try ledger.addBackfill(
        ["a", "b", "c"].map { name in
          var purchase = listed(name)
          purchase.account = nil
          return (purchase: purchase, subscription: SubscriptionID("as_\(name)"))
        }, run: run, again: false)
      try require(try ledger.erasable("ann").entries, equals: 1)
      _ = try ledger.erase("ann", actor: "ops", now: now)
      let left = try openItems(run, of: ledger).map(\.purchase.name)
      try require(left.sorted(), equals: ["b", "c"])
    },
  ]
}

/// A purchase of a list.
private func listed(_ name: String, line: Int = 1) -> BackfillPurchase {
  BackfillPurchase(store: .googlePlay, app: "com.example", name: name, account: "ann", line: line)
}

/// Everything of a run that waits.
private func openItems(_ run: Int64, of ledger: any Ledger) throws -> [BackfillItem] {
  try ledger.openBackfill(
    run: run, store: .googlePlay, app: "com.example", after: nil, limit: 10_000)
}

/// Settles items: the first two are answered, then one comes to each other outcome and one more is
/// unknown, and the rest are answered.
private func settle(_ items: [BackfillItem], in ledger: any Ledger) throws {
  let unanswered = BackfillOutcome.allCases.filter(\.isUnanswered) + [.unknown]
  for (place, item) in items.enumerated() {
    let number = place - 2
    if unanswered.indices.contains(number) {
      try ledger.settleBackfill(item.number, unanswered[number])
    } else {
      var entry = SampleWorld(seed: 58, subscriptions: 1).entries[0]
      (entry.identity, entry.backfill) = ("answer \(place)", item.number)
      try ledger.append([entry], now: SampleWorld.middle)
    }
  }
}

extension Array {
  fileprivate var nilIfEmpty: [Element]? { isEmpty ? nil : self }
}
