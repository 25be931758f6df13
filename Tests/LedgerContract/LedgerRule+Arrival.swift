import EventLedger
import SeededNumbers
import SubscriptionCore

extension LedgerRule {
  /// Entries of a world, some of them told again: by the same payload or by another one, heard
  /// earlier or later.
  private static func toldAgain(seed: UInt64) -> [LedgerEntry] {
    var numbers = SeededNumbers(seed: seed)
    var entries = SampleWorld(seed: seed, subscriptions: 25).entries
    for entry in entries {
      for copy in 0..<3 where numbers.happens(40) {
        let delay = Duration.seconds(Int64.random(in: -90_000...90_000, using: &numbers))
        var again = entry
        if numbers.happens(50) { again.identity += "/\(copy)" }
        again.receivedAt = entry.receivedAt + delay
        for place in again.events.indices {
          again.events[place].recordedAt = entry.events[place].recordedAt + delay
          // What a statement says may depend on when it was heard.
          again.events[place].facts.country = "heard at \(again.events[place].recordedAt)"
        }
        entries.append(again)
      }
    }
    return entries
  }

  /// What a ledger holds, leaving out where.
  private struct Contents: Equatable {
    var rows: [SubscriberSummary]
    var events: [[SubscriptionEvent]]
    var heardAt: [String: Timestamp]
    var figures: OverviewFigures
    var past: [[SubscriberSummary]]

    init(_ ledger: any Ledger, ids: [SubscriptionID]) throws {
      rows = try allRows(of: ledger)
      events = try ids.map { try ledger.events(of: $0).map(\.event) }
      var heardAt: [String: Timestamp] = [:]
      try ledger.forEachEntry(after: 0) { _, entry throws(LedgerError) in
        heardAt[entry.identity] = entry.receivedAt
      }
      self.heardAt = heardAt
      figures = try ledger.figures(at: SampleWorld.middle)
      past = try [.days(-90), .days(-20), .days(-3), .hours(-5)].map { ago in
        try allRows(of: try ledger.asOf(SampleWorld.middle + ago))
      }
    }
  }

  static let arrivalRules = [
    LedgerRule(7, "The order of arrival changes nothing, whatever was heard twice") { make in
      let entries = toldAgain(seed: 7)
      let ids = Set(entries.flatMap(\.events).map(\.subscription)).sorted()
      var numbers = SeededNumbers(seed: 71)
      var expected: Contents?
      for attempt in 0..<4 {
        let ledger = try make()
        let arriving = attempt == 0 ? entries : entries.shuffled(using: &numbers)
        var rest = arriving[...]
        while !rest.isEmpty {
          let batch = rest.prefix(Int.random(in: 1...60, using: &numbers))
          try ledger.append(Array(batch), now: SampleWorld.middle)
          rest = rest.dropFirst(batch.count)
        }
        try require(try ledger.verify(), equals: [])
        try require(try ledger.rebuild(check: true), equals: [])
        let contents = try Contents(ledger, ids: ids)
        if let expected {
          try require(contents.rows, equals: expected.rows, "rows, order \(attempt)")
          try require(contents.events, equals: expected.events, "events, order \(attempt)")
          try require(contents.heardAt, equals: expected.heardAt, "times, order \(attempt)")
          try require(contents.past, equals: expected.past, "the past, order \(attempt)")
          try require(contents == expected, "the same, order \(attempt)")
        } else {
          expected = contents
        }
      }
    },
    LedgerRule(8, "A payload that was heard earlier than was known keeps its place") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 8, subscriptions: 3)
      guard let entry = world.entries.first(where: { !$0.events.isEmpty }) else { return }
      var earlier = entry
      earlier.receivedAt = entry.receivedAt - .days(2)
      earlier.raw = [0]
      for place in earlier.events.indices {
        earlier.events[place].recordedAt = earlier.events[place].recordedAt - .days(2)
      }
      let now = SampleWorld.middle
      try require(
        try ledger.append([entry, earlier, entry], now: now),
        equals: [.stored(1), .duplicate(1), .duplicate(1)])
      var expected = earlier
      expected.raw = entry.raw
      try require(try ledger.entry(at: 1), equals: expected)
      let told = try ledger.recentEvents(EventQuery())
      try require(Set(told.map(\.event)), equals: Set(expected.events))
      try require(Set(told.map(\.position)), equals: [1])
    },
    LedgerRule(89, "Of two who record an action by one key the first to be stored has it") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 89, subscriptions: 3)
      let now = SampleWorld.middle
      try ledger.append(world.entries, now: now)
      guard let id = world.ids.min() else { return }
      func claim(_ actor: String, at instant: Timestamp) -> LedgerEntry {
        let event = SubscriptionEvent(
          id: "claim 1", kind: .claimed, subscription: id, effectiveAt: instant,
          statedAt: instant, recordedAt: instant, source: .operatorAction, verification: .unsigned,
          action: SubscriptionEvent.Action(actor: actor, until: now + .hours(4)))
        return LedgerEntry(
          identity: "claim 1", format: "action", raw: Array(actor.utf8), receivedAt: instant,
          verification: .unsigned, events: [event])
      }
      let last = try ledger.lastPosition()
      try require(
        try ledger.append([claim("ana", at: now)], now: now), equals: [.stored(last + 1)])
      // The clock of the other is a little behind.
      let late = claim("bo", at: now - .milliseconds(1))
      try require(try ledger.append([late], now: now), equals: [.duplicate(last + 1)])
      try require(
        try ledger.append([claim("cem", at: now - .days(1)), late], now: now),
        equals: [.duplicate(last + 1), .duplicate(last + 1)])
      let claims = try ledger.events(of: id).map(\.event).filter { $0.id == "claim 1" }
      try require(claims.map(\.action?.actor), equals: ["ana"])
      try require(try ledger.entry(at: last + 1)?.events.first?.action?.actor, equals: "ana")
      try require(try ledger.subscriber(id)?.claim(at: now)?.actor, equals: "ana")
      try require(try ledger.rebuild(check: true), equals: [])
    },
  ]
}
