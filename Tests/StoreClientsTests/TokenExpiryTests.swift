import OwnThreads
import SimulatedStores
import StoreSimulator
import StoreSync
import SubscriptionCore
import Testing

@testable import StoreClients

/// Tokens that are good when a question is sent and over when the store looks at them.
@Suite(.ownThread) struct TokenExpiryTests {
  struct Flight: Sendable, CustomTestStringConvertible {
    var store: Store
    var endpoint: StoreEndpoint
    var path: String
    /// How old a token is that is still used.
    var age: Duration

    var testDescription: String { store.rawValue }
  }

  private static let flights = [
    Flight(store: .appStore, endpoint: .statuses, path: "/subscriptions/", age: .minutes(12)),
    Flight(
      store: .googlePlay, endpoint: .subscription, path: "/subscriptionsv2/", age: .minutes(57)),
  ]

  /// Serves stores at the end of a long way.
  private func serving(
    _ flight: Flight,
    _ body:
      @escaping @Sendable (LiveStores, LongWay, @Sendable () async -> StoreAPIError?)
      async throws -> Void
  ) async throws {
    try await LiveStores.serving { near in
      var live = near
      let way = LongWay(near.dependencies.transport) { near.now = near.now + $0 }
      live.dependencies.transport = way
      let (apple, google) = (try live.appStore(), try await live.googlePlay())
      let key = try #require(try await live.purchase(flight.store)).key
      try await body(live, way) {
        await failure {
          flight.store == .appStore
            ? try await apple.subscriptionStatuses(transaction: key)
            : try await google.subscription(purchaseToken: key)
        }
      }
    }
  }

  @Test(arguments: flights)
  func `a token that expires between question and answer is made anew, and asked with once more`(
    _ flight: Flight
  ) async throws {
    try await serving(flight) { live, way, ask in
      #expect(await ask() == nil)
      live.now = live.now + flight.age
      way.delay(flight.path, by: .minutes(4))
      #expect(await ask() == nil)
      #expect(await ask() == nil, "the new token is kept")
      let log = await live.stores.log.filter { $0.endpoint == flight.endpoint }
      #expect(log.map(\.status) == [200, 401, 200, 200])
      #expect(log[1].note?.contains("run out") == true, "by the store's clock, not by a fault")
      let exchanges = await live.stores.log.count { $0.endpoint == .token }
      #expect(exchanges == (flight.store == .googlePlay ? 2 : 0))
    }
  }

  @Test(arguments: flights)
  func `where every token expires on its way, that is told after the second`(
    _ flight: Flight
  ) async throws {
    try await serving(flight) { live, way, ask in
      way.delay(flight.path, by: .hours(1), times: .max)
      guard case .unauthorized = await ask() else {
        Issue.record("another end")
        return
      }
      let log = await live.stores.log.filter { $0.endpoint == flight.endpoint }
      #expect(log.map(\.status) == [401, 401])
    }
  }
}
