import EventLedger
import SubscriptionCore

extension LedgerRule {
  static let outboxRules = [
    LedgerRule(50, "The outbox has what rows before and after tell, each change once") { make in
      for seed in UInt64(50)..<52 {
        let ledger = try make()
        let world = SampleWorld(seed: seed, subscriptions: 60)
        var now = SampleWorld.middle - .days(60)
        var (known, kinds): (Set<String>, Set<SubscriptionChange.Kind>) = ([], [])
        var rows: [SubscriptionID: SubscriberProjection] = [:]
        for start in stride(from: 0, to: world.entries.count, by: 17) {
          let batch = Array(world.entries[start..<min(start + 17, world.entries.count)])
          let last = try ledger.outboxBounds().last
          try ledger.append(batch, now: now)
          let after = Dictionary(
            uniqueKeysWithValues: try foldedRows(of: ledger).map { ($0.summary.id, $0) })
          var expected: [String] = []
          for (id, row) in after {
            let changes = SubscriptionChange.between(
              rows[id], and: row, shown: try newlyShown(in: batch, of: id, ledger), at: now)
            for change in changes where known.insert(change.id).inserted {
              expected.append(change.id)
              kinds.insert(change.kind)
            }
          }
          let told = try ledger.outbox(after: last, limit: 10_000)
          try require(told.map(\.change.id).sorted(), equals: expected.sorted(), "seed \(seed)")
          try require(told.allSatisfy { $0.recordedAt == now }, "recorded at the present")
          for change in told {
            var row = after[change.change.subscription.id]?.summary
            row?.episodes = []
            try require(row, equals: change.change.subscription)
          }
          rows = after
          now = now + .hours(7)
        }
        try require(kinds.count > 6, "most kinds occur: \(kinds)")
        let all = try ledger.outbox(after: 0, limit: 100_000)
        try require(all.map(\.number), equals: Array(1...Int64(all.count)))
        try require(try ledger.outbox(after: 3, limit: 2).map(\.number), equals: [4, 5])
        try require(try ledger.append(world.entries, now: now).count, equals: world.entries.count)
        try require(try ledger.outbox(after: 0, limit: 100_000), equals: all, "nothing anew")
      }
    },
    LedgerRule(51, "Time alone tells of a hold, a rebuild of nothing, an erasure forgets") { make in
      let ledger = try make()
      let now = SampleWorld.middle
      for (name, account) in [("a", "User-1"), ("b", "User-2")] {
        let entry = failing(name, account: AccountID(account), graceEnds: now + .days(3))
        try ledger.append([entry], now: now)
      }
      try ledger.advance(to: now + .days(2))
      let first = try ledger.outbox(after: 0, limit: 99)
      try require(first.count { $0.change.kind == .enteredGrace }, equals: 2)
      try require(!first.contains { $0.change.kind == .enteredHold }, "no hold yet")
      try ledger.advance(to: now + .days(4))
      let all = try ledger.outbox(after: 0, limit: 99)
      let holds = all.filter { $0.change.kind == .enteredHold }
      try require(holds.map(\.change.at), equals: [now + .days(3), now + .days(3)])
      try require(holds.map(\.recordedAt), equals: [now + .days(4), now + .days(4)])
      try require(holds.map(\.change.episode?.failedAt), equals: [now, now])
      _ = try ledger.rebuild(check: false)
      try ledger.advance(to: now + .days(4))
      try require(try ledger.outbox(after: 0, limit: 99), equals: all, "after a rebuild")
      try require(
        try ledger.lateChanges(after: 0, before: .distantFuture, limit: 99),
        equals: all.filter { CivilDate($0.change.at) < CivilDate($0.recordedAt) })
      try require(
        try ledger.lateChanges(after: 0, before: now + .days(4), limit: 99).map(\.number),
        equals: holds.map(\.number), "late")
      try require(
        try ledger.lateChanges(after: holds[0].number, before: now + .days(4), limit: 99),
        equals: [holds[1]], "late, after one")
      try require(try ledger.lateChanges(after: 0, before: now + .days(3), limit: 99), equals: [])
      try require(
        try ledger.lateChanges(after: 0, before: now + .days(4), limit: 1), equals: [holds[0]])
      try require(
        try ledger.lateNews(since: now + .days(4), now: now + .days(4)).count, equals: 0,
        "nothing was heard")
      try require(try ledger.outboxNumber(before: now), equals: 0)
      try require(
        try ledger.outboxNumber(before: now + .days(4)), equals: (holds.first?.number ?? 0) - 1)
      try require(try ledger.outboxNumber(before: now + .days(5)), equals: Int64(all.count))
      _ = try ledger.erase("User-1", actor: "ops", now: now + .days(4))
      let left = try ledger.outbox(after: 0, limit: 99)
      try require(left, equals: all.filter { $0.change.subscription.account == "User-2" })
      try require(try ledger.outboxBounds().last, equals: Int64(all.count))
      try require(try ledger.verify(), equals: [])
    },
    LedgerRule(104, "A rebuild takes back what a clock ahead told, and tells the rest anew") {
      make in
      let (ledger, other) = (try make(), try make())
      let now = SampleWorld.middle
      let entries = ["a", "b"].map {
        failing($0, account: AccountID($0), graceEnds: now + .days(1))
      }
      for entry in entries { try other.append([entry], now: now) }
      try ledger.append([entries[0]], now: now)
      let sound = try ledger.outboxBounds().last
      try ledger.append([entries[1]], now: now + .days(20))
      let all = try ledger.outbox(after: 0, limit: 99)
      try require(all.count { $0.change.kind == .enteredHold }, equals: 2, "by a clock ahead")
      let last = try ledger.outboxBounds().last
      try ledger.putReceiver(ReceiverState(name: "crm", cursor: last))
      var update = DeliveryUpdate(receiver: "crm", at: now, from: last)
      update.undelivered = all.map { change in
        ChangeDelivery(
          receiver: "crm", number: change.number, subscription: change.change.subscription.id,
          nextAt: now)
      }
      try ledger.settle(update)
      _ = try ledger.rebuild(check: false, at: now) { _ in }
      let left = try ledger.outbox(after: 0, limit: 99)
      let expected = try other.outbox(after: 0, limit: 99)
      try require(left.map(\.change.id), equals: expected.map(\.change.id), "what is true")
      try require(
        left.map(\.change.subscription), equals: expected.map(\.change.subscription),
        "as by a sound clock")
      try require(left.allSatisfy { $0.recordedAt == now }, "recorded at the present")
      try require(
        left.allSatisfy { $0.number <= sound || $0.number > last }, "no number is used twice")
      try require(
        try ledger.deliveries(DeliveryQuery()).map(\.number),
        equals: left.map(\.number).filter { $0 <= sound }, "nothing false is sent")
      for ledger in [ledger, other] { try ledger.advance(to: now + .days(2)) }
      let (later, sooner) = (
        try ledger.outbox(after: 0, limit: 99), try other.outbox(after: 0, limit: 99)
      )
      try require(later.map(\.change.id), equals: sooner.map(\.change.id), "time goes on")
      try require(later.count { $0.change.kind == .enteredHold }, equals: 2)
      try require(try ledger.verify(), equals: [])
    },
    LedgerRule(106, "A rebuild keeps the prompts that a clock ahead recorded") { make in
      let ledger = try make()
      let now = SampleWorld.middle
      let failing = failing("a", account: "ann", at: now - .hours(3), graceEnds: now + .days(9))
      try ledger.append([failing], now: now)
      var event = failing.events[0]
      (event.id, event.kind, event.facts) = ("shown", .promptShown, StoreFacts())
      (event.effectiveAt, event.statedAt) = (now - .hours(1), now - .hours(1))
      (event.source, event.verification) = (.operatorAction, .unsigned)
      event.action = SubscriptionEvent.Action(actor: "Mei", step: 2)
      let shown = LedgerEntry(
        identity: "shown", format: "action", raw: [1], receivedAt: now, verification: .unsigned,
        events: [event])
      try ledger.append([shown], now: now + .hours(2))
      _ = try ledger.rebuild(check: false, at: now) { _ in }
      let kinds = try ledger.outbox(after: 0, limit: 99).map(\.change.kind)
      try require(kinds.count { $0 == .promptShown }, equals: 1)
      try require(kinds.count { $0 == .enteredGrace }, equals: 1)
    },
    LedgerRule(92, "What follows from old news is no news, and what the clock tells is") { make in
      let ledger = try make()
      let (failed, now) = (SampleWorld.middle, SampleWorld.middle + .days(20))
      for (name, failedAt, graceEnds) in [
        ("a", failed, now - .days(1)), ("b", failed, now + .days(1)),
        ("c", now - .days(2), now - .days(1)),
      ] {
        let entry = failing(name, account: AccountID(name), at: failedAt, graceEnds: graceEnds)
        try ledger.append([entry], now: now)
      }
      try ledger.advance(to: now + .days(2))
      let holds = try ledger.outbox(after: 0, limit: 99).filter { $0.change.kind == .enteredHold }
      let old = holds.filter { $0.isBackfill(horizon: RecordedChange.usualHorizon) }
      try require(Set(holds.map(\.change.subscription.id)), equals: ["as_a", "as_b", "as_c"])
      try require(old.map(\.change.subscription.id), equals: ["as_a"], "old news")
      try require(old.map(\.change.newsAt), equals: [failed], "the store's latest word is kept")
    },
    LedgerRule(93, "An erasure takes an account's changes, whose the purchase is now") { make in
      let ledger = try make()
      let now = SampleWorld.middle
      try ledger.append([failing("a", account: "Ann", graceEnds: now + .days(3))], now: now)
      var paid = failing("a", account: "Ben", at: now + .hours(1), graceEnds: now + .days(3))
      paid.identity = "paid-a"
      paid.events[0].id = "paid-a"
      paid.events[0].kind = .recovered
      paid.events[0].facts.status = .active
      paid.events[0].facts.expiresAt = now + .days(30)
      try ledger.append([paid], now: now + .hours(2))
      func owners() throws -> [AccountID?] {
        try ledger.outbox(after: 0, limit: 99).map(\.change.subscription.account)
      }
      try require(Set(try owners()), equals: ["Ann", "Ben"])
      _ = try ledger.erase("Ann", actor: "ops", now: now + .hours(3))
      try require(Set(try owners()), equals: ["Ben"], "nobody hears of Ann any more")
    },
    LedgerRule(52, "Old changes are removed, and their numbers never used again") { make in
      let ledger = try make()
      let now = SampleWorld.middle
      try ledger.append([failing("a", account: "A", graceEnds: now + .days(3))], now: now)
      let old = try ledger.outboxBounds()
      try require(old.removed, equals: 0)
      try require(old.last > 0, "there are changes")
      try ledger.putReceiver(ReceiverState(name: "crm", cursor: 0))
      var update = DeliveryUpdate(receiver: "crm", at: now, from: 0)
      update.undelivered = [
        ChangeDelivery(
          receiver: "crm", number: 1, subscription: "as_a", status: .dead, nextAt: now)
      ]
      try ledger.settle(update)
      try require(try ledger.figures(at: now).undelivered, equals: 1)
      try require(try ledger.outboxFigures().receivers.map(\.dead), equals: [1])
      try ledger.setOutboxRetention(.days(8))
      let later = now + .days(9)
      try ledger.append([failing("b", account: "B", graceEnds: later + .days(3))], now: later)
      try require(try ledger.outboxBounds().removed, equals: 0, "the clock may be ahead")
      try ledger.append([failing("c", account: "C", graceEnds: later + .days(3))], now: later)
      let kept = try ledger.outbox(after: 0, limit: 99)
      try require(kept.allSatisfy { $0.recordedAt == later }, "the old ones are gone")
      try require(kept.first.map(\.number), equals: old.last + 1)
      try require(try ledger.outboxBounds().removed, equals: old.last)
      try require(try ledger.deliveries(DeliveryQuery()), equals: [])
      try require(try ledger.figures(at: now).undelivered, equals: 0)
    },
    LedgerRule(53, "What did not arrive holds back the same subscription alone, and is sent again")
    {
      make in
      let ledger = try make()
      let now = SampleWorld.middle
      for name in ["a", "b"] {
        let entry = failing(name, account: AccountID(name), graceEnds: now + .days(1))
        try ledger.append([entry], now: now)
      }
      try ledger.advance(to: now + .days(9))
      let all = try ledger.outbox(after: 0, limit: 99)
      let mine = all.filter { $0.change.subscription.id == "as_a" }.map(\.number)
      try require(mine.count >= 3, "several changes of one")
      try require(try ledger.deliveryWork(for: "crm", at: now, limit: 9), equals: DeliveryWork())
      try ledger.putReceiver(ReceiverState(name: "crm", cursor: 0))
      var work = try ledger.deliveryWork(for: "crm", at: now, limit: 99)
      try require(work.next, equals: all)
      func delivery(
        _ number: Int64, _ status: ChangeDelivery.Status, at instant: Timestamp
      ) -> ChangeDelivery {
        ChangeDelivery(
          receiver: "crm", number: number, subscription: "as_a", status: status, attempts: 1,
          nextAt: instant, triedAt: now, problem: "it answers 500")
      }
      var update = DeliveryUpdate(receiver: "crm", at: now, from: 0)
      update.to = mine[1]
      update.undelivered = [
        delivery(mine[0], .waiting, at: now + .minutes(5)), delivery(mine[1], .held, at: now),
      ]
      try ledger.settle(update)
      work = try ledger.deliveryWork(for: "crm", at: now + .minutes(4), limit: 99)
      try require(work.due, equals: [])
      try require(work.state?.cursor, equals: mine[1])
      try require(work.blocked, equals: ["as_a"])
      try require(work.open, equals: [])
      try require(try ledger.deliveries(DeliveryQuery()), equals: update.undelivered)
      work = try ledger.deliveryWork(for: "crm", at: now + .minutes(5), limit: 99)
      try require(work.due.map(\.delivery), equals: [update.undelivered[0]])
      try require(work.due.map(\.change.number), equals: [mine[0]])
      // An attempt that a clock ahead has planned is due, since no pause is so long.
      let ahead = mine[0]
      for (next, isDue) in [(ChangeDelivery.longestPause, false), (.days(400), true)] {
        var planned = DeliveryUpdate(receiver: "crm", at: now, from: mine[1])
        (planned.to, planned.undelivered) = (mine[1], [delivery(ahead, .waiting, at: now + next)])
        try ledger.settle(planned)
        work = try ledger.deliveryWork(for: "crm", at: now, limit: 99)
        try require(work.due.map(\.change.number), equals: isDue ? [ahead] : [], "\(next)")
      }
      // Once the first has arrived the next may go.
      var arrived = DeliveryUpdate(receiver: "crm", at: now + .minutes(5), from: mine[1])
      arrived.delivered = [mine[0]]
      try ledger.settle(arrived)
      work = try ledger.deliveryWork(for: "crm", at: now + .minutes(5), limit: 99)
      try require(work.due.map(\.delivery.number), equals: [mine[1]])
      // A cursor that somebody moved meanwhile stays where it was moved to.
      try ledger.putReceiver(ReceiverState(name: "crm", cursor: 0))
      var late = DeliveryUpdate(receiver: "crm", at: now, from: mine[1])
      late.to = mine[2]
      late.undelivered = [delivery(mine[1], .dead, at: now)]
      try ledger.settle(late)
      work = try ledger.deliveryWork(for: "crm", at: now + .days(1), limit: 99)
      try require(work.state?.cursor, equals: 0)
      try require(work.due, equals: [], "a dead one is not sent")
      try require(work.blocked, equals: [], "and holds nobody back")
      try require(try ledger.retryDeliveries(of: "crm", number: mine[0], at: now), equals: 0)
      try require(try ledger.retryDeliveries(of: "crm", number: nil, at: now), equals: 1)
      try require(try ledger.deliveries(DeliveryQuery(statuses: [.dead])), equals: [])
      work = try ledger.deliveryWork(for: "crm", at: now, limit: 99)
      try require(work.due.map(\.delivery.attempts), equals: [0])
      try require(work.open, equals: [mine[1]])
      // A receiver that is back is sent at once what waits; one that is gone says so.
      var back = DeliveryUpdate(receiver: "crm", at: now, from: 0)
      back.undelivered = [delivery(mine[1], .waiting, at: now + .days(2))]
      (back.isBack, back.disabled) = (true, "it answers 410")
      try ledger.settle(back)
      work = try ledger.deliveryWork(for: "crm", at: now, limit: 99)
      try require(work.due.count, equals: 1)
      try require(
        try ledger.receivers(),
        equals: [ReceiverState(name: "crm", cursor: 0, disabled: "it answers 410")])
      _ = try ledger.retryDeliveries(of: "crm", number: nil, at: now)
      try require(try ledger.receivers(), equals: [ReceiverState(name: "crm", cursor: 0)])
      try require(try ledger.deliveries(DeliveryQuery(receiver: "other")), equals: [])
    },
    LedgerRule(64, "What waits for a change that arrives at that moment is due at once") { make in
      let ledger = try make()
      let now = SampleWorld.middle
      try ledger.append([failing("a", account: "A", graceEnds: now + .days(1))], now: now)
      func delivery(_ number: Int64, _ status: ChangeDelivery.Status) -> ChangeDelivery {
        ChangeDelivery(
          receiver: "crm", number: number, subscription: "as_a", status: status, nextAt: now)
      }
      for hasArrived in [true, false] {
        try ledger.putReceiver(ReceiverState(name: "crm", cursor: 1))
        var failed = DeliveryUpdate(receiver: "crm", at: now, from: 1)
        failed.undelivered = [delivery(1, .waiting)]
        try ledger.settle(failed)
        var update = DeliveryUpdate(receiver: "crm", at: now, from: 1)
        update.to = 2
        update.delivered = hasArrived ? [1] : []
        update.undelivered = [delivery(2, .held)] + (hasArrived ? [] : [delivery(1, .dead)])
        try ledger.settle(update)
        let work = try ledger.deliveryWork(for: "crm", at: now, limit: 99)
        try require(work.due.map(\.delivery.number), equals: [2], "arrived: \(hasArrived)")
      }
    },
    LedgerRule(80, "What nothing holds is released on demand, and nothing else is") { make in
      let ledger = try make()
      let now = SampleWorld.middle
      for name in ["a", "b"] {
        let entry = failing(name, account: AccountID(name), graceEnds: now + .days(1))
        try ledger.append([entry], now: now)
      }
      try ledger.advance(to: now + .days(9))
      let all = try ledger.outbox(after: 0, limit: 99)
      func numbers(_ id: SubscriptionID) -> [Int64] {
        all.filter { $0.change.subscription.id == id }.map(\.number)
      }
      func delivery(
        _ number: Int64, _ id: SubscriptionID, _ status: ChangeDelivery.Status
      ) -> ChangeDelivery {
        ChangeDelivery(
          receiver: "crm", number: number, subscription: id, status: status,
          nextAt: now + .minutes(9))
      }
      let (held, behind) = (numbers("as_a"), numbers("as_b"))
      for isAsked in [true, false] {
        try ledger.putReceiver(ReceiverState(name: "crm", cursor: all.last?.number ?? 0))
        var update = DeliveryUpdate(receiver: "crm", at: now, from: all.last?.number ?? 0)
        update.undelivered =
          held.prefix(2).map { delivery($0, "as_a", .held) }
          + [delivery(behind[0], "as_b", .waiting), delivery(behind[1], "as_b", .held)]
        try ledger.settle(update)
        try require(
          try ledger.deliveryWork(for: "crm", at: now, limit: 99).due.isEmpty, "all is held")
        let figures = try ledger.outboxFigures()
        try require(figures.bounds, equals: try ledger.outboxBounds())
        try require(figures.receivers.map(\.state), equals: try ledger.receivers())
        try require(figures.receivers.map(\.waiting), equals: [1], "asked: \(isAsked)")
        try require(figures.receivers.map(\.held), equals: [3], "asked: \(isAsked)")
        try require(figures.receivers.map(\.dead), equals: [0], "asked: \(isAsked)")
        let later = now + .minutes(2)
        if isAsked {
          try require(try ledger.releaseDeliveries(of: "other", at: later), equals: 0)
          try require(try ledger.releaseDeliveries(of: "crm", at: later), equals: 1)
          try require(try ledger.releaseDeliveries(of: "crm", at: later), equals: 0)
        } else {
          try require(
            try ledger.retryDeliveries(of: "crm", number: held[0], at: later), equals: 1)
        }
        let due = try ledger.deliveryWork(for: "crm", at: later, limit: 99).due
        try require(due.map(\.delivery.number), equals: [held[0]], "asked: \(isAsked)")
      }
    },
  ]

  /// A subscription whose renewal was declined, in grace until an instant.
  static func failing(
    _ name: String, account: AccountID, at failedAt: Timestamp? = nil, graceEnds: Timestamp
  ) -> LedgerEntry {
    let failedAt = failedAt ?? max(graceEnds - .days(3), SampleWorld.middle)
    var facts = StoreFacts()
    (facts.originalTransactionID, facts.account) = (name, account)
    (facts.environment, facts.product, facts.app) = (.production, "gold", "com.example.app")
    (facts.status, facts.expiresAt, facts.graceEndsAt) = (.grace, failedAt, graceEnds)
    facts.autoRenew = true
    let event = SubscriptionEvent(
      id: EventID("fail-" + name), kind: .billingFailed, subscription: SubscriptionID("as_" + name),
      effectiveAt: failedAt, statedAt: failedAt, recordedAt: failedAt,
      source: .appStoreNotification, verification: .verified, facts: facts)
    return LedgerEntry(
      identity: "fail-" + name, format: "sample", raw: Array(name.utf8), receivedAt: failedAt,
      verification: .verified, events: [event])
  }

  /// The prompts that a batch told first as shown.
  private static func newlyShown(
    in batch: [LedgerEntry], of id: SubscriptionID, _ ledger: any Ledger
  ) throws -> [SubscriptionEvent] {
    let ids = Set(batch.flatMap(\.events).map(\.id))
    return try ledger.events(of: id).map(\.event)
      .filter { $0.kind == .promptShown && ids.contains($0.id) }
  }
}
