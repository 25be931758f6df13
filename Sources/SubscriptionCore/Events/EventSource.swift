/// The channel through which an event reached the ledger.
public enum EventSource: String, Hashable, Sendable, CaseIterable {
  /// An App Store Server Notification, version 2.
  case appStoreNotification = "app-store-notification"
  /// An App Store Server Notification, version 1.
  case appStoreNotificationV1 = "app-store-notification-v1"
  /// An answer of the App Store Server API, or a bare signed transaction or renewal.
  case appStoreServerAPI = "app-store-server-api"
  /// A verifyReceipt answer.
  case appStoreReceipt = "app-store-receipt"
  /// A real-time developer notification of Google Play.
  case googlePlayNotification = "google-play-notification"
  /// A purchases.subscriptionsv2 resource.
  case googlePlaySubscription = "google-play-subscription"
  /// A purchases.subscriptions (v1) resource.
  case googlePlaySubscriptionV1 = "google-play-subscription-v1"
  /// A voided purchase of Google Play.
  case googlePlayVoidedPurchase = "google-play-voided-purchase"
  /// An operator at the dashboard or the command line.
  case operatorAction = "operator"
  /// The app, through its backend.
  case app

  /// The store behind the source; `nil` for operators and the app.
  public var store: Store? {
    switch self {
    case .appStoreNotification, .appStoreNotificationV1, .appStoreServerAPI, .appStoreReceipt:
      .appStore
    case .googlePlayNotification, .googlePlaySubscription, .googlePlaySubscriptionV1,
      .googlePlayVoidedPurchase:
      .googlePlay
    case .operatorAction, .app: nil
    }
  }
}

/// The result of checking a payload's signature.
public enum Verification: String, Hashable, Sendable, CaseIterable {
  /// Its signature was checked and is valid.
  case verified
  /// It has no signature: a receipt answer, an API resource, a decoded payload.
  case unsigned
  /// It has a signature that was not checked, at the operator's request.
  case unchecked
}
