import EventLedger
import LedgerContract
import SubscriptionCore
import Testing

@Suite struct `A copy of a ledger` {
  private let source = MemoryLedger(policy: .standard)
  private let world = SampleWorld(seed: 16, subscriptions: 400)

  init() throws {
    try source.putProfiles(world.profiles)
    try source.append(world.entries, now: SampleWorld.middle)
    try source.refuse([
      RefusedEntry(
        identity: "refused", raw: [1], receivedAt: SampleWorld.middle, origin: "file", line: 1,
        reason: "It is no JSON.", field: "")
    ])
  }

  @Test func `has every entry and every row`() throws {
    let target = MemoryLedger(policy: .standard)
    var last: LedgerCopy.Progress?
    let outcome = try LedgerCopy(from: source, into: target)
      .run(now: SampleWorld.middle) { last = $0 }
    #expect(outcome.differences == [])
    #expect(outcome.copied == world.entries.count)
    #expect(outcome.entries == world.entries.count)
    #expect(outcome.subscribers == world.ids.count)
    guard case .comparing(let done, let total)? = last else {
      Issue.record("Nothing was compared.")
      return
    }
    #expect(done > outcome.subscribers && done <= total)
    #expect(try target.figures(at: SampleWorld.middle) == source.figures(at: SampleWorld.middle))
  }

  @Test func `has no late news of what its source heard long ago`() throws {
    let target = MemoryLedger(policy: .standard)
    _ = try LedgerCopy(from: source, into: target).run(now: SampleWorld.middle) { _ in }
    let span = DigestSpan(
      since: SampleWorld.middle - .days(7), now: SampleWorld.middle, in: .utc)
    #expect(try target.outbox(after: 0, limit: 1).count == 1)
    #expect(try target.digest(DigestQuery(span))?.system.late == nil)
    // What is heard later is news of the copy.
    let later = DigestSpan(
      since: SampleWorld.middle + .hours(1), now: SampleWorld.middle + .days(1), in: .utc)
    try target.append(
      SampleWorld(seed: 17, subscriptions: 40).entries, now: SampleWorld.middle + .days(1))
    #expect(try target.digest(DigestQuery(later))?.system.late?.days.isEmpty == false)
  }

  @Test func `goes into a ledger that has nothing but a part of it`() throws {
    func standing(_ entries: [LedgerEntry]) throws -> LedgerCopy.Target {
      let target = MemoryLedger(policy: .standard)
      try target.append(entries, now: SampleWorld.middle)
      return try LedgerCopy(from: source, into: target).standing()
    }
    let others = SampleWorld(seed: 17, subscriptions: 5).entries
    #expect(try standing([]) == .empty)
    #expect(try standing(Array(world.entries.prefix(100))) == .unfinished)
    #expect(try standing(world.entries) == .finished)
    #expect(try standing(others) == .other)
    #expect(try standing([world.entries[0]] + others) == .other)
    #expect(try standing(world.entries + others) == .other)
    // What was erased since is not in the source any more; the rest is.
    _ = try source.erase(try #require(world.profiles.first).account, actor: "mei", now: .epoch)
    #expect(try standing([]) == .empty)
    var left: [LedgerEntry] = []
    try source.forEachEntry(after: 0) { left.append($1) }
    #expect(try standing(Array(left.prefix(100))) == .unfinished)
    #expect(try standing(left) == .finished)
  }

  /// Profiles are copied before entries.
  @Test func `does not go on where it has somebody who was erased since`() throws {
    let begun = MemoryLedger(policy: .standard)
    try begun.putProfiles(world.profiles)
    let half = MemoryLedger(policy: .standard)
    try half.putProfiles(world.profiles)
    try half.append(Array(world.entries.prefix(world.entries.count / 2)), now: SampleWorld.middle)
    let whole = MemoryLedger(policy: .standard)
    try whole.append(world.entries, now: SampleWorld.middle)
    let targets = [begun, half, whole]
    func standings() throws -> [LedgerCopy.Target] {
      try targets.map { try LedgerCopy(from: source, into: $0).standing() }
    }
    #expect(try standings() == [.empty, .unfinished, .finished])
    let account = try #require(
      world.entries.prefix(99).flatMap(\.events).compactMap(\.facts.account).first { account in
        world.profiles.contains { $0.account == account }
      })
    #expect(try source.erase(account, actor: "mei", now: SampleWorld.middle).entries > 0)
    #expect(try standings() == [.erased, .erased, .erased])
    // Whoever was erased from the copy as well is in neither.
    for target in targets {
      _ = try target.erase(account, actor: "mei", now: SampleWorld.middle)
    }
    #expect(try standings() == [.empty, .unfinished, .finished])
    for target in targets.prefix(2) {
      let outcome = try LedgerCopy(from: source, into: target).run(now: SampleWorld.middle) { _ in }
      #expect(outcome.differences == [])
    }
  }

  /// Somebody writes a note while the two are compared, and time goes by.
  @Test func `has what its source had, and is compared with that`() throws {
    let target = MemoryLedger(policy: .standard)
    var noted = SampleWorld(seed: 17, subscriptions: 20).entries
    for place in noted.indices {
      noted[place].identity = "noted-\(place)"
      for event in noted[place].events.indices {
        noted[place].events[event].id = EventID("noted-\(place)-\(event)")
      }
    }
    var isNoted = false
    let outcome = try LedgerCopy(from: source, into: target).run(now: SampleWorld.middle) { step in
      guard case .comparing = step, !isNoted else { return }
      isNoted = true
      #expect(throws: Never.self) {
        try source.append(noted, now: SampleWorld.middle + .days(3))
      }
    }
    try #require(isNoted)
    #expect(outcome.differences == [])
    #expect(outcome.entries == world.entries.count)
    #expect(outcome.later > 0)
    #expect(try source.lastPosition() == world.entries.count + outcome.later)
    let next = try LedgerCopy(from: source, into: target).run(now: SampleWorld.middle) { _ in }
    #expect(next.differences == [] && next.copied == outcome.later && next.later == 0)
  }

  @Test func `goes on where it stopped`() throws {
    let target = FaultyLedger(room: 1_000)
    let copy = LedgerCopy(from: source, into: target)
    try #require(world.entries.count > 1_000)
    #expect(throws: LedgerError.self) { try copy.run(now: SampleWorld.middle) { _ in } }
    let stored = try target.lastPosition()
    #expect(stored == 1_000)
    let rest = LedgerCopy(from: source, into: target.inner)
    let outcome = try rest.run(now: SampleWorld.middle) { _ in }
    #expect(outcome.differences == [])
    #expect(outcome.copied == world.entries.count - 1_000)
    #expect(try rest.run(now: SampleWorld.middle) { _ in }.copied == 0)
  }

  @Test func `names what differs`() throws {
    let target = MemoryLedger(policy: .standard)
    var other = world.entries[0]
    other.raw.append(0)
    try target.append([other], now: SampleWorld.middle)
    let outcome = try LedgerCopy(from: source, into: target)
      .run(now: SampleWorld.middle) { _ in }
    #expect(outcome.differences == ["The entry at position 1 differs from its copy."])
  }
}
