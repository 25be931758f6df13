/// The supported formats, each recognized by its keys and never by a file's name.
public enum PayloadFormat: String, Hashable, Sendable, CaseIterable, Codable {
  /// An App Store Server Notification, version 2.
  case appStoreNotification = "app-store-notification"
  /// An App Store Server Notification, version 1.
  case appStoreNotificationV1 = "app-store-notification-v1"
  /// A signed transaction.
  case appStoreTransaction = "app-store-transaction"
  /// A signed renewal info.
  case appStoreRenewalInfo = "app-store-renewal-info"
  /// One subscription of a Get All Subscription Statuses answer.
  case appStoreStatus = "app-store-status"
  /// A verifyReceipt answer, or a part of one.
  case appStoreReceipt = "app-store-receipt"
  /// A real-time developer notification without a resource.
  case googlePlayNotification = "google-play-notification"
  /// A purchases.subscriptionsv2 resource, with or without its notification.
  case googlePlaySubscription = "google-play-subscription"
  /// A purchases.subscriptions (v1) resource, with or without its notification.
  case googlePlaySubscriptionV1 = "google-play-subscription-v1"
  /// An item of a voidedpurchases.list answer.
  case googlePlayVoidedPurchase = "google-play-voided-purchase"
  /// An action of an operator or the app.
  case action
}
