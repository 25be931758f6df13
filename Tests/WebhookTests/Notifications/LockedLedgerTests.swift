import EventLedger
import Foundation
import GRDB
import Intake
import LedgerSQLite
import OwnThreads
import StoreSimulator
import SubscriptionCore
import Testing

@testable import Webhook

@Suite(.ownThread) struct LockedLedgerTests {
  /// A connection that holds the writers' turn, as another process does in a long transaction.
  private func other(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  @Test func `a ledger that another process writes is waited for, and nobody is answered before`()
    async throws
  {
    let folder = NSTemporaryDirectory() + "churntop-locked-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/ledger.sqlite"
    let ledger = try SQLiteLedger(path: path, policy: SimulatedWorld.policy)
    let other = try other(path)
    let world = try SignedWorld.small.get()
    var setup = RunningServer.Setup()
    setup.settings = try world.settings()
    setup.ledger = ledger
    try await RunningServer.with(setup) { running async throws in
      try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for notification in world.notifications.prefix(5) {
          group.addTask {
            try await running.send(
              "POST", WebRoute.appStoreNotification.path, body: notification
            ).status
          }
        }
        // The first transaction waits for its turn, and as a rule others for the first.
        for _ in 0..<200 where running.commitQueue.depth == 0 {
          try await Task.sleep(for: .milliseconds(10))
        }
        #expect(try ledger.lastPosition() == 0)
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses == [200, 200, 200, 200, 200])
      #expect(try ledger.lastPosition() == 5)
    }
    try other.close()
    try ledger.close()
  }

  @Test func `metrics are answered while another process writes`() async throws {
    let folder = NSTemporaryDirectory() + "churntop-locked-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/ledger.sqlite"
    let ledger = try SQLiteLedger(path: path, policy: SimulatedWorld.policy)
    let other = try other(path)
    var setup = RunningServer.Setup()
    setup.ledger = ledger
    setup.settings.tokens = TokenStore([
      AccessToken(
        name: "prometheus", hash: AccessToken.hash(of: PromptWorld.token), scopes: [.metricsRead])
    ])
    try await RunningServer.with(setup) { running async throws in
      try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
      let begin = ContinuousClock.now
      let reply = try await running.ask("GET", "/metrics")
      #expect(reply.status == 200 && reply.text.contains("\nchurntop_ledger_position 0\n"))
      #expect(ContinuousClock.now - begin < .seconds(2))
      try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    }
    try other.close()
    try ledger.close()
  }
}
