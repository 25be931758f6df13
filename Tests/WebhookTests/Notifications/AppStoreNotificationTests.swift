import EventLedger
import Foundation
import Intake
import LedgerContract
import OwnThreads
import StorePayloads
import StoreSimulator
import StoreSync
import SubscriptionCore
import Testing

@testable import Webhook

@Suite(.ownThread) struct AppStoreNotificationTests {
  private static let path = WebRoute.appStoreNotification.path

  /// Runs a server that accepts what a small world signs.
  private func serve(
    _ ledger: any Ledger = MemoryLedger(policy: .standard),
    _ change: (inout WebhookSettings) throws -> Void = { _ in },
    _ test: (RunningServer, SignedWorld) async throws -> Void
  ) async throws {
    let world = try SignedWorld.small.get()
    var setup = RunningServer.Setup()
    setup.settings = try world.settings()
    setup.ledger = ledger
    try change(&setup.settings)
    try await RunningServer.with(setup) { running in try await test(running, world) }
  }

  @Test func `a notification is durable when it is answered, and stored once`() async throws {
    try await serve { running, world in
      for (index, notification) in world.notifications.prefix(5).enumerated() {
        let first = try await running.send("POST", Self.path, body: notification)
        #expect(first.status == 200)
        #expect(first.text == #"{"outcome":"stored"}"#)
        #expect(try running.ledger.lastPosition() == LedgerPosition(index + 1))
        let again = try await running.send("POST", Self.path, body: notification)
        #expect(again.status == 200)
        #expect(again.text == #"{"outcome":"duplicate"}"#)
      }
      #expect(running.metrics.value(.deliveries, "app-store", "stored") == 5)
      #expect(running.metrics.value(.deliveries, "app-store", "duplicate") == 5)
    }
  }

  @Test func `the order of arrival and repetition change nothing`() async throws {
    let (straight, mixed) = (MemoryLedger(policy: .standard), MemoryLedger(policy: .standard))
    try await serve(straight) { running, world in
      for notification in world.notifications {
        _ = try await running.send("POST", Self.path, body: notification)
      }
    }
    try await serve(mixed) { running, world in
      for notification in world.notifications.reversed() + world.notifications.shuffled() {
        running.clock.pass(.hours(1))
        let reply = try await running.send("POST", Self.path, body: notification)
        #expect(reply.status == 200)
      }
      running.clock.now = SimulatedWorld.defaultStart + .days(6)
    }
    let end = SimulatedWorld.defaultStart + .days(6)
    for ledger in [straight, mixed] { try ledger.advance(to: end) }
    #expect(try straight.lastPosition() == mixed.lastPosition())
    #expect(try straight.lastPosition() > 20)
    let query = SubscriberQuery(sort: .id, limit: 1_000)
    let expected = try straight.subscribers(query).rows.map(\.status.state)
    #expect(try mixed.subscribers(query).rows.map(\.status.state) == expected)
  }

  @Test func `many at once are all stored`() async throws {
    try await serve { running, world in
      try await withThrowingTaskGroup(of: Int.self) { group in
        for notification in world.notifications {
          for _ in 0..<2 {
            group.addTask {
              try await running.send("POST", Self.path, body: notification).status
            }
          }
        }
        for try await status in group { #expect(status == 200) }
      }
      #expect(try running.ledger.lastPosition() == LedgerPosition(world.notifications.count))
    }
  }

  @Test func `a forgery is refused, kept with its reason, and never fact`() async throws {
    try await serve { running, world in
      let forged = SignedWorld.forged(world.notifications[0])
      let reply = try await running.send("POST", Self.path, body: forged)
      #expect(reply.status == 403)
      #expect(reply.problem == "not-proven")
      #expect(reply.fields["content-type"] == "application/problem+json")
      await running.commitQueue.close()
      #expect(try running.ledger.lastPosition() == 0)
      let kept = try running.ledger.refused(after: 0, limit: 10)
      #expect(kept.map(\.raw) == [forged])
      #expect(kept.map(\.origin) == ["POST \(Self.path)"])
    }
  }

  @Test(arguments: [
    (
      #"{"action":{"kind":"noted","subscription":"as_1","at":"2026-01-01T00:00:00Z","actor":"x"}}"#,
      400
    ),
    (#"{"store":"app-store","receivedAt":"2026-01-01T00:00:00Z","body":{}}"#, 400),
    (#"{"notificationType":"DID_RENEW","notificationUUID":"1","data":{}}"#, 400),
    (#"{"status":0,"environment":"Production","latest_receipt_info":[]}"#, 400),
    (#"[{"signedPayload":"a.b.c"}]"#, 400), ("nothing", 400), ("", 400), ("{}", 400),
    (#"{"signedPayload":"a.b.c"}"#, 403), (#"{"signedPayload":""}"#, 403),
    (#"{"signedPayload":7}"#, 400),
  ])
  func `only what the App Store posts is read`(_ body: String, _ status: Int) async throws {
    try await serve { running, _ in
      let reply = try await running.send("POST", Self.path, body: Array(body.utf8))
      #expect(reply.status == status)
      #expect(try running.ledger.lastPosition() == 0)
    }
  }

  @Test func `the root of one app proves nothing about another`() async throws {
    try await serve(MemoryLedger(policy: .standard)) { settings in
      let trust = settings.appStoreApps[SimulatedWorld.bundle]
      // The app in development trusts its own root; what it signs is about the app on sale.
      settings.appStoreApps = [
        SimulatedWorld.bundle: AppTrust(), "com.example.dev": trust ?? AppTrust(),
      ]
    } _: { running, world in
      let reply = try await running.send("POST", Self.path, body: world.notifications[0])
      #expect((reply.status, reply.problem) == (403, "not-proven"))
      #expect(try running.ledger.lastPosition() == 0)
    }
  }

  @Test func `a flood of unknown chains is put off, and known ones go on`() async throws {
    try await serve(MemoryLedger(policy: .standard)) { settings in
      settings.limits.chainsPerSecond = 1
    } _: { running, world in
      let first = try await running.send("POST", Self.path, body: world.notifications[0])
      #expect(first.status == 200)
      var problems: Set<String> = []
      for number in 1...6 as ClosedRange<UInt8> {
        let stranger = try SignedWorld.stranger(about: world.notifications[0], number)
        problems.insert(
          try await running.send("POST", Self.path, body: stranger).problem ?? "stored")
      }
      #expect(problems.contains("sender-uncheckable"))
      #expect(problems.isSubset(of: ["sender-uncheckable", "not-proven", "shut-out"]))
      let next = try await running.send("POST", Self.path, body: world.notifications[1])
      #expect(next.status == 200)
    }
  }

  @Test(arguments: [
    (["com.example.other": [StoreEnvironment.production]], true, "other-app"),
    ([SimulatedWorld.bundle: [.local]], true, "other-app"), ([:], true, "not-proven"),
    ([SimulatedWorld.bundle: [.production, .sandbox]], false, "not-proven"),
  ])
  func `another app, environment or root is refused`(
    _ apps: [AppID: [StoreEnvironment]], _ isTrusted: Bool, _ problem: String
  ) async throws {
    try await serve(MemoryLedger(policy: .standard)) { settings in
      let roots = settings.appStoreApps.values.flatMap(\.roots)
      settings.appStoreApps = apps.mapValues {
        AppTrust(environments: Set($0), roots: isTrusted ? roots : [.appleRootCAG3])
      }
    } _: { running, world in
      let reply = try await running.send("POST", Self.path, body: world.notifications[0])
      #expect(reply.status == 403)
      #expect(reply.problem == problem)
      #expect(!reply.text.contains("--"), "whoever posts runs no command: \(reply.text)")
      #expect(try running.ledger.lastPosition() == 0)
    }
  }

  @Test(arguments: [
    LedgerError.busy(location: "/secret/path"), .full(location: "/secret/path"),
    .failed(location: "/secret/path", detail: "SQL"),
  ])
  func `a ledger that fails makes the store send again`(_ error: LedgerError) async throws {
    let ledger = FaultyLedger()
    try await serve(ledger) { running, world in
      ledger.fault = error
      let failed = try await running.send("POST", Self.path, body: world.notifications[0])
      #expect(failed.status == 503)
      #expect(failed.problem == "ledger-unavailable")
      #expect(failed.fields["retry-after"] == "30")
      #expect(!failed.text.contains("secret"), "a stranger learns nothing of this machine")
      #expect(try await running.send("GET", "/readyz").status == 503)
      ledger.fault = nil
      let mended = try await running.send("POST", Self.path, body: world.notifications[0])
      #expect(mended.text == #"{"outcome":"stored"}"#)
      #expect(try await running.send("GET", "/readyz").status == 200)
    }
  }

  @Test func `what is too long is not read to its end`() async throws {
    try await serve(MemoryLedger(policy: .standard), { $0.limits.bodyMax = 1_000 }) {
      running, _ in
      let long = [UInt8](repeating: 0x20, count: 1_001)
      let reply = try await running.send("POST", Self.path, body: long)
      #expect(reply.status == 413)
      #expect(reply.problem == "too-large")
      let connection = RawConnection(port: running.port)
      connection.write(
        "POST \(Self.path) HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
      connection.write("400\r\n" + String(repeating: "x", count: 1_024) + "\r\n")
      #expect(await connection.readToEnd()?.contains(" 413 ") == true)
      #expect(running.server.bodies.bytesHeld == 0)
    }
  }
}
