import SubscriptionCore

/// A property of subscriptions that metrics are grouped by.
public enum MetricsDimension: String, Hashable, Sendable, CaseIterable {
  /// The store.
  case store
  /// The app.
  case app
  /// The current or last product.
  case product
  /// The billing period, as ISO 8601.
  case plan
  /// The storefront's country.
  case country

  /// Returns the value of a subscription; empty if it is unknown.
  public func value(of summary: SubscriberSummary) -> String {
    switch self {
    case .store: summary.store.rawValue
    case .app: summary.app?.rawValue ?? ""
    case .product: summary.product.rawValue
    case .plan: summary.plan?.description ?? ""
    case .country: summary.country ?? ""
    }
  }
}
