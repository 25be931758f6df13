import SubscriptionCore

/// A page of `monetization.subscriptions.list`.
struct PlaySubscriptionPage: PlayPage {
  var subscriptions: [PlaySubscription]?
  var nextPageToken: String?

  var items: [PlaySubscription] { subscriptions ?? [] }
}

/// A `Subscription` resource with the fields that the catalogue needs
/// (<https://developers.google.com/android-publisher/api-ref/rest/v3/monetization.subscriptions>).
struct PlaySubscription: Decodable {
  struct Listing: Decodable {
    var languageCode: String?
    var title: String?
  }

  struct BasePlan: Decodable {
    var basePlanId: String?
    var state: String?
    var autoRenewingBasePlanType: Terms?
    var installmentsBasePlanType: Terms?
    var prepaidBasePlanType: Terms?
    var regionalConfigs: [Region]?
  }

  struct Terms: Decodable {
    var billingPeriodDuration: String?
    var gracePeriodDuration: String?
    var accountHoldDuration: String?
  }

  struct Region: Decodable {
    var regionCode: String?
    var price: PlayMoney?
  }

  var productId: String?
  var basePlans: [BasePlan]?
  var listings: [Listing]?

  /// Returns the facts of the resource; missing fields have Google Play's defaults.
  func statements(app: AppID) -> [CatalogueStatement] {
    guard let productId, !productId.isEmpty else { return [] }
    func key(_ plan: String?) -> ProductKey {
      ProductKey(store: .googlePlay, app: app, product: ProductID(productId), basePlan: plan)
    }
    func stated(_ fact: CatalogueStatement.Fact, _ plan: String? = nil) -> CatalogueStatement {
      CatalogueStatement(fact, of: key(plan), source: .googlePlay)
    }
    let english = listings?.first { $0.languageCode?.hasPrefix("en") == true }
    var result: [CatalogueStatement] = []
    if let title = (english ?? listings?.first)?.title, !title.isEmpty {
      result.append(stated(.name(title)))
    }
    for plan in basePlans ?? [] where plan.state != "DRAFT" {
      guard let id = plan.basePlanId, !id.isEmpty else { continue }
      let terms =
        plan.autoRenewingBasePlanType ?? plan.installmentsBasePlanType ?? plan.prepaidBasePlanType
      if let period = terms?.billingPeriodDuration.flatMap({ BillingPeriod(iso8601: $0) }) {
        result.append(stated(.period(period), id))
      }
      if let days = Self.days(terms?.gracePeriodDuration), (0...30).contains(days) {
        result.append(stated(.graceDays(days), id))
      }
      if let days = Self.days(terms?.accountHoldDuration), (0...60).contains(days) {
        result.append(stated(.holdDays(days), id))
      }
      for region in plan.regionalConfigs ?? [] {
        guard let code = region.regionCode, let price = region.price?.money else { continue }
        result.append(stated(.price(country: code, price), id))
      }
    }
    return result
  }

  /// Returns the whole days of an ISO 8601 duration such as `P7D` or `P0D`.
  static func days(_ text: String?) -> Int? {
    guard let text, text.first == "P", let unit = text.last,
      let count = Int(text.dropFirst().dropLast()), (0...1_000).contains(count)
    else { return nil }
    switch unit {
    case "D": return count
    case "W": return 7 * count
    default: return nil
    }
  }
}

/// Google's `Money`: whole units as text, and billionths.
struct PlayMoney: Decodable {
  var currencyCode: String?
  var units: String?
  var nanos: Int64?

  /// The amount; `nil` if it is invalid.
  var money: Money? {
    guard let currencyCode, !currencyCode.isEmpty, let whole = Int64(units ?? "0") else {
      return nil
    }
    let (micros, overflow) = whole.multipliedReportingOverflow(by: 1_000_000)
    guard !overflow, whole >= 0, let nanos = Optional(nanos ?? 0), (0..<1_000_000_000) ~= nanos,
      micros <= .max - nanos / 1_000
    else { return nil }
    return Money(micros: micros + nanos / 1_000, currency: currencyCode)
  }
}

/// A page of `monetization.subscriptions.basePlans.offers.list`.
struct PlayOfferPage: PlayPage {
  var subscriptionOffers: [PlayOffer]?
  var nextPageToken: String?

  var items: [PlayOffer] { subscriptionOffers ?? [] }
}

/// A `SubscriptionOffer` resource with the fields that the catalogue needs.
struct PlayOffer: Decodable {
  struct Phase: Decodable {
    var duration: String?
    var recurrenceCount: Int?
    var regionalConfigs: [Region]?
  }

  struct Region: Decodable {
    struct Free: Decodable {}

    var regionCode: String?
    var price: PlayMoney?
    var free: Free?
  }

  var productId: String?
  var basePlanId: String?
  var offerId: String?
  var state: String?
  var phases: [Phase]?

  /// Returns the fact of the resource; `nil` for a draft, and if a phase cannot be read.
  func statement(app: AppID) -> CatalogueStatement? {
    guard let productId, let basePlanId, let offerId, !offerId.isEmpty, state != "DRAFT",
      let phases, !phases.isEmpty
    else { return nil }
    let known = phases.compactMap(\.known)
    guard known.count == phases.count else { return nil }
    let key = ProductKey(
      store: .googlePlay, app: app, product: ProductID(productId), basePlan: basePlanId)
    return CatalogueStatement(
      .offer(offerId, CatalogueOffer(phases: known)), of: key, source: .googlePlay)
  }
}

extension PlayOffer.Phase {
  /// The phase; a single payment for the whole duration is paid up front.
  fileprivate var known: CatalogueOffer.Phase? {
    guard let period = duration.flatMap({ BillingPeriod(iso8601: $0) }) else { return nil }
    let regions = regionalConfigs ?? []
    let count = max(1, recurrenceCount ?? 1)
    if regions.contains(where: { $0.free != nil }) {
      return CatalogueOffer.Phase(mode: .freeTrial, period: period, count: count)
    }
    var prices: [String: Money] = [:]
    for region in regions {
      guard let code = region.regionCode, let price = region.price?.money else { continue }
      prices[ProductCatalogue.countryKey(code)] = price
    }
    return CatalogueOffer.Phase(
      mode: count > 1 ? .payAsYouGo : .payUpFront, period: period, count: count, prices: prices)
  }
}
