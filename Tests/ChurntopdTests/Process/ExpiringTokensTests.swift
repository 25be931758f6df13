import EventLedger
import Foundation
import Intake
import LedgerSQLite
import Logging
import OwnThreads
import SimulatedStores
import StorePayloads
import StoreSimulator
import StoreSync
import SubscriptionCore
import Synchronization
import Testing

@testable import churntopd

@Suite(.ownThread) struct `A token that expires while a run is under way` {
  /// The present, and how much of it the stores' next look at their clock takes.
  private final class Clock: Sendable {
    private let state = Mutex((now: Dependencies.current.clock(), leap: Duration.zero))

    var now: Timestamp { state.withLock(\.now) }

    func pass(_ duration: Duration) { state.withLock { $0.now = $0.now + duration } }
    func leap(_ duration: Duration) { state.withLock { $0.leap = duration } }

    func look() -> Timestamp {
      state.withLock { state in
        state = (state.now + state.leap, .zero)
        return state.now
      }
    }
  }

  private static let seed: UInt64 = 9

  /// Fills a ledger with the past of the stores' world.
  private static func fill(_ ledger: any Ledger, at now: Timestamp) throws {
    var world = try SimulatedWorld(seed: seed, subscribers: 60, start: now)
    let intake = Intake(
      ledger: ledger, trust: TrustPolicy(roots: [try TrustedRoot(file: world.rootCertificate)]))
    let documents = try world.advance(to: now).map {
      IncomingDocument(bytes: $0.bytes[...], receivedAt: $0.arrivesAt)
    }
    _ = try intake.take(documents, origin: "world", now: now)
  }

  /// Writes down that somebody wants a subscription asked about.
  private func request(_ id: SubscriptionID, _ ledger: any Ledger, at now: Timestamp) throws {
    let action = ActionRecord(
      kind: .refreshRequested, subscription: id, at: now, recordedAt: now,
      action: SubscriptionEvent.Action(actor: "mei"))
    try ledger.append(
      [
        LedgerEntry(
          identity: action.id.rawValue, format: "action", raw: action.json, receivedAt: now,
          verification: .unsigned, events: [action.event])
      ], now: now)
  }

  @Test(arguments: [
    (Store.appStore, StoreEndpoint.statuses, 12), (.googlePlay, .subscription, 57),
  ])
  func `is made anew, every question is answered, and every request is done`(
    _ store: Store, _ endpoint: StoreEndpoint, _ minutes: Int
  ) async throws {
    let (folder, clock) = (try DaemonFolder(), Clock())
    let stores = try FakeStores(
      seed: Self.seed, subscribers: 60, start: clock.now, clock: clock.look)
    try await FakeStoreServer.serving(stores) { addresses in
      let place = try SimulationFolder(folder.path)
      _ = try await place.write(stores, at: addresses, port: 0)
      var dependencies = Dependencies.current
      dependencies.clock = { clock.now }
      let daemon = try Daemon(
        ConfigurationCheck(path: place.configuration, dependencies: dependencies),
        dependencies: dependencies,
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      let run = daemon.syncRun()
      try Self.fill(daemon.ledger, at: clock.now)
      let filter = try Filter.parse("store:\(store.rawValue) env:production state:active")
      let rows = try daemon.ledger.subscribers(SubscriberQuery(filter: filter, limit: 12)).rows
      #expect(rows.count > 4)
      try request(rows[0].id, daemon.ledger, at: clock.now)
      #expect(try await run.run(try run.plan(daemon.ledger, scope: .requests)).asked == 1)
      clock.pass(.minutes(minutes))
      for row in rows { try request(row.id, daemon.ledger, at: clock.now) }
      let before = await stores.log.count
      // The token is still good for three minutes when it is sent, and over when it is looked at.
      clock.leap(.minutes(4))
      let report = try await run.run(try run.plan(daemon.ledger, scope: .requests))
      #expect(report.isWhole && report.asked == rows.count, "\(report)")
      #expect(try daemon.ledger.openRefreshRequests(limit: 99).isEmpty)
      let answers = await stores.log.dropFirst(before).filter { $0.endpoint == endpoint }
      #expect(answers.count { $0.status == 200 } == rows.count)
      let refused = answers.filter { $0.status != 200 }
      #expect(!refused.isEmpty && refused.allSatisfy { $0.note?.contains("run out") == true })
      await daemon.commitQueue.close()
      try daemon.ledger.close()
    }
  }
}
