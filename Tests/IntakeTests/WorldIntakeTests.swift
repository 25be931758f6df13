import EventLedger
import Intake
import LedgerContract
import StorePayloads
import StoreSimulator
import SubscriptionCore
import Testing

/// The demo's world, taken in by the demo's door.
@Suite struct WorldIntakeTests {
  /// The demo's ledger as it stands when the demo opens.
  private func opened(
    seed: UInt64 = SimulatedWorld.defaultSeed,
    subscribers: Int = SimulatedWorld.defaultSubscribers
  ) throws -> (ledger: MemoryLedger, result: IntakeResult, start: Timestamp) {
    var world = try SimulatedWorld(seed: seed, subscribers: subscribers)
    let ledger = MemoryLedger(policy: SimulatedWorld.policy)
    let result = try world.fill(Intake(ledger: ledger, trust: world.trust()), to: world.start)
    return (ledger, result, world.start)
  }

  private func rows(_ ledger: any Ledger) throws -> [SubscriberSummary] {
    try ledger.subscribers(SubscriberQuery(sort: .id, limit: 100_000)).rows
  }

  @Test func `the demo shows every state and every cause of churn, and nothing is refused`() throws
  {
    let (ledger, result, start) = try opened()
    #expect(result.refusals.isEmpty)
    let rows = try rows(ledger)
    let states = Set(rows.map(\.status.state))
    #expect(states == Set(SubscriptionState.allCases))
    let reasons = Set(rows.compactMap(\.status.end?.reason))
    #expect(
      reasons.isSuperset(of: [
        .voluntary, .billing, .priceIncrease, .productUnavailable, .developer, .refund,
        .familySharing,
      ]))
    #expect(result.duplicates > 20)
    #expect(result.unknownKinds > 0)
    let events = try ledger.recentEvents(EventQuery(limit: 100_000)).map(\.event)
    let late = events.filter {
      $0.source == .appStoreNotification && $0.statedAt > start - .days(119)
        && $0.recordedAt - $0.statedAt >= .hours(1)
    }
    #expect(late.count > 10)
    #expect(rows.contains { $0.anomalyCount > 0 })
    #expect(Set(rows.map(\.environment)).isSuperset(of: [.production, .sandbox]))
    let real = rows.filter { $0.environment == .production }
    func share(_ state: SubscriptionState) -> Int {
      real.count { $0.status.state == state } * 1000 / real.count
    }
    #expect((650...900).contains(share(.active)))
    #expect((15...50).contains(share(.grace)))
    #expect((20...60).contains(share(.hold)))
    #expect((3...30).contains(share(.paused)))
    #expect((8...50).contains(share(.canceled)))
    let figures = try ledger.figures(at: start)
    #expect(figures.promptsDue.values.reduce(0, +) > 10)
    #expect(figures.snoozed > 0)
  }

  @Test func `a world that is told part by part has the same subscribers and figures`() throws {
    let whole = try opened(seed: 5, subscribers: 300)
    var world = try SimulatedWorld(seed: 5, subscribers: 300)
    let ledger = MemoryLedger(policy: SimulatedWorld.policy)
    let intake = Intake(ledger: ledger, trust: try world.trust())
    let end = world.start - .days(2)
    for first in stride(from: 0, to: 300, by: 128) {
      let part = try world.part(first..<min(first + 128, 300), to: end)
      let documents = part.deliveries.map {
        IncomingDocument(bytes: $0.bytes[...], receivedAt: $0.arrivesAt)
      }
      var batches = [documents[...100], documents[101...]].map {
        intake.readInOrder($0, origin: "world", now: end)
      }[...]
      try intake.store(now: end) { batches.popFirst() }
      world.join(part.lives)
    }
    #expect(try ledger.refusedCount() == 0)
    _ = try world.fill(intake, to: world.start)
    #expect(try rows(ledger) == rows(whole.ledger))
    #expect(try ledger.figures(at: world.start) == whole.ledger.figures(at: world.start))
  }

  @Test func `every list of a figure has the subscribers that the figure counts`() throws {
    let (ledger, _, start) = try opened()
    for (days, text) in [(30, nil), (90, nil), (30, "store:google-play"), (60, "prompts>=1")] {
      let windows = MetricsWindows(days: days, ending: CivilDate(start), now: start)
      let filter = try text.map { try Filter.parse($0) }
      let report = try ledger.metrics(windows, filter: filter, by: .product)
      #expect(report.failed > 10)
      try requireLists(of: report, ledger)
    }
  }

  @Test func `the same seed gives the same subscribers and figures`() throws {
    let (left, right) = (
      try opened(seed: 5, subscribers: 120), try opened(seed: 5, subscribers: 120)
    )
    let ids = try rows(left.ledger).map(\.id)
    #expect(try rows(left.ledger) == rows(right.ledger))
    #expect(try left.ledger.subscribers(ids) == right.ledger.subscribers(ids))
    #expect(try left.ledger.figures(at: left.start) == right.ledger.figures(at: right.start))
  }

  @Test func `another seed gives other subscribers`() throws {
    let (left, right) = (
      try opened(seed: 5, subscribers: 20), try opened(seed: 6, subscribers: 20)
    )
    #expect(try rows(left.ledger) != rows(right.ledger))
  }

  @Test func `what the ledger knows is what the stores meant`() throws {
    var world = try SimulatedWorld(seed: 11, subscribers: 250)
    let ledger = MemoryLedger(policy: SimulatedWorld.policy)
    let intake = Intake(ledger: ledger, trust: try world.trust())
    // A week without late messages is not to be had, so what is on its way is waited for.
    _ = try world.fill(intake, to: world.start + .days(10))
    let failing = Set(world.failing)
    let known = Set(
      try rows(ledger).filter { $0.status.state.isFailing }.map(\.id))
    let different = failing.symmetricDifference(known)
    #expect(different.count * 20 <= failing.count, "\(different)")
  }
}
