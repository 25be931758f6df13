import EventLedger
import Intake
import LedgerContract
import StoreSync
import SubscriptionCore
import Testing

@Suite struct SyncRunTests {
  private let world = PlayWorld()
  private let checkpointStore = MemoryCheckpointStore()
  private static let now = at("2026-11-20T12:00:00Z")

  private func run(_ play: ScriptedPlay, concurrency: Int = 1) -> SyncRun {
    SyncRun(
      connections: [StoreConnection(play, package: "com.example", takeIn: world.takeIn)],
      policy: SyncPolicy(concurrency: concurrency), store: checkpointStore, clock: { Self.now })
  }

  private func sync(
    _ play: ScriptedPlay, scope: SyncPlan.Scope = .requests, concurrency: Int = 1
  ) async throws -> SyncReport {
    let run = run(play, concurrency: concurrency)
    return try await run.run(try run.plan(world.ledger, scope: scope))
  }

  private func request(_ token: String) throws {
    try world.hear(
      "IN_GRACE_PERIOD", token: token, expiry: Self.now + .days(1), at: Self.now - .days(1))
    try world.request(token: token, at: Self.now - .minutes(1))
  }

  private func state(_ token: String) throws -> SubscriptionState? {
    try world.ledger.summary(try world.id(token))?.status.state
  }

  @Test func `an answer closes the request and moves the subscriber`() async throws {
    try request("a")
    let play = ScriptedPlay { _ in
      StoreAnswer(body: PlayWorld.resource("ACTIVE", expiry: Self.now + .days(30)))
    }
    let report = try await sync(play)
    #expect(report.stored == 1 && report.isWhole)
    #expect(try state("a") == .active)
    #expect(try world.ledger.openRefreshRequests(limit: 9) == [])
    #expect(try await sync(play).asked == 0)
  }

  @Test func `a run leaves no pause that is over in the checkpoints`() async throws {
    var checkpoints = SyncCheckpoints()
    checkpoints.wait("gp_over", until: Self.now - .seconds(1), now: Self.now - .days(1))
    checkpoints.wait("gp_open", until: Self.now + .hours(1), now: Self.now)
    checkpointStore.save(checkpoints)
    _ = try await sync(ScriptedPlay { (_) throws(StoreAPIError) in throw .notFound(detail: "") })
    #expect(checkpointStore.load().waitCount == 1)
    #expect(checkpointStore.load().waits("gp_open", at: Self.now))
  }

  @Test func `a ledger that was put back has its history read anew, once`() async throws {
    let play = ScriptedPlay(voided: { _ in StoreAnswer(body: Array("{}".utf8)) }) { _ in
      StoreAnswer(body: PlayWorld.resource("ACTIVE", expiry: Self.now + .days(30)))
    }
    try world.hear("ACTIVE", token: "a", expiry: Self.now + .days(9), at: Self.now - .days(2))
    _ = try await sync(play, scope: .everything)
    try world.hear("ACTIVE", token: "b", expiry: Self.now + .days(9), at: Self.now - .days(1))
    _ = try await sync(play, scope: .everything)
    #expect(checkpointStore.load().mark == (try EntryMark(latestOf: world.ledger)))
    #expect(try run(play).plan(world.ledger).questions.isEmpty, "read a moment ago")
    let restored = PlayWorld()
    try restored.hear("ACTIVE", token: "a", expiry: Self.now + .days(9), at: Self.now - .days(2))
    let plan = try run(play).plan(restored.ledger)
    #expect(plan.isAnew && plan.wholeWalks.count == 1)
    try restored.hear("ACTIVE", token: "c", expiry: Self.now + .days(9), at: Self.now - .days(1))
    #expect(try run(play).plan(restored.ledger).isAnew, "another entry is at the position")
    _ = try await run(play).run(plan)
    #expect(try run(play).plan(restored.ledger).questions.isEmpty)
  }

  @Test func `history is read anew where that is asked for`() async throws {
    let play = ScriptedPlay(voided: { _ in StoreAnswer(body: Array("{}".utf8)) }) { _ in
      StoreAnswer(body: PlayWorld.resource("ACTIVE", expiry: Self.now + .days(30)))
    }
    _ = try await sync(play, scope: .everything)
    #expect(try run(play).plan(world.ledger).questions.isEmpty)
    #expect(try run(play).plan(world.ledger, isAnew: true).wholeWalks.count == 1)
  }

  @Test func `requests that a reload cancels are no failures of the store`() async throws {
    for name in ["a", "b", "c", "d"] { try request(name) }
    let play = ScriptedPlay { (_) throws(StoreAPIError) in
      withUnsafeCurrentTask { $0?.cancel() }
      throw .unavailable(detail: "the request was canceled")
    }
    let report = try await sync(play, concurrency: 4)
    #expect(report.failed == 0 && report.stops.isEmpty && report.left == 4, "\(report)")
    #expect(checkpointStore.load().waitCount == 0)
  }

  @Test func `a purchase the store does not know changes nothing and is written down`() async throws
  {
    try request("a")
    let play = ScriptedPlay { (_) throws(StoreAPIError) in throw .notFound(detail: "HTTP 404") }
    let report = try await sync(play)
    #expect(report.absent == 1 && report.refused == 0 && report.isWhole)
    #expect(try state("a") == .grace)
    let refused = try world.ledger.refused(after: 0, limit: 9)
    #expect(refused.count == 1)
    #expect(refused.first?.reason.contains("404") == true)
    #expect(try await sync(play).asked == 0)
  }

  /// Asks about a young and an old purchase, of which the store knows neither.
  private func expectOnlyOldIsGone() async throws {
    let play = ScriptedPlay { (_) throws(StoreAPIError) in throw .gone(detail: "HTTP 410") }
    let report = try await sync(play)
    #expect(report.absent == 2)
    #expect(try state("young") == .grace)
    #expect(try state("old") == .expired)
    #expect(try world.ledger.refusedCount() == 1)
  }

  @Test func `a purchase that is gone ends only what ended long ago`() async throws {
    try request("young")
    let expired = Self.now - .days(70)
    try world.hear("ON_HOLD", token: "old", expiry: expired, at: expired)
    try world.request(token: "old", at: Self.now - .minutes(2))
    try await expectOnlyOldIsGone()
  }

  @Test func `a purchase of which only notifications are known is gone no sooner`() async throws {
    let times = [("young", Self.now - .days(1)), ("old", Self.now - .days(70))]
    for (token, time) in times {
      let pushed = PlayWorld.pushed(6, token: token, at: time)
      #expect(try world.intake.take(pushed, origin: "test", now: time).refusals.isEmpty)
      try world.request(token: token, at: Self.now - .minutes(1))
    }
    try await expectOnlyOldIsGone()
  }

  @Test(arguments: [
    StoreAPIError.unauthorized(detail: "403"), .throttled(until: Self.now + .minutes(7)),
    .clockSkew(milliseconds: 90_000),
  ])
  func `a store that refuses everybody is not asked any further`(
    error: StoreAPIError
  ) async throws {
    for token in ["a", "b", "c"] { try request(token) }
    let play = ScriptedPlay { (_) throws(StoreAPIError) in throw error }
    let report = try await sync(play)
    #expect(play.asked.count == 1)
    #expect(report.stops[PlayWorld.app] == error)
    #expect(report.left == 2)
    #expect(try world.ledger.openRefreshRequests(limit: 9).count == 3)
    let isThrottled = error == .throttled(until: Self.now + .minutes(7))
    let end = Self.now + (isThrottled ? .minutes(7) : SyncPolicy.standard.pause)
    #expect(checkpointStore.load().pauseEnd(of: PlayWorld.app, at: Self.now) == end)
  }

  @Test(arguments: [(404, 3), (400, 5)])
  func `three refusals of another kind than of one request stop the app`(
    status: Int, asked: Int
  ) async throws {
    for token in ["a", "b", "c", "d", "e"] { try request(token) }
    let play = ScriptedPlay { (_) throws(StoreAPIError) in
      throw .refused(status: status, detail: "No application was found")
    }
    let report = try await sync(play)
    #expect(play.asked.count == asked && report.failed == asked)
    #expect(report.stops.isEmpty == (status == 400))
  }

  @Test func `one bad answer does not stop the others, three broken connections do`() async throws {
    for token in ["a", "b", "c", "d", "e"] { try request(token) }
    let mixed = ScriptedPlay { (token) throws(StoreAPIError) in
      if token == "a" { throw .malformed(detail: "HTML") }
      if token == "b" { throw .unavailable(detail: "reset") }
      return StoreAnswer(body: PlayWorld.resource("ACTIVE", expiry: Self.now + .days(30)))
    }
    let report = try await sync(mixed)
    #expect(report.asked == 5 && report.failed == 2 && report.stored == 3)
    #expect(report.stops.isEmpty)
    for token in ["f", "g", "h", "i"] { try request(token) }
    let down = ScriptedPlay { (_) throws(StoreAPIError) in throw .unavailable(detail: "down") }
    let second = try await sync(down)
    #expect(down.asked.count == 3 && second.left == 1)
  }

  @Test func `an answer of another app is refused and says nothing`() async throws {
    try request("a")
    let play = ScriptedPlay { _ in StoreAnswer(body: Array("{\"lineItems\":7}".utf8)) }
    let report = try await sync(play)
    #expect(report.refused == 1 && !report.isWhole)
    #expect(try state("a") == .grace)
  }

  @Test func `a walk goes page by page and is remembered after each`() async throws {
    let play = ScriptedPlay(voided: { page in
      let order = page.isEmpty ? 1 : 2
      return StoreAnswer(
        body: Array(
          """
          {"voidedPurchases":[{"purchaseToken":"t\(order)","orderId":"GPA.\(order)",
          "voidedTimeMillis":"\(Self.now.milliseconds - 60_000)"}]}
          """.utf8), nextPage: page.isEmpty ? "two" : nil)
    }) { (_) throws(StoreAPIError) in throw .notFound(detail: "none") }
    let report = try await sync(play, scope: .everything)
    #expect(play.asked.count == 2)
    #expect(report.stored == 2)
    #expect(checkpointStore.saved.first?[PlayWorld.app, .voided].open?.page == "two")
    #expect(checkpointStore.load()[PlayWorld.app, .voided].readTo == Self.now)
    // What was voided is asked about once, since nothing else tells of it.
    #expect(try await sync(play, scope: .everything).absent == 2)
    #expect(Set(play.asked.suffix(2)) == ["t1", "t2"])
    #expect(try await sync(play, scope: .everything).asked == 0)
  }

  @Test func `a walk that was broken off goes on where it was`() async throws {
    let broken = ScriptedPlay(voided: { (page) throws(StoreAPIError) in
      guard page.isEmpty else { throw .unavailable(detail: "reset") }
      return StoreAnswer(body: Array("{\"pageInfo\":{}}".utf8), nextPage: "two")
    }) { (_) throws(StoreAPIError) in throw .notFound(detail: "none") }
    #expect(try await sync(broken, scope: .everything).failed == 1)
    let mended = ScriptedPlay(voided: { _ in StoreAnswer(body: Array("{}".utf8)) }) {
      (_) throws(StoreAPIError) in throw .notFound(detail: "none")
    }
    #expect(try await sync(mended, scope: .everything).asked == 1)
    #expect(mended.asked.first?.hasSuffix(" two") == true)
  }

  @Test func `a ledger that cannot take an answer ends the run, and the request stays`()
    async throws
  {
    try request("a")
    let play = ScriptedPlay { _ in
      StoreAnswer(body: PlayWorld.resource("ACTIVE", expiry: Self.now + .days(30)))
    }
    let run = SyncRun(
      connections: [
        StoreConnection(play, package: "com.example") { (_, _, _) throws(LedgerError) in
          throw .full(location: "/ledger")
        }
      ], store: checkpointStore, clock: { Self.now })
    await #expect(throws: LedgerError.full(location: "/ledger")) {
      try await run.run(try run.plan(world.ledger, scope: .requests))
    }
    #expect(try world.ledger.openRefreshRequests(limit: 9).count == 1)
    #expect(try run.plan(world.ledger, scope: .requests).questions.count == 1)
  }

  @Test func `several questions are on their way at once, and each is put once`() async throws {
    let tokens = (0..<40).map { "token-\($0)" }
    for token in tokens { try request(token) }
    let play = ScriptedPlay { _ in
      await Task.yield()
      return StoreAnswer(body: PlayWorld.resource("ACTIVE", expiry: Self.now + .days(30)))
    }
    let report = try await sync(play, concurrency: 4)
    #expect(report.stored == 40)
    #expect(Set(play.asked) == Set(tokens) && play.asked.count == 40)
  }
}
