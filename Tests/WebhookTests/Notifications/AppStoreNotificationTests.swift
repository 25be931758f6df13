import EventLedger
import StoreSimulator
import StoreSync
import SubscriptionCore
import Testing

@testable import Webhook

@Suite struct AppStoreNotificationTests {
  private static let path = WebRoute.appStoreNotification.path

  @Test func `a notification is durable when it is answered, and stored once`() async throws {
    let world = try SignedWorld()
    var setup = RunningServer.Setup()
    setup.settings = try world.settings()
    try await RunningServer.with(setup) { running in
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
}
