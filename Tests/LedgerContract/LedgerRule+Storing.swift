import EventLedger
import SubscriptionCore

extension LedgerRule {
  static let storingRules = [
    LedgerRule(1, "An entry is stored whole, with every event") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 1, subscriptions: 12)
      let outcomes = try ledger.append(world.entries, now: SampleWorld.middle)
      for (entry, outcome) in zip(world.entries, outcomes) {
        guard case .stored(let position) = outcome else {
          throw BrokenRule(description: "\(entry.identity) was not stored")
        }
        try require(try ledger.entry(at: position), equals: entry, "the entry as it was given")
      }
      try require(try ledger.entry(at: 0), equals: nil)
      try require(try ledger.entry(at: 1_000_000), equals: nil)
    },
    LedgerRule(2, "The same identity again changes nothing and answers duplicate") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 2, subscriptions: 8)
      let now = SampleWorld.middle
      let entry = world.entries[0]
      try require(
        try ledger.append([entry, entry], now: now), equals: [.stored(1), .duplicate(1)])
      let rows = try ledger.subscribers(SubscriberQuery())
      var other = entry
      other.raw = [0]
      other.events = world.entries[1].events
      try require(try ledger.append([other], now: now), equals: [.duplicate(1)])
      try require(try ledger.lastPosition(), equals: 1)
      try require(try ledger.subscribers(SubscriberQuery()), equals: rows)
      try require(try ledger.entry(at: 1), equals: entry)
    },
    LedgerRule(3, "A statement that comes in two payloads counts once") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 3, subscriptions: 4)
      guard let entry = world.entries.first(where: { !$0.events.isEmpty }) else { return }
      var again = entry
      again.identity += "-again"
      try ledger.append([entry, again], now: SampleWorld.middle)
      try require(try ledger.lastPosition(), equals: 2)
      let subscription = entry.events[0].subscription
      try require(
        try ledger.events(of: subscription).map(\.event).count, equals: entry.events.count)
      try require(try ledger.recentEvents(EventQuery()).map(\.position).max(), equals: 1)
      try require(try ledger.entry(at: 2), equals: again)
    },
    LedgerRule(4, "Positions grow by one with every entry") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 4, subscriptions: 20)
      for start in stride(from: 0, to: world.entries.count, by: 7) {
        let batch = Array(world.entries[start..<min(start + 7, world.entries.count)])
        let outcomes = try ledger.append(batch, now: SampleWorld.middle)
        try require(
          outcomes, equals: batch.indices.map { .stored(LedgerPosition(start + $0 + 1)) })
        try require(try ledger.lastPosition(), equals: LedgerPosition(start + batch.count))
      }
    },
    LedgerRule(5, "Every entry is told in order") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 5, subscriptions: 90)
      try ledger.append(world.entries, now: SampleWorld.middle)
      var told: [LedgerEntry] = []
      try ledger.forEachEntry(after: 3) { position, entry throws(LedgerError) in
        if position == LedgerPosition(told.count + 4) { told.append(entry) }
      }
      try require(told, equals: Array(world.entries.dropFirst(3)))
    },
    LedgerRule(6, "Recent events come newest first, a page ends with a whole entry") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 6, subscriptions: 30)
      try ledger.append(world.entries, now: SampleWorld.middle)
      let all = try ledger.recentEvents(EventQuery(limit: 10_000))
      try require(all.map(\.position), equals: all.map(\.position).sorted(by: >))
      var paged: [LedgerEvent] = []
      var query = EventQuery(limit: 4)
      while true {
        let page = try ledger.recentEvents(query)
        guard let last = page.last else { break }
        paged += page
        query.before = last.position
      }
      try require(paged, equals: all, "pages beside each other")
      for id in world.ids {
        let events = try ledger.events(of: id)
        try require(
          Set(events), equals: Set(all.filter { $0.event.subscription == id }))
        try require(
          events.map(\.event), equals: events.map(\.event).sorted(by: SubscriptionEvent.precedes))
      }
    },
  ]
}
