/// The properties that many billing episodes share: those that metrics group by, and the price.
///
/// Tags are no part of it: they are text about a person, which must leave with that person.
public struct EpisodeShape: Hashable, Sendable {
  /// The store.
  public var store: Store
  /// The app, if the store stated it.
  public var app: AppID?
  /// The current or last product; empty if no store stated it.
  public var product: ProductID
  /// The storefront's country.
  public var country: String?
  /// The billing period of the renewal that failed.
  public var plan: BillingPeriod?
  /// The amount that the failed renewal would have charged.
  public var price: Money?

  /// The price per month that the failed renewal would have paid; `nil` if the amount or its
  /// period is unknown.
  var mrr: Money? { price.flatMap { plan?.monthly($0) } }

  /// Creates a shape.
  public init(
    store: Store, app: AppID? = nil, product: ProductID = "", country: String? = nil,
    plan: BillingPeriod? = nil, price: Money? = nil
  ) {
    (self.store, self.app, self.product) = (store, app, product)
    (self.country, self.plan, self.price) = (country, plan, price)
  }
}

extension MetricsGrouping {
  /// A Boolean value that indicates whether the shape of an episode says which group it is in.
  var followsShape: Bool {
    switch self {
    case .store, .product, .plan, .country, .app: true
    case .cohort, .tag: false
    }
  }

  /// Returns the group of the episodes with a shape; `nil` where the shape does not say it.
  func name(of shape: EpisodeShape) -> String? {
    switch self {
    case .store: shape.store.rawValue
    case .product: shape.product.rawValue
    case .plan: shape.plan?.description ?? ""
    case .country: shape.country ?? ""
    case .app: shape.app?.rawValue ?? ""
    case .cohort, .tag: nil
    }
  }
}
