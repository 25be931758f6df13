import EventLedger
import Foundation
import GRDB
import LedgerSQLite
import OwnThreads
import SimulatedStores
import StoreSimulator
import SubscriptionCore
import Testing

@testable import churntopd

@Suite(.ownThread, .serialized) struct `A daemon that pulls Google Play's notifications` {
  private let folder: DaemonFolder

  init() throws { folder = try DaemonFolder() }

  /// Runs a body beside fake stores whose notifications of ten days wait to be pulled.
  private func pulling(
    seed: UInt64,
    _ body: @escaping @Sendable (FakeStores, SimulationFolder) async throws -> Void
  ) async throws {
    let start = Dependencies.current.clock() - .days(10)
    let stores = try FakeStores(
      seed: seed, subscribers: 150, start: start, clock: Dependencies.current.clock)
    let folder = folder
    try await FakeStoreServer.serving(stores) { addresses in
      let place = try SimulationFolder(folder.path)
      let target = try await place.write(stores, at: addresses, port: 0, pulls: true)
      #expect(target.isPulled)
      try await body(stores, place)
    }
  }

  /// Waits until so much is so.
  private static func wait(_ isSo: () async throws -> Bool) async throws {
    for _ in 0..<1_200 {
      if try await isSo() { return }
      try await Task.sleep(for: .milliseconds(50))
    }
    Issue.record("it never was so")
  }

  /// How many notifications of Google Play a ledger holds, and how many different ones.
  private static func notifications(_ path: String) throws -> (events: Int, different: Int) {
    let ledger = try SQLiteLedger(path: path, policy: .standard, readOnly: true)
    var (ids, query) = ([EventID](), EventQuery(limit: 500))
    while let last = try ledger.recentEvents(query).last {
      ids += try ledger.recentEvents(query).filter {
        $0.event.source == .googlePlayNotification
      }.map(\.event.id)
      query.before = last.position
    }
    try ledger.close()
    return (ids.count, Set(ids).count)
  }

  @Test func `stores what it pulls before it is acknowledged, and stops cleanly`() async throws {
    try await pulling(seed: 66) { stores, place in
      let daemon = try await RunningDaemon(config: place.configuration, folder: folder)
      try await Self.wait {
        let (open, acknowledged) = await stores.pulledMessages
        return open == 0 && acknowledged > 20
      }
      #expect(daemon.end(SIGTERM) == 0)
      let acknowledged = await stores.pulledMessages.acknowledged
      let kept = try Self.notifications(place.ledger)
      #expect(kept.events >= acknowledged && kept.different == kept.events)
      let failures = await stores.log.filter { $0.endpoint == .pull && $0.status != 200 }
      #expect(failures.isEmpty, "\(failures)")
    }
  }

  @Test func `loses nothing that was acknowledged when it is killed, and doubles nothing`()
    async throws
  {
    try await pulling(seed: 67) { stores, place in
      for _ in 0..<4 {
        let daemon = try await RunningDaemon(config: place.configuration, folder: folder)
        try await Task.sleep(for: .milliseconds(Int.random(in: 100...500)))
        daemon.end(SIGKILL)
        let kept = try Self.notifications(place.ledger)
        #expect(kept.events >= (await stores.pulledMessages.acknowledged))
      }
      let daemon = try await RunningDaemon(config: place.configuration, folder: folder)
      // What a killed one had is sent again when its deadline is over.
      try await Self.wait { await stores.pulledMessages.open == 0 }
      #expect(daemon.end(SIGTERM) == 0)
      let kept = try Self.notifications(place.ledger)
      #expect(kept.events == kept.different && kept.events > 20)
      #expect(kept.events >= (await stores.pulledMessages.acknowledged))
    }
  }

  @Test func `keeps what is no notification, or another app's, in quarantine and goes on`()
    async throws
  {
    try await pulling(seed: 68) { stores, place in
      await stores.publish(Array("not JSON".utf8))
      await stores.publish(
        Array(
          """
          {"version":"1.0","packageName":"com.example.somebody.else","eventTimeMillis":"1",
          "testNotification":{"version":"1.0"}}
          """.utf8))
      let daemon = try await RunningDaemon(config: place.configuration, folder: folder)
      try await Self.wait {
        let (open, acknowledged) = await stores.pulledMessages
        return open == 0 && acknowledged > 2
      }
      #expect(daemon.end(SIGTERM) == 0)
      let ledger = try SQLiteLedger(path: place.ledger, policy: .standard, readOnly: true)
      let refused = try ledger.refused(after: 0, limit: 9)
      #expect(refused.count == 2)
      #expect(refused.allSatisfy { $0.origin == FakeStores.pulledSubscription })
      try ledger.close()
    }
  }

  @Test func `gives back what a locked ledger cannot take, and stores it later`() async throws {
    try await pulling(seed: 69) { stores, place in
      await stores.set(.down, at: .pull)
      let daemon = try await RunningDaemon(config: place.configuration, folder: folder)
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let lock = try DatabaseQueue(path: place.ledger, configuration: configuration)
      try await lock.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
      await stores.clear(.pull)
      try await Self.wait { await stores.log.contains { $0.endpoint == .pull && $0.status == 200 } }
      try await Self.wait { await stores.log.contains { $0.endpoint == .acknowledgeDeadline } }
      #expect(await stores.pulledMessages.acknowledged == 0)
      try await lock.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
      try lock.close()
      try await Self.wait {
        let (open, acknowledged) = await stores.pulledMessages
        return open == 0 && acknowledged > 20
      }
      #expect(daemon.end(SIGTERM) == 0)
    }
  }

  @Test func `check-config tries to pull, and says which role is missing`() async throws {
    try await pulling(seed: 70) { stores, place in
      let sound = try RunningDaemon.run(["check-config", "--config", place.configuration])
      let line = "Pub/Sub \(FakeStores.pulledSubscription): messages may be pulled"
      #expect(sound.output.contains(line), "\(sound.output)\(sound.diagnostics)")
      #expect(!sound.output.contains("pushAudience"))
      await stores.set(.status(403), at: .pull)
      let refused = try RunningDaemon.run(["check-config", "--config", place.configuration])
      #expect(refused.status == 3)
      #expect(refused.diagnostics.contains("'Pub/Sub Subscriber' on the subscription"))
    }
  }
}
