import Foundation
import SubscriptionCore

/// A resource of any type that is read, each with some of the attributes.
struct ConnectResource: Decodable {
  struct Attributes: Decodable {
    // Apps and subscriptions.
    var bundleId: String?
    var name: String?
    var productId: String?
    var subscriptionPeriod: String?
    var groupLevel: Int?
    // The billing grace period.
    var optIn: Bool?
    var sandboxOptIn: Bool?
    var duration: String?
    var renewalType: String?
    // Prices, price points and territories.
    var startDate: String?
    var endDate: String?
    var preserved: Bool?
    var customerPrice: String?
    var currency: String?
    // Offers.
    var offerMode: String?
    var offerCode: String?
    var numberOfPeriods: Int?
  }

  struct Relation: Decodable {
    struct Place: Decodable {
      var id: String?
      var type: String?
    }

    var data: Place?
  }

  struct Relations: Decodable {
    var territory: Relation?
    var subscriptionPricePoint: Relation?
  }

  var id: String
  var type: String?
  var attributes: Attributes?
  var relationships: Relations?
}

extension ConnectResource {
  /// Returns the facts about a subscription, without its prices and offers.
  func statements(of key: ProductKey, group: String) -> [CatalogueStatement] {
    var facts: [CatalogueStatement.Fact] = [.group(group)]
    if let name = attributes?.name, !name.isEmpty { facts.append(.name(name)) }
    if let level = attributes?.groupLevel, level > 0 { facts.append(.level(level)) }
    if let period = attributes?.subscriptionPeriod.flatMap(Self.period) {
      facts.append(.period(period))
    }
    return facts.map { CatalogueStatement($0, of: key, source: .appStoreConnect) }
  }

  /// Returns the country and the amount of a price from the resources included with it.
  func price(_ included: [String: ConnectResource]) -> (country: String, money: Money)? {
    guard let territory = relationships?.territory?.data?.id,
      let point = relationships?.subscriptionPricePoint?.data?.id,
      let amount = included["subscriptionPricePoints \(point)"]?.attributes?.customerPrice,
      let currency = included["territories \(territory)"]?.attributes?.currency,
      let money = Money(decimal: amount, currency: currency)
    else { return nil }
    return (ProductCatalogue.countryKey(territory), money)
  }

  /// Returns the period of a name that App Store Connect uses.
  static func period(_ name: String) -> BillingPeriod? {
    switch name {
    case "THREE_DAYS": BillingPeriod(3, .day)
    case "ONE_WEEK": .weekly
    case "TWO_WEEKS": BillingPeriod(2, .week)
    case "ONE_MONTH": .monthly
    case "TWO_MONTHS": BillingPeriod(2, .month)
    case "THREE_MONTHS": BillingPeriod(3, .month)
    case "SIX_MONTHS": BillingPeriod(6, .month)
    case "ONE_YEAR": .yearly
    default: nil
    }
  }
}

extension ConnectResource.Attributes {
  /// The setting of a `subscriptionGracePeriod`; `nil` for an unknown duration.
  var graceSetting: AppStoreGraceSetting? {
    let lengths: [String: RecoveryPolicy.AppStoreGrace] = [
      "THREE_DAYS": .threeDays, "SIXTEEN_DAYS": .sixteenDays,
      "TWENTY_EIGHT_DAYS": .twentyEightDays,
    ]
    let length = duration.flatMap { lengths[$0] }
    guard length != nil || optIn != true else { return nil }
    return AppStoreGraceSetting(
      length: optIn == true ? length ?? .off : .off, inSandbox: sandboxOptIn ?? false,
      paidOnly: renewalType == "PAID_TO_PAID_ONLY")
  }

  /// The phase of an offer; `nil` for an unknown kind or duration.
  var phase: CatalogueOffer.Phase? {
    let modes: [String: Offer.Kind] = [
      "FREE_TRIAL": .freeTrial, "PAY_AS_YOU_GO": .payAsYouGo, "PAY_UP_FRONT": .payUpFront,
    ]
    guard let mode = offerMode.flatMap({ modes[$0] }),
      let period = duration.flatMap(ConnectResource.period)
    else { return nil }
    return CatalogueOffer.Phase(
      mode: mode, period: period, count: mode == .payAsYouGo ? numberOfPeriods ?? 1 : 1)
  }

  /// Returns whether an offer ended before an instant.
  func isOver(at now: Timestamp) -> Bool {
    endDate.flatMap { Timestamp(rfc3339: $0) }.map { $0 + .days(1) <= now } ?? false
  }
}

/// A document of the App Store Connect API (<https://jsonapi.org>).
struct ConnectPage<Content: Decodable>: Decodable {
  struct Links: Decodable { var next: String? }

  var data: Content
  var included: [ConnectResource]?
  var links: Links?

  /// The cursor of the next page, taken from the link; the request goes to the configured host.
  var nextCursor: String? {
    links?.next.flatMap(URLComponents.init(string:))?.queryItems?
      .first { $0.name == "cursor" }?.value
  }

  /// The included resources by type and identifier.
  var includedByID: [String: ConnectResource] {
    Dictionary(
      (included ?? []).map { ("\($0.type ?? "") \($0.id)", $0) },
      uniquingKeysWith: { first, _ in first })
  }
}
