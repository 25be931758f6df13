import StoreSync
import SubscriptionCore
import Synchronization
import Testing

@Suite struct SyncLoopTests {
  /// A clock that moves when somebody sleeps, and ends the loop at its end.
  private final class FakeTime: Sendable {
    private let now: Mutex<Timestamp>
    private let end: Timestamp
    let acts: Mutex<[(Timestamp, @Sendable () throws -> Void)]> = Mutex([])

    init(from start: Timestamp, for duration: Duration) {
      now = Mutex(start)
      end = start + duration
    }

    var present: Timestamp { now.withLock(\.self) }

    func sleep(_ duration: Duration) throws {
      let instant = now.withLock { now in
        now = now + duration
        return now
      }
      for (at, act) in acts.withLock(\.self) where at <= instant && at > instant - duration {
        try act()
      }
      if instant >= end { throw CancellationError() }
    }
  }

  @Test func `asks at once when somebody requests it, and everything on schedule`() async throws {
    let start = at("2026-11-20T12:00:00Z")
    let world = PlayWorld()
    try world.hear("IN_GRACE_PERIOD", token: "a", expiry: start + .days(9), at: start - .days(1))
    let time = FakeTime(from: start, for: .minutes(40))
    time.acts.withLock {
      $0 = [(start + .seconds(100), { try world.request(token: "a", at: start + .seconds(100)) })]
    }
    let told = Mutex<[(Timestamp, SyncPlan.Scope)]>([])
    let play = ScriptedPlay(voided: { _ in StoreAnswer(body: Array("{}".utf8)) }) { _ in
      StoreAnswer(body: PlayWorld.resource("IN_GRACE_PERIOD", expiry: start + .days(9)))
    }
    let run = SyncRun(
      connections: [StoreConnection(play, package: "com.example", takeIn: world.takeIn)],
      policy: SyncPolicy(answerTTL: .minutes(10), voidedEvery: .minutes(5)),
      store: MemoryCheckpointStore(), clock: { time.present })
    let loop = SyncLoop(
      run, ledger: world.ledger, every: .minutes(15), clock: { time.present },
      jitter: { _ in .seconds(2) }, sleep: { try time.sleep($0) },
      tell: { report in
        guard case .ran(let scope, _) = report else { return }
        told.withLock { $0.append((time.present, scope)) }
      })
    await loop.run()
    let runs = told.withLock(\.self)
    #expect(runs.map(\.1) == [.everything, .requests, .everything, .everything])
    #expect(
      runs.map { $0.0 - start } == [.seconds(2), .seconds(100), .seconds(904), .seconds(1806)])
  }

  @Test func `says at the first start that it reads everything back, and how far it is`()
    async throws
  {
    let start = at("2026-11-20T12:00:00Z")
    let world = PlayWorld()
    let time = FakeTime(from: start, for: .hours(3))
    let pages = Mutex(0)
    let store = ScriptedAppStore(history: { page in
      try? time.sleep(.seconds(10))
      let number = pages.withLock { pages in
        pages += 1
        return pages
      }
      return StoreAnswer(
        body: Array("{\"notificationHistory\":[],\"hasMore\":false}".utf8),
        nextPage: number < 8 ? "p\(number)" : nil, sentAt: start - .days(90 - number))
    })
    let run = SyncRun(
      connections: [
        StoreConnection(
          store, bundle: "com.example", environment: .production, takeIn: world.takeIn)
      ], store: MemoryCheckpointStore(), clock: { time.present })
    let told = Mutex<[WalkProgress]>([])
    let loop = SyncLoop(
      run, ledger: world.ledger, clock: { time.present }, jitter: { _ in .zero },
      sleep: { try time.sleep($0) },
      tell: { report in
        guard case .walking(let walk) = report else { return }
        told.withLock { $0.append(walk) }
      })
    await loop.run()
    let walks = told.withLock(\.self)
    // Before it begins, twice a minute, and at its end; the short walks after it are not told of.
    #expect(walks.map(\.pages) == [0, 3, 6, 8])
    #expect(walks.map(\.isOver) == [false, false, false, true])
    #expect(walks[0].walk.to - walks[0].walk.from == .days(180) - .hours(1))
    #expect(walks[1].sentAt == start - .days(87))
    #expect(store.asked.count > 8)
  }

  @Test func `says once that everything is to be read, also where no store answers for long`()
    async throws
  {
    let start = at("2026-11-20T12:00:00Z")
    let world = PlayWorld()
    let time = FakeTime(from: start, for: .hours(3))
    let back = start + .hours(2)
    let store = ScriptedAppStore(history: { (page) throws(StoreAPIError) in
      guard time.present > back, page.isEmpty else {
        throw .unavailable(detail: "no route")
      }
      return StoreAnswer(
        body: Array("{\"notificationHistory\":[],\"hasMore\":true}".utf8), nextPage: "p1")
    })
    let run = SyncRun(
      connections: [
        StoreConnection(
          store, bundle: "com.example", environment: .production, takeIn: world.takeIn)
      ], store: MemoryCheckpointStore(), clock: { time.present })
    let told = Mutex<[String?]>([])
    let loop = SyncLoop(
      run, ledger: world.ledger, every: .minutes(5), clock: { time.present },
      jitter: { _ in .zero }, sleep: { try time.sleep($0) },
      tell: { report in
        guard case .walking(let walk) = report, walk.pages == 0 else { return }
        told.withLock { $0.append(walk.walk.page) }
      })
    await loop.run()
    #expect(store.asked.count > 8)
    #expect(told.withLock(\.self) == [nil, "p1"])
  }
}
