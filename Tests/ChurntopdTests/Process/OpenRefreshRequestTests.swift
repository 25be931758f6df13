import EventLedger
import Foundation
import LedgerSQLite
import OwnThreads
import SimulatedStores
import StoreSimulator
import SubscriptionCore
import Synchronization
import Testing

@testable import churntopd

@Suite(.ownThread, .serialized) struct `Notifications that Google Play could not be asked about` {
  private let folder: DaemonFolder

  init() throws { folder = try DaemonFolder() }

  /// A store's clock that is moved on, so that it has something to say, and goes on as the
  /// daemon's does, which would otherwise be told that it runs ahead.
  private final class MovingClock: Sendable {
    private let behind: Mutex<Duration>
    init(behind: Duration) { self.behind = Mutex(behind) }
    var now: Timestamp { Dependencies.current.clock() - behind.withLock(\.self) }
    func moveToPresent() { behind.withLock { $0 = .zero } }
  }

  @Test func `are kept over a kill, and answered after it; a reader sees both at once`()
    async throws
  {
    let clock = MovingClock(behind: .hours(30))
    let stores = try FakeStores(
      seed: 5, subscribers: 150, start: clock.now, clock: { clock.now })
    let folder = folder
    try await FakeStoreServer.serving(stores) { addresses in
      let place = try SimulationFolder(folder.path)
      _ = try await place.write(stores, at: addresses, port: 0)
      clock.moveToPresent()
      await stores.set(.down, at: .subscription)
      let first = try await RunningDaemon(config: place.configuration, folder: folder)
      let counter = try await stores.deliverDue(
        to: Self.target(first.port, like: place, audiencePort: 0), by: HTTPPoster.post)
      #expect(counter.taken > 0)
      let reader = try SQLiteLedger(path: place.ledger, policy: .standard, readOnly: true)
      let open = try reader.openRefreshRequests(limit: 1_000)
      #expect(!open.isEmpty)
      first.end(SIGKILL)
      await stores.clear(.subscription)
      let second = try await RunningDaemon(config: place.configuration, folder: folder)
      for _ in 0..<900 where !(try reader.openRefreshRequests(limit: 1).isEmpty) {
        try await Task.sleep(for: .milliseconds(100))
      }
      #expect(try reader.openRefreshRequests(limit: 1) == [])
      for id in open {
        #expect(try reader.events(of: id).contains { $0.event.source == .googlePlaySubscription })
      }
      #expect(second.end(SIGTERM) == 0)
      try reader.close()
    }
  }

  /// Where the stores post, by the audience that the configuration names.
  private static func target(
    _ port: Int, like place: SimulationFolder, audiencePort: Int
  ) -> WebhookTarget {
    let base = "http://127.0.0.1:\(port)/v1"
    return WebhookTarget(
      appStore: base + "/app-store/notifications",
      googlePlay: base + "/google-play/notifications",
      audience: "http://127.0.0.1:\(audiencePort)/v1/google-play/notifications")
  }
}
