/// A catalogue of the stores' products: their billing periods, prices, groups, grace and hold
/// settings and offers, each with its source and the instant from which it is valid.
///
/// Billing periods and amounts depend on it: the stores' payloads rarely state a billing period
/// (<doc:Plans#What-proves-a-period>). A change is dated, so that the past retains the value of its
/// time:
///
/// ```swift
/// let key = ProductKey(store: .googlePlay, product: "gold", basePlan: "monthly")
/// catalogue.period(of: key, at: purchasedAt)?.value  // P1M
/// catalogue.price(of: key, country: "JP", at: purchasedAt)?.value  // 480 JPY
/// ```
///
/// A fact of the base plan has precedence over one of the product, and one of the app over one for
/// all apps. If the base plan is unknown, a fact is used that all base plans of the product share.
public struct ProductCatalogue: Hashable, Sendable {
  /// The key of the lookup table.
  private struct Name: Hashable, Sendable {
    let store: Store
    let product: ProductID
  }

  /// The entries of each product, those of a single app first.
  private var entries: [Name: [CatalogueProduct]] = [:]
  /// The App Store's grace by app; the empty app means all others.
  public private(set) var appStoreGrace: [String: CatalogueFacts<AppStoreGraceSetting>] = [:]

  /// Creates an empty catalogue.
  public init() {}

  /// A catalogue without products.
  public static let empty = ProductCatalogue()

  /// A Boolean value that indicates whether the catalogue has no facts.
  public var isEmpty: Bool { entries.isEmpty && appStoreGrace.isEmpty }

  /// Every product, ordered by key.
  ///
  /// - Complexity: O(*n* log *n*) for *n* products.
  public var products: [CatalogueProduct] {
    entries.values.flatMap { $0 }.sorted { $0.key < $1.key }
  }

  /// The entry of exactly this key.
  public subscript(key: ProductKey) -> CatalogueProduct? {
    entries[Name(store: key.store, product: key.product)]?.first { $0.key == key }
  }

  /// Changes one entry, creating it if it is missing; an entry without facts is removed.
  public mutating func update(_ key: ProductKey, _ change: (inout CatalogueProduct) -> Void) {
    let name = Name(store: key.store, product: key.product)
    var list = entries[name, default: []]
    var entry = list.first { $0.key == key } ?? CatalogueProduct(key)
    list.removeAll { $0.key == key }
    change(&entry)
    if !entry.isEmpty { list.append(entry) }
    list.sort { left, right in
      if (left.key.app == nil) != (right.key.app == nil) { return right.key.app == nil }
      return left.key < right.key
    }
    entries[name] = list.isEmpty ? nil : list
  }

  /// Changes the App Store's grace of one app; `nil` for all other apps.
  public mutating func updateGrace(
    of app: AppID?, _ change: (inout CatalogueFacts<AppStoreGraceSetting>) -> Void
  ) {
    var facts = appStoreGrace[app?.rawValue ?? "", default: CatalogueFacts()]
    change(&facts)
    appStoreGrace[app?.rawValue ?? ""] = facts.isEmpty ? nil : facts
  }

  // MARK: Lookup

  /// Returns one fact of a product; the newest without an instant.
  ///
  /// - Complexity: O(1) for a product of few base plans.
  public func fact<Value>(
    of key: ProductKey, at instant: Timestamp?,
    _ facts: (CatalogueProduct) -> CatalogueFacts<Value>?
  ) -> CatalogueFact<Value>? {
    guard !entries.isEmpty, let list = entries[Name(store: key.store, product: key.product)] else {
      return nil
    }
    if let plan = key.basePlan {
      for entry in list where entry.key.basePlan == plan && entry.isOf(key.app) {
        if let fact = facts(entry)?.fact(at: instant) { return fact }
      }
    }
    for entry in list where entry.key.basePlan == nil && entry.isOf(key.app) {
      if let fact = facts(entry)?.fact(at: instant) { return fact }
    }
    guard key.basePlan == nil else { return nil }
    var agreed: CatalogueFact<Value>?
    for entry in list where entry.key.basePlan != nil && entry.isOf(key.app) {
      // A base plan without the fact may differ.
      guard let fact = facts(entry)?.fact(at: instant) else { return nil }
      if let agreed, agreed.value != fact.value { return nil }
      agreed = fact
    }
    return agreed
  }

  /// Returns the billing period of a product; `nil` for instalments of it.
  public func period(
    of key: ProductKey, at instant: Timestamp? = nil
  ) -> CatalogueFact<BillingPeriod>? {
    key.isPaidByInstalments ? nil : fact(of: key, at: instant) { $0.period }
  }

  /// Returns the price of one period in a country, in either store's spelling; `nil` for
  /// instalments.
  public func price(
    of key: ProductKey, country: String?, at instant: Timestamp? = nil
  ) -> CatalogueFact<Money>? {
    guard !key.isPaidByInstalments else { return nil }
    let country = ProductCatalogue.countryKey(country)
    if !country.isEmpty, let own = fact(of: key, at: instant, { $0.prices[country] }) { return own }
    return fact(of: key, at: instant) { $0.prices[""] }
  }

  /// Returns an offer of a product by its identifier; `nil` for the App Store's introductory offer.
  public func offer(
    _ identifier: String?, of key: ProductKey, at instant: Timestamp? = nil
  ) -> CatalogueFact<CatalogueOffer>? {
    fact(of: key, at: instant) { $0.offers[identifier ?? ""] }
  }

  /// Returns Google's grace and hold settings of a product, whole days each.
  public func recovery(
    of key: ProductKey, at instant: Timestamp? = nil
  ) -> RecoveryPolicy.PlayRecovery {
    RecoveryPolicy.PlayRecovery(
      graceDays: fact(of: key, at: instant) { $0.graceDays }?.value,
      holdDays: fact(of: key, at: instant) { $0.holdDays }?.value)
  }

  /// Returns the App Store's grace setting of an app.
  public func appStoreGrace(
    of app: AppID?, at instant: Timestamp? = nil
  ) -> CatalogueFact<AppStoreGraceSetting>? {
    guard !appStoreGrace.isEmpty else { return nil }
    if let app, let own = appStoreGrace[app.rawValue]?.fact(at: instant) { return own }
    if app == nil, appStoreGrace.count == 1 { return appStoreGrace.first?.value.fact(at: instant) }
    return appStoreGrace[""]?.fact(at: instant)
  }

  /// Returns the name of a product that its customers see.
  public func displayName(of key: ProductKey) -> String? {
    fact(of: key, at: nil) { $0.name }?.value
  }

  // MARK: Countries

  /// Returns the country code that prices are stored by: two upper-case letters if the code is
  /// known.
  public static func countryKey(_ country: String?) -> String {
    CountryCode.alpha2((country ?? "").uppercased())
  }
}

extension CatalogueProduct {
  /// A Boolean value that indicates whether nothing is known of the product.
  public var isEmpty: Bool {
    name.isEmpty && group.isEmpty && level.isEmpty && period.isEmpty && graceDays.isEmpty
      && holdDays.isEmpty && prices.isEmpty && offers.isEmpty
  }

  /// Returns whether the entry may apply to an app; an unknown app may be any.
  fileprivate func isOf(_ app: AppID?) -> Bool {
    guard let own = key.app, let app else { return true }
    return own == app
  }
}

// MARK: Coding

extension ProductCatalogue: Codable {
  private enum CodingKeys: String, CodingKey { case products, appStoreGrace }

  /// Decodes the products and the settings of apps.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let products = try container.decodeIfPresent([CatalogueProduct].self, forKey: .products)
    for product in products ?? [] { update(product.key) { $0 = product } }
    appStoreGrace =
      try container.decodeIfPresent(
        [String: CatalogueFacts<AppStoreGraceSetting>].self, forKey: .appStoreGrace) ?? [:]
  }

  /// Encodes the products in the order of their keys, so that equal catalogues have equal text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(products, forKey: .products)
    try container.encode(appStoreGrace, forKey: .appStoreGrace)
  }
}
