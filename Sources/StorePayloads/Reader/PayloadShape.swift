import PlainText

/// The shapes of JSON objects, recognized by their keys.
enum PayloadShape {
  /// `{"signedPayload"}`: the body that Apple posts, and an item of a notification history.
  case signedPayload
  /// A version 2 notification without its signature.
  case notificationV2
  case notificationV1
  /// A transaction without its signature.
  case transaction
  /// A renewal info without its signature.
  case renewalInfo
  /// A Get All Subscription Statuses answer, and one group or one subscription of it.
  case statuses, statusGroup, status
  /// A Get Notification History answer.
  case notificationHistory
  /// A Get Transaction History answer.
  case transactionHistory
  /// A verifyReceipt answer, or one of its lists by itself.
  case receipt
  /// A Pub/Sub push message.
  case pubSubEnvelope
  case developerNotification
  /// A record around a payload that lacks its own identifiers.
  case archiveRecord
  case action
  /// Resources of Google Play by themselves.
  case subscriptionV2, subscriptionV1, voidedPurchase, voidedPurchases
  /// Error answers of the App Store Server API and of Google.
  case appStoreError, googleError

  private static let receiptKeys: [StaticString] = [
    "latest_receipt_info", "pending_renewal_info", "in_app", "receipt", "latest_receipt",
    "latest_expired_receipt_info", "unified_receipt",
  ]
  private static let playKeys: [StaticString] = [
    "subscriptionNotification", "oneTimeProductNotification", "voidedPurchaseNotification",
    "pendingRefundReviewNotification", "testNotification",
  ]

  /// Recognizes an object; `nil` if it has the keys of no supported format.
  init?(_ json: JSONValue) {
    guard json.kind == .object else { return nil }
    if json.has("signedPayload") {
      self = .signedPayload
    } else if json.has("store") || json["subscription"]?.kind == .object {
      self = .archiveRecord
    } else if json["action"]?.kind == .object {
      self = .action
    } else if json.has("notificationType") {
      self = .notificationV2
    } else if json.has("notification_type") {
      self = .notificationV1
    } else if json["message"]?.kind == .object {
      self = .pubSubEnvelope
    } else if Self.playKeys.contains(where: json.has) || json.has("eventTimeMillis") {
      self = .developerNotification
    } else if let shape = Self.appStoreAnswer(json) ?? Self.playResource(json) {
      self = shape
    } else {
      return nil
    }
  }

  private static func appStoreAnswer(_ json: JSONValue) -> PayloadShape? {
    if json.has("notificationHistory") { return .notificationHistory }
    if json.has("signedTransactions") { return .transactionHistory }
    if json["data"]?.elements.first?.has("lastTransactions") == true { return .statuses }
    if json["data"]?.kind == .array, json.has("bundleId") { return .statuses }
    if json.has("lastTransactions") { return .statusGroup }
    if json.has("signedTransactionInfo") || json.has("signedRenewalInfo") { return .status }
    if receiptKeys.contains(where: json.has) { return .receipt }
    if json.has("errorCode") { return .appStoreError }
    if json.has("autoRenewStatus") || json.has("autoRenewProductId") { return .renewalInfo }
    if json.has("transactionId"), json.has("originalTransactionId") { return .transaction }
    if json["status"]?.kind == .number, json.has("environment") || json.members.count == 1 {
      return .receipt
    }
    return nil
  }

  private static func playResource(_ json: JSONValue) -> PayloadShape? {
    if json.has("subscriptionState") || json.has("lineItems") { return .subscriptionV2 }
    if json.has("expiryTimeMillis"), json.has("startTimeMillis") { return .subscriptionV1 }
    if json.has("voidedPurchases") { return .voidedPurchases }
    if json.has("voidedTimeMillis") { return .voidedPurchase }
    if json["error"]?.kind == .object { return .googleError }
    return nil
  }
}
