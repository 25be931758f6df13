import StoreSync
import SubscriptionCore

/// A reader of one app's subscriptions and billing grace period from the App Store Connect API
/// (<https://developer.apple.com/documentation/appstoreconnectapi>).
///
/// It needs an App Store Connect key, which differs from the key of the App Store Server API.
public struct AppStoreConnectProducts: ProductSettingsAPI {
  /// The app.
  public let app: StoreApp

  private let host: StoreHost
  private let client: RetryingClient
  private let limiter: RateLimiter

  /// The maximum number of pages of one list, in case the list has no end.
  static let pagesMax = 100

  /// Creates a reader of an app; tests name a host to query instead of App Store Connect.
  public init(
    key: AppStoreKey, bundle: AppID, host: StoreHost = .appStoreConnect,
    backoff: Backoff = Backoff(), dependencies: ClientDependencies
  ) {
    app = StoreApp(store: .appStore, app: bundle)
    self.host = host
    client = RetryingClient(
      store: .appStore, tokens: AppStoreTokens(key: key, bundle: nil, now: dependencies.now),
      backoff: backoff, dependencies: dependencies)
    limiter = RateLimiter(
      rate: .appStoreConnect, patience: backoff.patience, dependencies: dependencies)
  }

  /// Reads the app's grace setting, its groups, and every subscription with its prices and its
  /// introductory and promotional offers.
  public func productSettings() async throws(StoreAPIError) -> [CatalogueStatement] {
    let apps = try await list(["v1", "apps"], [("filter[bundleId]", app.app.rawValue)])
    guard let number = apps.first(where: { $0.attributes?.bundleId == app.app.rawValue })?.id
    else { throw .notFound(detail: "App Store Connect has no app \(app.app)") }
    var statements: [CatalogueStatement] = []
    if let grace = try await grace(of: number) {
      let key = ProductKey(store: .appStore, app: app.app, product: "")
      statements.append(
        CatalogueStatement(.appStoreGrace(grace), of: key, source: .appStoreConnect))
    }
    for group in try await list(["v1", "apps", number, "subscriptionGroups"]) {
      let path = ["v1", "subscriptionGroups", group.id, "subscriptions"]
      for subscription in try await list(path) {
        guard let product = subscription.attributes?.productId, !product.isEmpty else { continue }
        let key = ProductKey(store: .appStore, app: app.app, product: ProductID(product))
        statements += subscription.statements(of: key, group: group.id)
        statements += try await prices(of: subscription.id, key)
        statements += try await offers(of: subscription.id, key)
      }
    }
    return statements
  }

  // MARK: Parts

  private func grace(of number: String) async throws(StoreAPIError) -> AppStoreGraceSetting? {
    let page: ConnectPage<ConnectResource?>
    do throws(StoreAPIError) {
      page = try await self.page(["v1", "apps", number, "subscriptionGracePeriod"], [])
    } catch {
      // An app without the setting has none.
      guard case .notFound = error else { throw error }
      return AppStoreGraceSetting(length: .off)
    }
    return page.data?.attributes?.graceSetting ?? AppStoreGraceSetting(length: .off)
  }

  private func prices(
    of number: String, _ key: ProductKey
  ) async throws(StoreAPIError) -> [CatalogueStatement] {
    var statements: [CatalogueStatement] = []
    try await eachPage(
      ["v1", "subscriptions", number, "prices"],
      [("include", "subscriptionPricePoint,territory")]
    ) { page in
      let included = page.includedByID
      for price in page.data where price.attributes?.preserved != true {
        guard let (country, money) = price.price(included) else { continue }
        let since = price.attributes?.startDate.flatMap { Timestamp(rfc3339: $0) }
        statements.append(
          CatalogueStatement(
            .price(country: country, money), of: key, since: since, source: .appStoreConnect))
      }
    }
    return statements
  }

  private func offers(
    of number: String, _ key: ProductKey
  ) async throws(StoreAPIError) -> [CatalogueStatement] {
    var offers: [String: CatalogueOffer] = [:]
    let now = client.dependencies.now()
    try await eachPage(
      ["v1", "subscriptions", number, "introductoryOffers"],
      [("include", "subscriptionPricePoint,territory")]
    ) { page in
      let included = page.includedByID
      for offer in page.data where offer.attributes?.isOver(at: now) != true {
        guard var phase = offer.attributes?.phase else { continue }
        if let (country, money) = offer.price(included) { phase.prices[country] = money }
        var known = offers[""]?.phases.first ?? phase
        guard known.mode == phase.mode, known.period == phase.period else { continue }
        known.prices.merge(phase.prices) { old, _ in old }
        offers[""] = CatalogueOffer(phases: [known])
      }
    }
    for offer in try await list(["v1", "subscriptions", number, "promotionalOffers"]) {
      guard let code = offer.attributes?.offerCode, !code.isEmpty,
        let phase = offer.attributes?.phase
      else { continue }
      offers[code] = CatalogueOffer(phases: [phase])
    }
    return offers.keys.sorted().compactMap { identifier in
      offers[identifier].map {
        CatalogueStatement(.offer(identifier, $0), of: key, source: .appStoreConnect)
      }
    }
  }

  // MARK: Asking

  private func list(
    _ path: [String], _ query: [(name: String, value: String)] = []
  ) async throws(StoreAPIError) -> [ConnectResource] {
    var all: [ConnectResource] = []
    try await eachPage(path, query) { all += $0.data }
    return all
  }

  private func eachPage(
    _ path: [String], _ query: [(name: String, value: String)],
    _ body: (ConnectPage<[ConnectResource]>) -> Void
  ) async throws(StoreAPIError) {
    var cursor: String?
    for _ in 0..<Self.pagesMax {
      var query = query + [(name: "limit", value: "200")]
      if let cursor { query.append(("cursor", cursor)) }
      let page: ConnectPage<[ConnectResource]> = try await page(path, query)
      body(page)
      guard let next = page.nextCursor, next != cursor else { return }
      cursor = next
    }
    throw .malformed(detail: "the pages of \(path.last ?? "a list") have no end")
  }

  private func page<Content: Decodable>(
    _ path: [String], _ query: [(name: String, value: String)]
  ) async throws(StoreAPIError) -> ConnectPage<Content> {
    let reply = try await client.ask(
      .products, ClientRequest(url: host.url(path, query: query)), limiter: limiter)
    guard let page = reply.decoded(as: ConnectPage<Content>.self) else {
      throw .malformed(detail: "it is not a document of App Store Connect")
    }
    return page
  }
}

extension RateLimit {
  /// 3,500 requests an hour, of which some are left to other clients
  /// (<https://developer.apple.com/documentation/appstoreconnectapi/identifying-rate-limits>).
  static let appStoreConnect = RateLimit(questions: 3_000, window: .hours(1), burst: 300)
}
