import EventLedger
import SubscriptionCore

extension LedgerRule {
  /// The rules of an open ledger as a whole, and of finding rows and positions in it.
  public static let connectionRules = [
    LedgerRule(60, "Several rows come in the order asked for, without those of unknown ids") {
      make in
      let ledger = try SampleWorld(seed: 60, subscriptions: 30).ledger(make)
      let rows = try allRows(of: ledger)
      let wanted = Array(rows.reversed().prefix(12))
      let ids = ["none"] + wanted.map(\.id) + ["gp_none"]
      try require(try ledger.summaries(ids), equals: wanted)
      try require(try ledger.summaries([wanted[3].id, wanted[3].id]).count, equals: 2)
      try require(try ledger.summaries([]), equals: [])
    },
    LedgerRule(61, "The first position after an instant is found, across erased entries") { make in
      let ledger = try make()
      try require(try ledger.position(after: .epoch), equals: nil, "in an empty ledger")
      let start = SampleWorld.middle
      func entry(_ number: Int) -> LedgerEntry {
        var facts = StoreFacts()
        facts.account = AccountID(number % 3 == 0 ? "gone" : "kept")
        let at = start + .minutes(number)
        let event = SubscriptionEvent(
          id: EventID("e\(number)"), kind: .purchased, subscription: SubscriptionID("as_\(number)"),
          effectiveAt: at, statedAt: at, recordedAt: at, source: .appStoreNotification,
          verification: .verified, facts: facts)
        return LedgerEntry(
          identity: "i\(number)", format: "sample", raw: [1], receivedAt: at,
          verification: .verified, events: [event])
      }
      try ledger.append((1...20).map(entry), now: start + .hours(1))
      func check(_ what: String) throws {
        var kept: [(LedgerPosition, Timestamp)] = []
        try ledger.forEachEntry(after: 0) { kept.append(($0, $1.receivedAt)) }
        for minute in 0...21 {
          for instant in [start + .minutes(minute), start + .minutes(minute) - .milliseconds(1)] {
            let found = try ledger.position(after: instant)
            let next = found.flatMap { found in kept.first { $0.0 >= found } }
            let expected = kept.first { $0.1 > instant }
            try require(next?.0, equals: expected?.0, "\(what), after \(instant)")
          }
        }
      }
      try check("all of them")
      _ = try ledger.erase("gone", actor: "test", now: start + .hours(1))
      try check("without the erased")
    },
    LedgerRule(62, "Another policy derives every row anew, and the same one none") { make in
      let ledger = try SampleWorld(seed: 69, subscriptions: 60).ledger(make)
      try require(try ledger.adopt(ledger.policy), equals: nil, "the same policy")
      var policy = ledger.policy
      policy.prompts.appStore.step = .storeMessages
      policy.prompts.googlePlay.step = .storeMessages
      let before = try allRows(of: ledger)
      let changed = try ledger.adopt(policy)
      let after = try allRows(of: ledger)
      let differing = zip(before, after).count { $0 != $1 }
      try require(differing > 0, "some rows follow the policy")
      try require((changed ?? 0) >= differing, "\(differing) rows differ, \(changed ?? 0) told")
      try require(ledger.policy, equals: policy)
      try require(try ledger.rebuild(check: true), equals: [])
    },
    LedgerRule(63, "A lease is exchanged for what its holder decides, and kept") { make in
      let ledger = try make()
      try require(try ledger.lease(), equals: nil)
      let owner = LeaseOwner(run: "r", host: "h", process: 1, numbering: "n", began: "b")
      let lease = LedgerLease(
        owner: owner, since: SampleWorld.middle, until: SampleWorld.middle + .seconds(30))
      try require(try ledger.exchangeLease { $0 ?? lease }, equals: lease)
      try require(try ledger.lease(), equals: lease)
      try require(try ledger.exchangeLease { _ in nil }, equals: nil)
      try require(try ledger.lease(), equals: nil)
    },
  ]
}
