/// What the products of the stores are: their billing periods, prices, groups, grace and hold
/// settings and offers, each with where it is from and since when it holds.
///
/// Plans and money rest on it: the stores' payloads rarely state a billing period (domain
/// section 9). A change is dated, so that history keeps the value of its time:
///
/// ```swift
/// let key = ProductKey(store: .googlePlay, product: "gold", basePlan: "monthly")
/// catalogue.period(of: key, at: purchasedAt)?.value  // P1M
/// catalogue.price(of: key, country: "JP", at: purchasedAt)?.value  // 480 JPY
/// ```
///
/// A fact of the base plan goes before one of the product, and one of the app before one for every
/// app. Where the base plan is not known, what all base plans of the product agree on counts.
public struct ProductCatalogue: Hashable, Sendable {
  /// What entries are found by.
  private struct Name: Hashable, Sendable {
    let store: Store
    let product: ProductID
  }

  /// The entries of each product, the most particular app first.
  private var entries: [Name: [CatalogueProduct]] = [:]
  /// The App Store's grace by app; the empty app is every other one.
  public private(set) var appStoreGrace: [String: CatalogueFacts<AppStoreGraceSetting>] = [:]

  /// Creates an empty catalogue.
  public init() {}

  /// The catalogue in which nothing is known.
  public static let empty = ProductCatalogue()

  /// A Boolean value that indicates whether nothing is known.
  public var isEmpty: Bool { entries.isEmpty && appStoreGrace.isEmpty }

  /// Every product, ordered by key.
  ///
  /// - Complexity: O(*n* log *n*) for *n* products.
  public var products: [CatalogueProduct] {
    entries.values.flatMap { $0 }.sorted { $0.key < $1.key }
  }

  /// Everything known under one key exactly.
  public subscript(key: ProductKey) -> CatalogueProduct? {
    entries[Name(store: key.store, product: key.product)]?.first { $0.key == key }
  }

  /// Changes one entry, making it where there is none; an entry of which nothing is known is
  /// removed.
  public mutating func update(_ key: ProductKey, _ change: (inout CatalogueProduct) -> Void) {
    let name = Name(store: key.store, product: key.product)
    var list = entries[name, default: []]
    var entry = list.first { $0.key == key } ?? CatalogueProduct(key)
    list.removeAll { $0.key == key }
    change(&entry)
    entry.dropEmpty()
    if !entry.isEmpty { list.append(entry) }
    list.sort { left, right in
      if (left.key.app == nil) != (right.key.app == nil) { return right.key.app == nil }
      return left.key < right.key
    }
    entries[name] = list.isEmpty ? nil : list
  }

  /// Changes what is known of the App Store's grace in one app; `nil` for every other one.
  public mutating func updateGrace(
    of app: AppID?, _ change: (inout CatalogueFacts<AppStoreGraceSetting>) -> Void
  ) {
    var facts = appStoreGrace[app?.rawValue ?? "", default: CatalogueFacts()]
    change(&facts)
    appStoreGrace[app?.rawValue ?? ""] = facts.isEmpty ? nil : facts
  }

  // MARK: Looking up

  /// One fact of a product; the newest where no instant is given.
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
      // One base plan of which it is not known may differ.
      guard let fact = facts(entry)?.fact(at: instant) else { return nil }
      if let agreed, agreed.value != fact.value { return nil }
      agreed = fact
    }
    return agreed
  }

  /// How long one payment of a product lasts.
  public func period(
    of key: ProductKey, at instant: Timestamp? = nil
  ) -> CatalogueFact<BillingPeriod>? {
    fact(of: key, at: instant) { $0.period }
  }

  /// The price of one period in a country, as either store spells it.
  public func price(
    of key: ProductKey, country: String?, at instant: Timestamp? = nil
  ) -> CatalogueFact<Money>? {
    let country = ProductCatalogue.countryKey(country)
    if !country.isEmpty, let own = fact(of: key, at: instant, { $0.prices[country] }) {
      return own
    }
    return fact(of: key, at: instant) { $0.prices[""] }
  }

  /// An offer of a product, by its identifier; `nil` for the App Store's introductory offer.
  public func offer(
    _ identifier: String?, of key: ProductKey, at instant: Timestamp? = nil
  ) -> CatalogueFact<CatalogueOffer>? {
    fact(of: key, at: instant) { $0.offers[identifier ?? ""] }
  }

  /// Google's grace and hold settings of a product, whole days each.
  public func recovery(
    of key: ProductKey, at instant: Timestamp? = nil
  ) -> RecoveryPolicy.PlayRecovery {
    RecoveryPolicy.PlayRecovery(
      graceDays: fact(of: key, at: instant) { $0.graceDays }?.value,
      holdDays: fact(of: key, at: instant) { $0.holdDays }?.value)
  }

  /// The App Store's grace setting of an app.
  public func appStoreGrace(
    of app: AppID?, at instant: Timestamp? = nil
  ) -> CatalogueFact<AppStoreGraceSetting>? {
    guard !appStoreGrace.isEmpty else { return nil }
    if let app, let own = appStoreGrace[app.rawValue]?.fact(at: instant) { return own }
    if app == nil, appStoreGrace.count == 1 {
      return appStoreGrace.first?.value.fact(at: instant)
    }
    return appStoreGrace[""]?.fact(at: instant)
  }

  /// The name of a product that its customers see.
  public func displayName(of key: ProductKey) -> String? {
    fact(of: key, at: nil) { $0.name }?.value
  }

  /// The subscription group of a product.
  public func group(of key: ProductKey) -> String? { fact(of: key, at: nil) { $0.group }?.value }

  // MARK: Countries

  /// The code by which prices are kept: two upper-case letters where the code is known.
  public static func countryKey(_ country: String?) -> String {
    CountryCode.alpha2((country ?? "").uppercased())
  }

  /// The price of a country, or the one of every other country.
  static func price(_ prices: [String: Money], _ country: String?) -> Money? {
    prices[countryKey(country)] ?? prices[""]
  }
}

extension CatalogueProduct {
  /// A Boolean value that indicates whether nothing is known of the product.
  public var isEmpty: Bool {
    name.isEmpty && group.isEmpty && level.isEmpty && period.isEmpty && graceDays.isEmpty
      && holdDays.isEmpty && prices.isEmpty && offers.isEmpty
  }

  /// Whether the entry may speak for an app; one that is not known may be any.
  fileprivate func isOf(_ app: AppID?) -> Bool {
    guard let own = key.app, let app else { return true }
    return own == app
  }

  fileprivate mutating func dropEmpty() {
    prices = prices.filter { !$0.value.isEmpty }
    offers = offers.filter { !$0.value.isEmpty }
  }
}

// MARK: Coding

extension ProductCatalogue: Codable {
  private enum CodingKeys: String, CodingKey { case products, appStoreGrace }

  /// Reads the products and the settings of apps.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let products = try container.decodeIfPresent([CatalogueProduct].self, forKey: .products)
    for product in products ?? [] { update(product.key) { $0 = product } }
    appStoreGrace =
      try container.decodeIfPresent(
        [String: CatalogueFacts<AppStoreGraceSetting>].self, forKey: .appStoreGrace) ?? [:]
  }

  /// Writes the products in the order of their keys, so that equal catalogues give equal text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(products, forKey: .products)
    try container.encode(appStoreGrace, forKey: .appStoreGrace)
  }
}
