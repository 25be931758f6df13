import EventLedger
import SeededNumbers
import SubscriptionCore

/// The rows of a ledger by a fold of its events, the long way round.
func foldedRows(of ledger: any Ledger) throws -> [SubscriberProjection] {
  guard let now = try ledger.advancedTo() else { return [] }
  var rows: [SubscriberProjection] = []
  for summary in try allRows(of: ledger) {
    guard let subscriber = try ledger.subscriber(summary.id) else { continue }
    let profile = try subscriber.account.flatMap { try ledger.profile($0) }
    rows.append(
      SubscriberProjection(of: subscriber, at: now, policy: ledger.policy, profile: profile))
  }
  return rows
}

/// Every row of a ledger, ordered by id.
public func allRows(of ledger: any Ledger) throws -> [SubscriberSummary] {
  try ledger.subscribers(SubscriberQuery(sort: .id, limit: 100_000)).rows
}

extension LedgerRule {
  static let rowRules = [
    LedgerRule(10, "Rows equal a fold of the events after any history") { make in
      for seed in UInt64(10)..<12 {
        let ledger = try make()
        let world = SampleWorld(seed: seed, subscriptions: 60)
        var now = SampleWorld.middle - .days(60)
        for start in stride(from: 0, to: world.entries.count, by: 23) {
          let batch = world.entries[start..<min(start + 23, world.entries.count)]
          try ledger.append(Array(batch), now: now)
          now = now + .hours(31)
          if start % 2 == 0 { try ledger.advance(to: now) }
          if start == 46 { try ledger.putProfiles(world.profiles) }
        }
        try require(
          try allRows(of: ledger), equals: try foldedRows(of: ledger).map(\.summary))
        try require(try ledger.rebuild(check: true), equals: [])
        try require(try ledger.verify(), equals: [])
      }
    },
    LedgerRule(11, "The same events in any order and any batches give the same rows") { make in
      let world = SampleWorld(seed: 11, subscriptions: 50)
      let now = SampleWorld.middle + .days(3)
      var numbers = SeededNumbers(seed: 99)
      var expected: [SubscriberSummary]?
      for size in [1_000, 1, 17] {
        let ledger = try make()
        let entries = world.entries.shuffled(using: &numbers)
        for start in stride(from: 0, to: entries.count, by: size) {
          try ledger.append(
            Array(entries[start..<min(start + size, entries.count)]), now: now)
        }
        let rows = try allRows(of: ledger)
        if let expected { try require(rows, equals: expected) } else { expected = rows }
      }
      let ids = Set((expected ?? []).map(\.id))
      try require(ids.isSubset(of: world.ids) && ids.count > 40, "rows of the subscriptions")
    },
    LedgerRule(12, "Time alone moves rows, and the answer names those that it moved") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 12, subscriptions: 80)
      var now = SampleWorld.middle - .days(10)
      try ledger.append(world.entries, now: now)
      for _ in 0..<25 {
        let before = Dictionary(
          uniqueKeysWithValues: try allRows(of: ledger).map { ($0.id, $0) })
        now = now + .hours(53)
        let moved = try ledger.advance(to: now)
        let after = try allRows(of: ledger)
        let changed = after.filter { before[$0.id] != $0 }.map(\.id)
        try require(moved, equals: changed.sorted { $0.rawValue.utf8Precedes($1.rawValue) })
        try require(after, equals: try foldedRows(of: ledger).map(\.summary))
      }
      try require(try ledger.rebuild(check: true), equals: [])
      try require(try ledger.advance(to: now - .days(1)), equals: [])
      try require(try ledger.advancedTo(), equals: now)
    },
    LedgerRule(13, "A rebuild replaces nothing in a sound ledger") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 13, subscriptions: 40)
      try ledger.append(world.entries, now: SampleWorld.middle)
      try ledger.putProfiles(world.profiles)
      let (rows, figures) = (
        try allRows(of: ledger), try ledger.figures(at: SampleWorld.middle)
      )
      try require(try ledger.rebuild(check: false), equals: [])
      try require(try allRows(of: ledger), equals: rows)
      try require(try ledger.figures(at: SampleWorld.middle), equals: figures)
      try require(try ledger.verify(), equals: [])
    },
    LedgerRule(48, "A rebuild brings rows back that a clock moved ahead") { make in
      let (ledger, other) = (try make(), try make())
      let world = SampleWorld(seed: 13, subscriptions: 40)
      let now = SampleWorld.middle
      for ledger in [ledger, other] { try ledger.append(world.entries, now: now) }
      try ledger.advance(to: now + .days(400))
      try require(try allRows(of: ledger) != allRows(of: other), "time has moved rows")
      try require(!(try ledger.rebuild(check: false, at: now) { _ in }).isEmpty, "moved back")
      try require(try ledger.advancedTo(), equals: now)
      try require(try allRows(of: ledger), equals: try allRows(of: other))
      var figures = try other.figures(at: now)
      // What was recorded by that clock was not heard yet.
      figures.feeds.forget(after: now)
      try require(try ledger.figures(at: now) == figures, "the figures of that instant")
      try require(try ledger.rebuild(check: true), equals: [])
      // And time goes on from there.
      try ledger.advance(to: now + .days(3))
      try other.advance(to: now + .days(3))
      try require(try allRows(of: ledger), equals: try allRows(of: other))
    },
    LedgerRule(14, "One row, several subscribers and unknown names") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 14, subscriptions: 10)
      try ledger.append(world.entries, now: SampleWorld.middle)
      let rows = try allRows(of: ledger)
      for row in rows { try require(try ledger.summary(row.id), equals: row) }
      let ids = rows.map(\.id).reversed() as [SubscriptionID]
      try require(try ledger.subscribers(["none"] + ids).map(\.id), equals: ids)
      try require(try ledger.subscriber("none"), equals: nil)
      try require(try ledger.summary("none"), equals: nil)
      try require(try ledger.events(of: "none"), equals: [])
    },
    LedgerRule(15, "The past is the events recorded by then, standing then") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 15, subscriptions: 40)
      try ledger.append(world.entries, now: SampleWorld.middle + .days(100))
      try ledger.putProfiles(world.profiles)
      let then = SampleWorld.middle - .days(20)
      let past = try ledger.asOf(then)
      let known = try make()
      for var entry in world.entries where entry.receivedAt <= then {
        entry.events.removeAll { $0.recordedAt > then }
        try known.append([entry], now: then)
      }
      try known.putProfiles(world.profiles)
      try require(try allRows(of: past), equals: try allRows(of: known))
      try require(try past.advancedTo(), equals: then)
      try require(try past.figures(at: then).total, equals: try known.figures(at: then).total)
    },
    LedgerRule(16, "Requests to ask the store anew are found until it answers") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 16, subscriptions: 400)
      try ledger.append(world.entries, now: SampleWorld.middle)
      let open = try allRows(of: ledger).compactMap { row in
        row.refreshRequestedAt.map { (at: $0, id: row.id) }
      }
      try require(open.count > 1, "some requests are open: \(open.count)")
      let ids = open.sorted { ($0.at, $0.id) < ($1.at, $1.id) }.map(\.id)
      try require(try ledger.openRefreshRequests(limit: 1_000), equals: ids)
      try require(try ledger.openRefreshRequests(limit: 2), equals: Array(ids.prefix(2)))
      let asked = try Filter.parse("refresh:any")
      try require(try ledger.count(asked), equals: ids.count)
      guard
        let event = try ledger.events(of: ids[0]).map(\.event).first(where: { !$0.kind.isAction })
      else { throw BrokenRule(description: "an event of \(ids[0])") }
      var answer = event
      (answer.id, answer.kind) = ("answer", .snapshot)
      (answer.statedAt, answer.recordedAt) = (.distantFuture, .distantFuture)
      let entry = LedgerEntry(
        identity: "answer", format: "sample", raw: [], receivedAt: SampleWorld.middle,
        verification: .verified, events: [answer])
      try ledger.append([entry], now: SampleWorld.middle)
      try require(
        try ledger.openRefreshRequests(limit: 1_000), equals: Array(ids.dropFirst()))
    },
    LedgerRule(55, "What only notifications tell of is found until the store answers") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 55, subscriptions: 100)
      try ledger.append(world.entries, now: SampleWorld.middle)
      for (place, kind) in [EventKind.purchased, .holdStarted, .expired, .refunded].enumerated() {
        try ledger.append([bareNotification(kind, place: place)], now: SampleWorld.middle)
      }
      let bare = try allRows(of: ledger).filter { $0.status.flags.contains(.notYetAsked) }
      let ids = bare.sorted { ($1.lastEventAt, $0.id) < ($0.lastEventAt, $1.id) }.map(\.id)
      try require(ids.count(where: { $0.rawValue.hasPrefix("gp_bare") }), equals: 4)
      try require(try ledger.notYetAsked(limit: 1_000), equals: ids)
      try require(try ledger.notYetAsked(limit: 3), equals: Array(ids.prefix(3)))
      try require(try ledger.count(try Filter.parse("flag:notYetAsked")), equals: ids.count)
      try require(try ledger.summary("gp_bare0")?.status.state, equals: .unknown)
      try require(try ledger.summary("gp_bare1")?.status.state, equals: .hold)
      var answer = bareNotification(.snapshot, place: 0)
      answer.identity = "answer"
      answer.events[0].id = "answer"
      answer.events[0].facts.status = .active
      try ledger.append([answer], now: SampleWorld.middle)
      try require(try ledger.notYetAsked(limit: 1_000), equals: ids.filter { $0 != "gp_bare0" })
      try require(try ledger.summary("gp_bare0")?.status.state, equals: .active)
    },
    LedgerRule(108, "More purchases of one account than a customer has count each alone") { make in
      let most = CustomerPurchases.countMax
      for batch in [1, 30] {
        let ledger = try make()
        var sent = 0
        for count in [most - 2, 1, batch, 1, 1] {
          let entries = (sent..<sent + count).map(purchaseOfEverybody)
          try ledger.append(entries, now: SampleWorld.middle)
          sent += count
          for id in [purchaseOfEverybody(0), entries[0]].map(\.events[0].subscription) {
            let links = try ledger.subscriber(id)?.linkedPurchases(
              at: SampleWorld.middle, policy: ledger.policy)
            try require(links?.count, equals: sent <= most ? sent - 1 : 0, "\(sent): \(id)")
          }
          let risk = try Filter.parse("flag:doubleBillingRisk")
          try require(try ledger.count(risk) > 0, equals: sent <= most, "\(sent)")
        }
        try require(try ledger.rebuild(check: true), equals: [])
      }
    },
  ]
}

/// A purchase of an app that gives the store one account for all users; every second one fails.
private func purchaseOfEverybody(_ number: Int) -> LedgerEntry {
  let name = "everybody\(number)"
  let heard = SampleWorld.middle - .days(number.isMultiple(of: 2) ? 5 : 2)
  var facts = StoreFacts()
  (facts.originalTransactionID, facts.account) = (name, "guest")
  (facts.environment, facts.product, facts.autoRenew) = (.production, "pro", true)
  if number.isMultiple(of: 2) {
    (facts.status, facts.purchasedAt) = (.grace, heard - .days(30))
    (facts.expiresAt, facts.graceEndsAt) = (heard, heard + .days(16))
  } else {
    (facts.status, facts.purchasedAt, facts.expiresAt) = (.active, heard, heard + .days(30))
  }
  let event = SubscriptionEvent(
    id: EventID(name), kind: number.isMultiple(of: 2) ? .billingFailed : .purchased,
    subscription: SubscriptionID("as_" + name), effectiveAt: heard, statedAt: heard,
    recordedAt: heard, source: .appStoreNotification, verification: .verified, facts: facts)
  return LedgerEntry(
    identity: name, format: "sample", raw: [], receivedAt: heard, verification: .verified,
    events: [event])
}

/// A notification of Google Play of a purchase that nothing else tells of.
private func bareNotification(_ kind: EventKind, place: Int) -> LedgerEntry {
  let heard = SampleWorld.middle - .hours(place)
  var facts = StoreFacts()
  facts.purchaseToken = "bare-token-\(place)"
  let event = SubscriptionEvent(
    id: EventID("bare\(place)"), kind: kind, subscription: SubscriptionID("gp_bare\(place)"),
    effectiveAt: heard, statedAt: heard, recordedAt: heard, source: .googlePlayNotification,
    verification: .unsigned, facts: facts)
  return LedgerEntry(
    identity: "bare\(place)", format: "sample", raw: [], receivedAt: heard,
    verification: .unsigned, events: [event])
}
