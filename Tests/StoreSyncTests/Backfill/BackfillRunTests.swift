import EventLedger
import Foundation
import Intake
import LedgerContract
import StorePayloads
import StoreSync
import SubscriptionCore
import Synchronization
import Testing

@Suite struct `A list of purchases` {
  private let world = PlayWorld()
  private static let now = at("2026-11-20T12:00:00Z")

  private func list(
    _ names: [String], store: Store = .googlePlay, account: AccountID? = nil, again: Bool = false
  ) throws -> Int64 {
    let run = try world.ledger.beginBackfill()
    let list = names.enumerated().map { place, name in
      let purchase = BackfillPurchase(
        store: store, app: "com.example", name: name, account: account, line: place + 2)
      return (
        purchase: purchase, subscription: SubscriptionID.named(name, at: store, app: "com.example")
      )
    }
    try world.ledger.addBackfill(list, run: run, again: again)
    return run
  }

  private func ask(
    _ run: Int64, _ connections: [StoreConnection], concurrency: Int = 1
  ) async throws -> BackfillReport {
    let clock = SteppingClock(Self.now)
    return try await BackfillRun(
      connections: connections, ledger: world.ledger,
      policy: BackfillPolicy(concurrency: concurrency), clock: { clock.now },
      sleep: { clock.step($0) }
    ).run(run)
  }

  private func play(_ api: ScriptedPlay) -> [StoreConnection] {
    [StoreConnection(api, package: "com.example", takeIn: world.takeIn)]
  }

  private static func active(_ token: String) -> StoreAnswer {
    StoreAnswer(body: PlayWorld.resource("ACTIVE", expiry: now + .days(30)))
  }

  @Test func `is asked about by the nearest risk, then what nobody knows`() async throws {
    let heard = Self.now - .days(1)
    try world.hear("ACTIVE", token: "fine", expiry: Self.now + .days(20), at: heard)
    try world.hear("ON_HOLD", token: "held", expiry: Self.now - .days(3), at: heard)
    try world.hear("IN_GRACE_PERIOD", token: "later", expiry: Self.now + .days(5), at: heard)
    try world.hear("IN_GRACE_PERIOD", token: "soon", expiry: Self.now + .hours(2), at: heard)
    try world.hear("EXPIRED", token: "over", expiry: Self.now - .days(2), at: heard)
    let api = ScriptedPlay { token in Self.active(token) }
    let run = try list(["over", "nobody", "fine", "held", "later", "soon"])
    let report = try await ask(run, play(api))
    #expect(api.asked == ["soon", "later", "held", "fine", "nobody", "over"])
    #expect(report.outcomes == [.answered: 6] && report.asked == 6 && report.stored == 6)
  }

  @Test func `is not asked about twice, and again where somebody wants it`() async throws {
    let api = ScriptedPlay { (token) throws(StoreAPIError) in
      if token == "b" { throw .notFound(detail: "404") }
      return Self.active(token)
    }
    let names = ["a", "b", "c", "a"]
    _ = try await ask(try list(names), play(api))
    #expect(api.asked == ["a", "b", "c"])
    let second = try await ask(try list(names + ["d"]), play(api))
    #expect(api.asked == ["a", "b", "c", "d"])
    #expect(second.outcomes == [.answered: 3, .unknown: 1])
    _ = try await ask(try list(names, again: true), play(api))
    // What is known has a date by now, and what nobody knows comes after it.
    #expect(api.asked.suffix(3) == ["a", "c", "b"])
  }

  @Test func `is gone on with after a kill, and what was stored is not asked again`() async throws {
    let names = (0..<40).map { "token-\($0)" }
    let failing = FailingQueue(after: 17, world.takeIn)
    let api = ScriptedPlay { token in Self.active(token) }
    let run = try list(names)
    await #expect(throws: LedgerError.self) {
      try await ask(
        run, [StoreConnection(api, package: "com.example", takeIn: failing.takeIn)],
        concurrency: 4)
    }
    let counts = try world.ledger.backfillCounts(run: run)
    #expect(counts[.answered] == 17)
    let before = Set(api.asked)
    let rest = ScriptedPlay { token in Self.active(token) }
    let report = try await ask(try list(names), play(rest), concurrency: 4)
    #expect(report.outcomes == [.answered: 40] && report.asked == 23)
    // At most what was on its way when it broke off is asked a second time.
    #expect(before.intersection(rest.asked).count <= 4)
  }

  @Test func `tells what no store could tell of, and why`() async throws {
    let expired = Self.now - .days(70)
    try world.hear("ON_HOLD", token: "old", expiry: expired, at: expired)
    let api = ScriptedPlay { (token) throws(StoreAPIError) in
      switch token {
      case "lost": throw .notFound(detail: "404")
      case "gone", "old": throw .gone(detail: "410")
      case "bad": throw .refused(status: 400, detail: "Invalid Value")
      case "liar": StoreAnswer(body: Array("{\"lineItems\":7}".utf8))
      default: Self.active(token)
      }
    }
    let run = try list(["lost", "gone", "old", "bad", "liar", "fine"], account: "ann")
    let report = try await ask(run, play(api))
    #expect(
      report.outcomes == [.unknown: 1, .gone: 1, .invalid: 1, .refused: 1, .answered: 2])
    let told = try world.ledger.unansweredBackfill(run: run, after: nil, limit: 9)
    #expect(told.map(\.purchase.name) == ["lost", "gone", "bad", "liar"])
    #expect(told.map(\.outcome) == [.unknown, .gone, .invalid, .refused])
    #expect(told.allSatisfy { $0.purchase.account == "ann" })
    #expect(try world.ledger.summary(try world.id("old"))?.status.state == .expired)
    #expect(try world.ledger.summary(try world.id("gone")) == nil)
    // Only the lie is kept in quarantine.
    #expect(try world.ledger.refusedCount() == 1)
  }

  @Test func `gives a subscription the account that the store does not name`() async throws {
    let api = ScriptedPlay { token in Self.active(token) }
    _ = try await ask(try list(["a"], account: "user \"7\""), play(api))
    #expect(try world.ledger.summary(try world.id("a"))?.account == "user \"7\"")
    #expect(
      try world.ledger.subscriptions(of: "user \"7\"", limit: 9) == [try world.id("a")])
  }

  @Test func `waits for a store that throttles, and asks the same again`() async throws {
    let tries = Mutex(0)
    let api = ScriptedPlay { (token) throws(StoreAPIError) in
      let number = tries.withLock { tries in
        tries += 1
        return tries
      }
      if number == 1 { throw .throttled(until: Self.now + .minutes(7)) }
      if number == 2 { throw .throttled(until: nil) }
      return Self.active(token)
    }
    let report = try await ask(try list(["a", "b"]), play(api))
    #expect(api.asked == ["a", "a", "a", "b"])
    #expect(report.throttled == 2 && report.outcomes == [.answered: 2] && report.stops.isEmpty)
  }

  @Test func `waits for a store that is down, and leaves to the next run what it never answers`()
    async throws
  {
    let api = ScriptedPlay { (token) throws(StoreAPIError) in
      if token == "a" { throw .unavailable(detail: "reset") }
      if token == "b" { throw .malformed(detail: "HTML") }
      return Self.active(token)
    }
    let report = try await ask(try list(["a", "b", "c"]), play(api))
    #expect(api.asked == ["a", "a", "a", "b", "c"])
    #expect(report.outcomes == [.waiting: 2, .answered: 1] && report.failed == 2)
    #expect(report.reasons.count == 2)
  }

  @Test func `is left to the next run where what is refused is not the purchase`() async throws {
    let refusal = StoreAPIError.refused(status: 404, detail: "No application was found")
    let api = ScriptedPlay { (_) throws(StoreAPIError) in throw refusal }
    let names = (0..<60).map { "token-\($0)" }
    let report = try await ask(try list(names), play(api))
    #expect(report.outcomes == [.waiting: 60] && report.failed == 48)
    #expect(report.stops[PlayWorld.app] == refusal)
    let second = ScriptedPlay { token in Self.active(token) }
    #expect(try await ask(try list(names), play(second)).outcomes == [.answered: 60])
  }

  @Test(arguments: [StoreAPIError.unauthorized(detail: "403"), .clockSkew(milliseconds: 90_000)])
  func `is left to the next run where the store refuses everybody`(
    error: StoreAPIError
  ) async throws {
    let api = ScriptedPlay { (_) throws(StoreAPIError) in throw error }
    let report = try await ask(try list(["a", "b", "c"]), play(api))
    #expect(api.asked == ["a"])
    #expect(report.stops[PlayWorld.app] == error && report.outcomes == [.waiting: 3])
  }

  @Test func `of an app of the App Store is looked for in production first, then in the sandbox`()
    async throws
  {
    let live = ScriptedAppStore(statuses: { (name) throws(StoreAPIError) in
      guard name == "1" else { throw .notFound(detail: "4040010") }
      return Self.status("1", "Production")
    })
    let sandbox = ScriptedAppStore(statuses: { (name) throws(StoreAPIError) in
      guard name == "2" else { throw .notFound(detail: "4040010") }
      return Self.status("2", "Sandbox")
    })
    let connections = [
      StoreConnection(
        sandbox, bundle: "com.example", environment: .sandbox, takeIn: world.takeIn),
      StoreConnection(
        live, bundle: "com.example", environment: .production, takeIn: world.takeIn),
    ]
    let run = try list(["1", "2", "3", "4"], store: .appStore, account: "ann")
    let report = try await ask(run, connections)
    #expect(live.asked == ["1", "2", "3", "4"] && sandbox.asked == ["2", "3", "4"])
    #expect(report.outcomes == [.answered: 2, .unknown: 2])
    #expect(try world.ledger.summary("as_1")?.environment == .production)
    #expect(try world.ledger.summary("as_2")?.environment == .sandbox)
    #expect(try world.ledger.summary("as_1")?.account == "ann")
  }

  @Test func `of an app that production does not know is looked for in the sandbox as well`()
    async throws
  {
    let refusal = StoreAPIError.refused(status: 404, detail: "App not found.")
    let live = ScriptedAppStore(statuses: { (_) throws(StoreAPIError) in throw refusal })
    let sandbox = ScriptedAppStore(statuses: { (name) throws(StoreAPIError) in
      guard name == "1" else { throw .notFound(detail: "4040010") }
      return Self.status("1", "Sandbox")
    })
    let connections = [
      StoreConnection(live, bundle: "com.example", environment: .production, takeIn: world.takeIn),
      StoreConnection(sandbox, bundle: "com.example", environment: .sandbox, takeIn: world.takeIn),
    ]
    let report = try await ask(try list(["1", "2"], store: .appStore), connections)
    #expect(live.asked == ["1", "2"] && sandbox.asked == ["1", "2"])
    #expect(report.outcomes == [.answered: 1, .waiting: 1] && report.failed == 1)
    #expect(try world.ledger.summary("as_1")?.environment == .sandbox)
  }

  private static func status(_ original: String, _ environment: String) -> StoreAnswer {
    StoreAnswer(
      body: Array(
        """
        {"environment":"\(environment)","bundleId":"com.example","data":[{"lastTransactions":[
        {"originalTransactionId":"\(original)","status":1}]}]}
        """.utf8))
  }
}

/// A clock that waiting moves on.
private final class SteppingClock: Sendable {
  private let instant: Mutex<Timestamp>

  init(_ start: Timestamp) { instant = Mutex(start) }

  var now: Timestamp { instant.withLock(\.self) }

  func step(_ length: Duration) { instant.withLock { $0 = $0 + length } }
}

/// A door that fails for good after some answers, as a process that is killed does.
private final class FailingQueue: Sendable {
  private let left: Mutex<Int>
  private let inner: TakeIn

  init(after count: Int, _ inner: @escaping TakeIn) {
    left = Mutex(count)
    self.inner = inner
  }

  var takeIn: TakeIn {
    { [self] (documents, origin, now) throws(LedgerError) in
      let fits = left.withLock { left in
        left -= 1
        return left >= 0
      }
      guard fits else { throw .unavailable(location: "the ledger", detail: "killed") }
      return try await inner(documents, origin, now)
    }
  }
}
