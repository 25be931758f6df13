import SubscriptionCore

/// What a store's API is called for.
public enum StoreCall: String, Hashable, Sendable, CaseIterable {
  /// Where a subscription stands.
  case subscription
  /// The transactions of a purchaser.
  case transactions
  /// The notifications that were sent.
  case notifications
  /// The transactions of an order.
  case order
  /// A test notification, and what became of it.
  case testNotification = "test-notification"
  /// Purchases that were voided.
  case voidedPurchases = "voided-purchases"
  /// The products' settings.
  case products
  /// A token to ask with.
  case token
  /// Notifications that wait to be pulled.
  case pull
  /// That notifications are stored.
  case acknowledge
  /// How long notifications that were pulled are held.
  case acknowledgeDeadline = "acknowledge-deadline"

  /// What became of one call.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// The store answered.
    case ok
    /// The store does not know what was asked for, or no longer.
    case notFound = "not-found"
    /// The store wants to be asked later.
    case throttled
    /// The store refused the question or the credentials.
    case refused
    /// There was no whole reply in time.
    case timedOut = "timed-out"
    /// There was no connection, or it broke.
    case unreachable
    /// Anything else, such as a fault of the store.
    case other
  }
}

/// One call of a store's API, told as soon as its outcome is known; tries are told one by one.
public struct StoreCallReport: Hashable, Sendable {
  /// Who was called.
  public var store: Store
  /// What for.
  public var call: StoreCall
  /// What became of it.
  public var outcome: StoreCall.Outcome

  /// Creates a report.
  public init(store: Store, call: StoreCall, outcome: StoreCall.Outcome) {
    (self.store, self.call, self.outcome) = (store, call, outcome)
  }
}
