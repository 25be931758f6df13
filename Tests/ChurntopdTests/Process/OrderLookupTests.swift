import EventLedger
import Foundation
import LedgerSQLite
import OwnThreads
import SimulatedStores
import StoreSimulator
import SubscriptionCore
import Testing

@testable import churntopd

@Suite(.ownThread, .serialized) struct `Orders of the App Store` {
  private let folder: DaemonFolder

  init() throws { folder = try DaemonFolder() }

  @Test func `are asked for by a request, and become names of the subscription`() async throws {
    let stores = try FakeStores(
      seed: 6, subscribers: 80, start: Dependencies.current.clock(),
      clock: { Dependencies.current.clock() })
    let folder = folder
    try await FakeStoreServer.serving(stores) { addresses in
      let place = try SimulationFolder(folder.path)
      _ = try await place.write(stores, at: addresses, port: 0)
      let orders = try await stores.orders()
      let (order, key) = try #require(orders.min { $0.key.rawValue < $1.key.rawValue })
      let nobodys = try #require(AppStoreOrderID("MK5TTTVWJH"))
      // A store that is down for a moment is asked again.
      await stores.set(.down, at: .orderLookup, times: 1)
      let daemon = try await RunningDaemon(config: place.configuration, folder: folder)
      let ledger = try SQLiteLedger(path: place.ledger, policy: .standard)
      let now = Dependencies.current.clock()
      _ = try ledger.lookUp(order, actor: "mei", now: now)
      _ = try ledger.lookUp(nobodys, actor: "mei", now: now + .milliseconds(1))
      for _ in 0..<600 where !(try ledger.openOrderLookups(limit: 1).isEmpty) {
        try await Task.sleep(for: .milliseconds(100))
      }
      #expect(try ledger.resolve(order.rawValue, limit: 9) == [SubscriptionID("as_" + key)])
      #expect(try ledger.orderLookup(order) == nil)
      #expect(try ledger.orderLookup(nobodys)?.outcome == .unknown)
      let told = try ledger.events(of: SubscriptionID("as_" + key)).map(\.event)
      #expect(told.contains { $0.facts.orderID == order.rawValue && $0.verification == .verified })
      #expect(daemon.end(SIGTERM) == 0)
      #expect(daemon.diagnostics.contains("the App Store was queried for orders"))
      try ledger.close()
      // The daemon has a policy of its own, by which it derived rows until now.
      let after = try SQLiteLedger(path: place.ledger, policy: .standard)
      #expect(try after.rebuild(check: true) == [])
      try after.close()
    }
  }
}
