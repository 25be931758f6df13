import OwnThreads
import SimulatedStores
import StoreSimulator
import StoreSync
import SubscriptionCore
import Testing

@testable import StoreClients

/// Both readers of products against the fake stores, over the network.
@Suite(.ownThread) struct LiveProductsTests {
  private static func catalogue(_ statements: [CatalogueStatement]) -> ProductCatalogue {
    var catalogue = ProductCatalogue()
    catalogue.take(statements, at: testNow)
    return catalogue
  }

  private static func googlePlay(
    _ live: LiveStores, package: AppID = SimulatedWorld.package
  ) async throws -> GooglePlayProducts {
    GooglePlayProducts(
      package: package,
      access: GooglePlayAccess(
        account: try ServiceAccount(json: Array(await live.stores.serviceAccountJSON.utf8)),
        host: try StoreHost(live.addresses.googlePlay), dependencies: live.dependencies))
  }

  private static func appStore(
    _ live: LiveStores, bundle: AppID = SimulatedWorld.bundle, keyID: String? = nil
  ) throws -> AppStoreConnectProducts {
    let credentials = live.stores.credentials
    return AppStoreConnectProducts(
      key: try AppStoreKey(
        pem: credentials.connectPEM, keyID: keyID ?? credentials.connectKeyID,
        issuerID: credentials.issuerID),
      bundle: bundle, host: try StoreHost(live.addresses.appStoreConnect),
      dependencies: live.dependencies)
  }

  @Test func `Google Play's products are read page by page`() async throws {
    try await LiveStores.serving { live in
      let catalogue = Self.catalogue(try await Self.googlePlay(live).productSettings())
      func key(_ product: ProductID, _ plan: String) -> ProductKey {
        ProductKey(
          store: .googlePlay, app: SimulatedWorld.package, product: product, basePlan: plan)
      }
      let annual = key("kawaraban.annual", "p1y")
      #expect(catalogue.period(of: annual)?.value == .yearly)
      #expect(catalogue.period(of: annual)?.source == .googlePlay)
      #expect(catalogue.recovery(of: annual) == .init(graceDays: 30, holdDays: 30))
      #expect(catalogue.recovery(of: key("kawaraban.weekly", "p1w")).graceDays == 3)
      #expect(catalogue.period(of: key("kawaraban.monthly12", "p1m"))?.value == .monthly)
      #expect(catalogue.displayName(of: annual) == "Kawaraban Annual")
      let monthly = key("kawaraban.monthly", "p1m")
      #expect(catalogue.price(of: monthly, country: "JP")?.value.currency == "JPY")
      #expect(
        catalogue.price(of: monthly, country: "US")?.value
          == Money(micros: 4_990_000, currency: "USD"))
      #expect(
        catalogue.offer("free-week", of: monthly)?.value.phases
          == [CatalogueOffer.Phase(mode: .freeTrial, period: .weekly)])
    }
  }

  @Test func `App Store Connect's products and grace are read page by page`() async throws {
    try await LiveStores.serving { live in
      let catalogue = Self.catalogue(try await Self.appStore(live).productSettings())
      let key = ProductKey(
        store: .appStore, app: SimulatedWorld.bundle, product: "kawaraban.quarterly")
      #expect(catalogue.period(of: key)?.value == BillingPeriod(3, .month))
      #expect(catalogue.fact(of: key, at: nil) { $0.group }?.value == "21000001")
      #expect(catalogue.fact(of: key, at: nil) { $0.level }?.value == 2)
      #expect(
        catalogue.appStoreGrace(of: SimulatedWorld.bundle)?.value
          == AppStoreGraceSetting(length: .sixteenDays, inSandbox: true, paidOnly: true))
      #expect(catalogue.offer(nil, of: key)?.value.phases.map(\.mode) == [.freeTrial])
      #expect(catalogue.products.count == 7)
      #expect(catalogue.products.allSatisfy { $0.prices.count == 7 })
      #expect(await live.stores.log.allSatisfy { $0.note == nil })
    }
  }

  @Test func `a wrong key, a wrong app and a fault are told as what they are`() async throws {
    try await LiveStores.serving { live in
      let stranger = try Self.appStore(live, keyID: "SIMULATED1")
      guard case .unauthorized = await failure({ try await stranger.productSettings() }) else {
        Issue.record("accepted")
        return
      }
      let other = try Self.appStore(live, bundle: "com.example.other")
      guard case .notFound = await failure({ try await other.productSettings() }) else {
        Issue.record("found")
        return
      }
      let play = try await Self.googlePlay(live)
      await live.stores.set(.garbage, at: .playSubscriptions, times: 1)
      guard case .malformed = await failure({ try await play.productSettings() }) else {
        Issue.record("understood")
        return
      }
      await live.stores.set(.down, at: .playOffers, times: 2)
      await live.stores.set(.throttled(after: .seconds(5)), at: .playSubscriptions, times: 1)
      #expect(try await play.productSettings().isEmpty == false)
    }
  }
}
