import OwnThreads
import SimulatedStores
import StoreSimulator
import SubscriptionCore
import Synchronization

@testable import StoreClients

/// Fake stores on a port of this machine, and clients that ask them over the network.
struct LiveStores: Sendable {
  let stores: FakeStores
  let addresses: FakeStoreAddresses
  var dependencies: ClientDependencies
  private let clock: Clock

  /// A clock that only waiting and the test move.
  private final class Clock: Sendable {
    let instant = Mutex(SimulatedWorld.defaultStart + .seconds(1))
  }

  /// Serves the stores while a test runs.
  static func serving(
    seed: UInt64 = SimulatedWorld.defaultSeed, subscribers: Int = 60,
    limit: Duration = .seconds(30), bytesMax: Int = URLSessionTransport.bytesMax,
    _ body: @escaping @Sendable (LiveStores) async throws -> Void
  ) async throws {
    OwnThreads.expect()
    let clock = Clock()
    let stores = try FakeStores(seed: seed, subscribers: subscribers, voidedPageSize: 1) {
      clock.instant.withLock { $0 }
    }
    let dependencies = ClientDependencies(
      transport: URLSessionTransport(limit: limit, bytesMax: bytesMax),
      now: { clock.instant.withLock { $0 } },
      sleep: { duration in clock.instant.withLock { $0 = $0 + duration } }, jitter: { $0 })
    try await FakeStoreServer.serving(stores) { addresses in
      try await body(
        LiveStores(
          stores: stores, addresses: addresses, dependencies: dependencies, clock: clock))
    }
  }

  var now: Timestamp {
    get { clock.instant.withLock { $0 } }
    nonmutating set { clock.instant.withLock { $0 = newValue } }
  }

  /// A client of the fake App Store.
  func appStore(
    _ environment: StoreEnvironment = .production, bundle: AppID = SimulatedWorld.bundle
  ) throws -> AppStoreServerClient {
    let credentials = stores.credentials
    return AppStoreServerClient(
      key: try AppStoreKey(
        pem: credentials.appStorePEM, keyID: credentials.keyID, issuerID: credentials.issuerID),
      bundle: bundle, environment: environment,
      host: try StoreHost(
        environment == .production ? addresses.appStore : addresses.appStoreSandbox),
      dependencies: dependencies)
  }

  /// A client of the fake Google Play.
  func googlePlay(package: AppID = SimulatedWorld.package) async throws -> GooglePlayClient {
    GooglePlayClient(
      package: package,
      access: GooglePlayAccess(
        account: try ServiceAccount(json: Array(await stores.serviceAccountJSON.utf8)),
        host: try StoreHost(addresses.googlePlay), dependencies: dependencies))
  }

  /// A purchase of the world.
  func purchase(
    _ store: Store, where fits: (SimulatedWorld.Purchase) -> Bool = { _ in true }
  ) async throws -> SimulatedWorld.Purchase? {
    try await stores.purchases().first {
      $0.store == store && $0.environment == .production && fits($0)
    }
  }
}
