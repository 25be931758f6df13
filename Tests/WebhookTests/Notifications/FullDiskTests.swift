import EventLedger
import Foundation
import GRDB
import OwnThreads
import StoreSimulator
import SubscriptionCore
import Testing

@testable import LedgerSQLite
@testable import Webhook

@Suite(.ownThread) struct FullDiskTests {
  private static let path = WebRoute.appStoreNotification.path

  /// Lets a ledger's file grow to that many pages and no further.
  private func limit(_ ledger: SQLiteLedger, _ pages: (_ present: Int) -> Int) throws {
    try ledger.writeOutsideTransaction { database in
      let present = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      try database.execute(sql: "PRAGMA max_page_count = \(pages(present))")
    }
  }

  @Test func `a full disk is answered 503, loses nothing, and is over when there is room`()
    async throws
  {
    let folder = NSTemporaryDirectory() + "churntop-full-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let ledger = try SQLiteLedger(path: folder + "/ledger.sqlite", policy: SimulatedWorld.policy)
    let world = try SignedWorld.small.get()
    var setup = RunningServer.Setup()
    setup.settings = try world.settings()
    setup.ledger = ledger
    let log = LineList()
    setup.log = log
    try await RunningServer.with(setup) { running in
      func post(_ notification: [UInt8]) async throws -> Int {
        try await running.send("POST", Self.path, body: notification).status
      }
      #expect(try await post(world.notifications[0]) == 200)
      try limit(ledger) { $0 + 2 }
      var acknowledged = [world.notifications[0]]
      var turnedAway: [[UInt8]] = []
      for notification in world.notifications.dropFirst() {
        switch try await post(notification) {
        case 200: acknowledged.append(notification)
        case 503: turnedAway.append(notification)
        case let status: Issue.record("answered \(status)")
        }
      }
      #expect(turnedAway.count > 5)
      let told = log.all.filter { $0.hasPrefix("a delivery cannot be stored") }
      #expect(told.count == 1, "the log does not fill as well")
      #expect(try await running.send("GET", "/readyz").status == 503)
      #expect(try await running.send("GET", "/healthz").status == 200)
      #expect(try ledger.lastPosition() == LedgerPosition(acknowledged.count))
      #expect(try ledger.rebuild(check: true) == [], "nothing is half written")
      running.clock.pass(.seconds(60))
      running.server.parts.errors.tellSums()
      #expect(log.all.last?.contains("(\(turnedAway.count - 1) more times in 60 s)") == true)

      try limit(ledger) { _ in 1 << 20 }
      for notification in turnedAway { #expect(try await post(notification) == 200) }
      #expect(try await running.send("GET", "/readyz").status == 200)
      #expect(try ledger.lastPosition() == LedgerPosition(world.notifications.count))
      for notification in acknowledged {
        let again = try await running.send("POST", Self.path, body: notification)
        #expect(again.text == #"{"outcome":"duplicate"}"#)
      }
      #expect(try ledger.verify() == [])
    }
    try ledger.close()
  }
}
