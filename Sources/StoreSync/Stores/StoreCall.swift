import SubscriptionCore

/// The purpose of a call of a store's API, as a label of metrics.
public enum StoreCall: String, Hashable, Sendable, CaseIterable {
  /// The status of a subscription.
  case subscription
  /// The notifications that were sent.
  case notifications
  /// The transactions of an order.
  case order
  /// A test notification, and its status.
  case testNotification = "test-notification"
  /// Purchases that were voided.
  case voidedPurchases = "voided-purchases"
  /// The products' settings.
  case products
  /// An access token.
  case token
  /// Notifications that wait to be pulled.
  case pull
  /// The acknowledgement of notifications.
  case acknowledge
  /// The acknowledgement deadline of notifications that were pulled.
  case acknowledgeDeadline = "acknowledge-deadline"

  /// The stores that are called so.
  public var stores: [Store] {
    switch self {
    case .subscription, .products: Store.allCases
    case .notifications, .order, .testNotification: [.appStore]
    case .voidedPurchases, .token, .pull, .acknowledge, .acknowledgeDeadline: [.googlePlay]
    }
  }

  /// The outcome of a call.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// The store answered.
    case ok
    /// The store does not know the resource, or no longer.
    case notFound = "not-found"
    /// The store throttles.
    case throttled
    /// The store refused the request or the credentials.
    case refused
    /// There was no whole reply in time.
    case timedOut = "timed-out"
    /// There was no connection, or it broke.
    case unreachable
    /// Anything else, such as a fault of the store.
    case other
  }
}

/// The report of one call of a store's API; each retry is reported by itself.
public struct StoreCallReport: Hashable, Sendable {
  /// The store.
  public var store: Store
  /// The purpose.
  public var call: StoreCall
  /// The outcome.
  public var outcome: StoreCall.Outcome

  /// Creates a report.
  public init(store: Store, call: StoreCall, outcome: StoreCall.Outcome) {
    (self.store, self.call, self.outcome) = (store, call, outcome)
  }
}
