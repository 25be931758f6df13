import EventLedger
import Intake
import LedgerContract
import Logging
import OwnThreads
import StorePayloads
import StoreSimulator
import StoreSync
import SubscriptionCore
import Testing

@testable import Webhook

@Suite(.ownThread) struct HealthTests {
  @Test func `readiness is about the ledger, the clock and stopping; health is not`() async throws {
    let world = try PromptWorld()
    try await world.serve { running in
      #expect(try await running.send("GET", "/readyz").status == 200)
      running.clock.now = SimulatedWorld.defaultStart - .minutes(4)
      #expect(try await running.send("GET", "/readyz").status == 200)
      running.clock.now = SimulatedWorld.defaultStart - .days(1)
      let back = try await running.send("GET", "/readyz")
      #expect((back.status, back.problem) == (503, "not-ready"))
      #expect(back.text.contains("NTP"))
      running.clock.now = SimulatedWorld.defaultStart
      running.server.beginDraining()
      #expect(try await running.send("GET", "/readyz").status == 503)
      #expect(try await running.send("GET", "/healthz").text == "ok\n")
    }
  }

  @Test func `the framework does not say beside the daemon that it listens`() async throws {
    let log = LineList(level: .info)
    var setup = RunningServer.Setup()
    setup.log = log
    try await RunningServer.with(setup) { running async throws in
      #expect(try await running.send("GET", "/healthz").status == 200)
    }
    #expect(!log.all.contains { $0.contains("listening") }, "\(log.all)")
  }

  @Test func `checks of readiness that wait for a writer keep nobody's answer back`() async throws {
    let ledger = FaultyLedger()
    var setup = RunningServer.Setup()
    setup.ledger = ledger
    setup.settings.tokens = TokenStore([
      AccessToken(
        name: "prometheus", hash: AccessToken.hash(of: PromptWorld.token), scopes: [.metricsRead])
    ])
    try await RunningServer.with(setup) { running async throws in
      ledger.isLocked = true
      defer { ledger.isLocked = false }
      await withTaskGroup { group in
        for _ in 0..<12 {
          group.addTask { (try? await running.send("GET", "/readyz").status) == 503 }
        }
        for await isNotReady in group { #expect(isNotReady) }
      }
      let words = try await running.send("GET", "/readyz").text
      #expect(words.contains("another process writes to it") && !words.contains("The ledger: "))
      #expect(try await running.ask("GET", "/metrics").status == 200)
    }
  }

  @Test func `a clock that was set back stores all the same`() async throws {
    let world = try SignedWorld.small.get()
    var setup = RunningServer.Setup()
    setup.settings = try world.settings()
    try await RunningServer.with(setup) { running async throws in
      let path = WebRoute.appStoreNotification.path
      for notification in world.notifications.prefix(6) {
        running.clock.now = running.clock.now - .days(2)
        #expect(try await running.send("POST", path, body: notification).status == 200)
      }
      #expect(try running.ledger.lastPosition() == 6)
      #expect(try running.ledger.verify() == [])
    }
  }

  @Test func `readiness names the process that has the lease to readers of metrics alone`()
    async throws
  {
    var setup = RunningServer.Setup()
    let owner = LeaseOwner(run: "r", host: "inner-host", process: 4711, numbering: "", began: "")
    let since = SimulatedWorld.defaultStart
    setup.lease = LeaseStatus(
      isHeld: false, lease: LedgerLease(owner: owner, since: since, until: since + .minutes(1)))
    for scope in [TokenScope.metricsRead, .promptsRead] {
      setup.settings.tokens = TokenStore([
        AccessToken(name: "t", hash: AccessToken.hash(of: PromptWorld.token), scopes: [scope])
      ])
      try await RunningServer.with(setup) { running in
        let open = try await running.send("GET", "/readyz")
        #expect(open.status == 200 && open.text.contains(#""held":false"#))
        #expect(open.text.contains(#""host":null"#) && open.text.contains(#""process":null"#))
        let known = try await running.ask("GET", "/readyz")
        #expect(known.status == 200)
        #expect(known.text.contains(#""host":"inner-host""#) == (scope == .metricsRead))
        #expect(known.text.contains(#""process":4711"#) == (scope == .metricsRead))
      }
    }
  }

  @Test func `metrics are told in Prometheus' text format`() async throws {
    let world = try PromptWorld()
    try await world.serve { running in
      let reply = try await running.ask("GET", "/metrics")
      #expect(reply.fields["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
      for metric in PrometheusMetric.allCases {
        #expect(reply.text.contains("# HELP \(metric.rawValue) "))
        #expect(reply.text.contains("# TYPE \(metric.rawValue) \(metric.kind.rawValue)\n"))
      }
      let position = try world.ledger.lastPosition()
      #expect(reply.text.contains("\nchurntop_ledger_position \(position)\n"))
      let grace = world.rows.count { $0.status.state == .grace && $0.environment == .production }
      #expect(reply.text.contains("\nchurntop_subscribers{state=\"grace\"} \(grace)\n"))
      let due = world.rows.count { $0.status.prompt.isDue }
      #expect(reply.text.contains("\nchurntop_prompts_due \(due)\n"))
    }
  }

  @Test func `metrics are there while the ledger cannot be read`() async throws {
    var setup = RunningServer.Setup()
    let ledger = FaultyLedger()
    setup.ledger = ledger
    setup.settings.tokens = TokenStore([
      AccessToken(
        name: "prometheus", hash: AccessToken.hash(of: PromptWorld.token), scopes: [.metricsRead])
    ])
    try await RunningServer.with(setup) { running async throws in
      _ = try await running.ask("GET", "/metrics")
      ledger.fault = .busy(location: "/ledger")
      running.clock.pass(.minutes(1))
      let reply = try await running.ask("GET", "/metrics")
      #expect(reply.status == 200)
      #expect(reply.text.contains("churntop_ledger_position 0"))
    }
  }

  @Test func `figures are read at most every five seconds, however many ask`() async throws {
    var setup = RunningServer.Setup()
    setup.settings.tokens = TokenStore([
      AccessToken(
        name: "prometheus", hash: AccessToken.hash(of: PromptWorld.token), scopes: [.metricsRead])
    ])
    try await RunningServer.with(setup) { running async throws in
      #expect(try await running.ask("GET", "/metrics").status == 200)
      let readAt = running.clock.now.milliseconds / 1_000
      running.clock.pass(.seconds(4))
      #expect(try await running.ask("GET", "/metrics").status == 200)
      #expect(running.metrics.value(.figuresAt) == readAt)
      running.clock.pass(.seconds(1))
      #expect(try await running.ask("GET", "/metrics").status == 200)
      #expect(running.metrics.value(.figuresAt) == readAt + 5)
    }
  }

  @Test func `when a store was last heard is known from before the process began`() async throws {
    let world = try PromptWorld()
    let events = try world.ledger.recentEvents(EventQuery(limit: 100_000)).map(\.event)
    try await world.serve { running in
      for store in Store.allCases {
        let latest = events.filter {
          $0.source.store == store && $0.source.rawValue.hasSuffix("-notification")
        }.map(\.recordedAt).max()
        let seconds = try #require(latest).milliseconds / 1_000
        for _ in 0..<500 where running.metrics.value(.lastHeard, store.rawValue) == 0 {
          try await Task.sleep(for: .milliseconds(20))
        }
        #expect(running.metrics.value(.lastHeard, store.rawValue) == seconds)
      }
    }
  }

  @Test func `what was read from a store's history is no delivery`() throws {
    let world = try SignedWorld.small.get()
    let (first, second) = (world.notifications[0], world.notifications[1])
    let item = String(decoding: second.dropLast(), as: UTF8.self) + ",\"sendAttempts\":[]}"
    let page = "{\"notificationHistory\":[\(item)],\"hasMore\":false}"
    let ledger = MemoryLedger(policy: SimulatedWorld.policy)
    let intake = Intake(
      ledger: ledger,
      trust: TrustPolicy(roots: [try TrustedRoot(file: world.world.rootCertificate)]))
    let now = SimulatedWorld.defaultStart
    _ = try intake.take(Array(page.utf8), origin: "sync", receivedAt: now, now: now)
    #expect(try ledger.lastPosition() == 1)
    #expect(try WebhookServer.lastHeard(in: ledger, at: now) == [:])
    _ = try intake.take(first, origin: "web", receivedAt: now - .hours(1), now: now)
    #expect(try WebhookServer.lastHeard(in: ledger, at: now) == [.appStore: now - .hours(1)])
  }

  @Test func `a delivery that a clock ahead has dated hides no silence`() throws {
    let world = try SignedWorld.small.get()
    let ledger = MemoryLedger(policy: SimulatedWorld.policy)
    let intake = Intake(
      ledger: ledger,
      trust: TrustPolicy(roots: [try TrustedRoot(file: world.world.rootCertificate)]))
    let now = SimulatedWorld.defaultStart
    for (place, message) in world.notifications.prefix(9).enumerated() {
      let at = place == 0 ? now - .hours(9) : now + .days(9)
      _ = try intake.take(message, origin: "web", receivedAt: at, now: at)
    }
    let heard = try ledger.recentEvents(EventQuery(limit: 99)).map(\.event.recordedAt)
    #expect(Set(heard) == [now - .hours(9), now + .days(9)])
    #expect(try WebhookServer.lastHeard(in: ledger, at: now) == [.appStore: now - .hours(9)])
  }

  @Test func `a configured store that was never heard has a series, and another none`()
    async throws
  {
    var setup = RunningServer.Setup()
    setup.settings.appStoreApps = ["com.example": AppTrust()]
    try await RunningServer.with(setup) { running in
      let line = "\nchurntop_last_heard_timestamp_seconds{store="
      for _ in 0..<500 where !running.metrics.text.contains(line) {
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(running.metrics.text.contains("\(line)\"app-store\"} 0\n"))
      #expect(!running.metrics.text.contains("\(line)\"google-play\"}"))
      let text = running.metrics.text
      for outcome in DeliveryOutcome.allCases {
        let series = "outcome=\"\(outcome.rawValue)\"} 0\n"
        #expect(text.contains("churntop_deliveries_total{store=\"app-store\",\(series)"))
      }
      let origin = WebRoute.appStoreNotification.origin
      #expect(text.contains("churntop_quarantine_omitted_total{source=\"\(origin)\"} 0\n"))
      #expect(!text.contains("google-play"))
    }
  }

  @Test func `a host that nobody knows is named plainly`() async throws {
    var setup = RunningServer.Setup()
    setup.settings.host = "no-such-host.invalid"
    let server = WebhookServer(
      setup.settings,
      WebhookDependencies(
        ledger: setup.ledger,
        commitQueue: CommitQueue(
          ledger: setup.ledger, clock: { .epoch }, uptime: { .zero }, tell: { _ in }),
        keys: setup.keys, metrics: MetricsRegistry(), clock: { .epoch }, uptime: { .zero },
        logger: Logger(label: "test")))
    let error = await #expect(throws: ListenError.self) { try await server.run() }
    #expect(
      error?.description == "cannot listen at no-such-host.invalid:0: no host of this name is known"
    )
  }

  @Test func `an address is tried as a server takes it`() async throws {
    try await RunningServer.with(RunningServer.Setup()) { running in
      let taken = try #require(ListenError.probe(host: "127.0.0.1", port: running.port))
      #expect(taken.reason == "address already in use" && !taken.isWrongHost)
    }
    #expect(ListenError.probe(host: "127.0.0.1", port: 0) == nil)
    #expect(ListenError.probe(host: "203.0.113.9", port: 0)?.isWrongHost == true)
  }

  @Test func `what is not there is said to be not there`() async throws {
    try await RunningServer.with(RunningServer.Setup()) { running in
      let path = try await running.send("GET", "/v1/nothing")
      #expect((path.status, path.problem) == (404, "unknown-path"))
      for route in WebRoute.allCases {
        let method = try await running.send("DELETE", route.path)
        #expect(method.status == 405)
        #expect(method.fields["allow"] == (route.method == .get ? "GET, HEAD" : "POST"))
      }
    }
  }
}
