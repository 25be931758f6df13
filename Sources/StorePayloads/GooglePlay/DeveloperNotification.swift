import PlainText
import SubscriptionCore

/// A real-time developer notification
/// (<https://developer.android.com/google/play/billing/rtdn-reference>).
struct DeveloperNotification {
  var packageName: String
  var eventTimeMillis: Timestamp?
  var content: Content

  /// The beginning of the identity of a payload with this notification.
  var identityStem: String {
    "rtdn:\(packageName):" + (eventTimeMillis.map { String($0.milliseconds) } ?? "")
  }

  /// Returns the identity of a notification of a change of a subscription, without the suffix for
  /// the resource that was fetched because of it.
  func identity(of change: SubscriptionNotification) -> String {
    "\(identityStem):\(change.notificationType.rawValue):\(Fingerprint.hex(change.purchaseToken))"
  }

  /// The content of a notification, which is exactly one of these.
  enum Content {
    case subscription(SubscriptionNotification)
    case oneTimeProduct(OneTimeProductNotification)
    case voidedPurchase(VoidedPurchaseNotification)
    case pendingRefundReview(PendingRefundReviewNotification)
    case test
    /// A kind that this build does not know, with the hash of the notification.
    case unrecognized(String)
  }

  /// A change of a subscription.
  struct SubscriptionNotification {
    var notificationType: Open<SubscriptionNotificationType>
    var purchaseToken: String
    /// Deprecated, and still sent.
    var subscriptionId: String?

    init(_ json: JSONValue) throws(Fault) {
      notificationType = try json.required("notificationType", json.open("notificationType"))
      purchaseToken = try json.required("purchaseToken", json.string("purchaseToken"))
      subscriptionId = try json.string("subscriptionId")
      try json.check(texts: "version")
    }
  }

  /// A change of a one-time purchase: 1 bought, 2 canceled.
  struct OneTimeProductNotification {
    var notificationType: Int?
    var purchaseToken: String?

    init(_ json: JSONValue) throws(Fault) {
      notificationType = try json.int("notificationType")
      purchaseToken = try json.string("purchaseToken")
      try json.check(texts: "version", "sku")
    }
  }

  /// A purchase that was voided.
  struct VoidedPurchaseNotification {
    var purchaseToken: String
    var orderId: String?
    /// 1 for a subscription, 2 for a one-time purchase.
    private var productType: Open<ProductType>?
    /// 1 for the whole purchase, 2 for some of several that were bought in one.
    private var refundType: Open<RefundType>?

    /// The kind of product.
    private enum ProductType: Int {
      case subscription = 1
      case oneTime = 2
    }

    /// The extent of the refund.
    private enum RefundType: Int {
      case full = 1
      case quantityBasedPartial = 2
    }

    /// A Boolean value that indicates whether it may be a subscription, which has no quantity that
    /// could be refunded in part.
    var isSubscription: Bool {
      productType?.known != .oneTime && refundType?.known != .quantityBasedPartial
    }

    init(_ json: JSONValue) throws(Fault) {
      purchaseToken = try json.required("purchaseToken", json.string("purchaseToken"))
      orderId = try json.string("orderId")
      productType = try json.open("productType")
      refundType = try json.open("refundType")
    }
  }

  /// A refund that the developer may object to within a day.
  struct PendingRefundReviewNotification {
    var pendingRefundToken: String?
    var purchaseToken: String?
    var orderId: String?
    var obfuscatedAccountId: String?

    init(_ json: JSONValue) throws(Fault) {
      pendingRefundToken = try json.string("pendingRefundToken")
      purchaseToken = try json.string("purchaseToken")
      orderId = try json.string("orderId")
      obfuscatedAccountId = try json.string("obfuscatedAccountId")
      try json.check(texts: "refundReason", "obfuscatedProfileId")
    }
  }

  init(_ json: JSONValue) throws(Fault) {
    try json.check(texts: "version")
    packageName = try json.required("packageName", json.string("packageName"))
    eventTimeMillis = try json.time("eventTimeMillis")
    if let subscription = try json.object("subscriptionNotification") {
      content = .subscription(try SubscriptionNotification(subscription))
    } else if let oneTime = try json.object("oneTimeProductNotification") {
      content = .oneTimeProduct(try OneTimeProductNotification(oneTime))
    } else if let voided = try json.object("voidedPurchaseNotification") {
      content = .voidedPurchase(try VoidedPurchaseNotification(voided))
    } else if let review = try json.object("pendingRefundReviewNotification") {
      content = .pendingRefundReview(try PendingRefundReviewNotification(review))
    } else if try json.object("testNotification") != nil {
      content = .test
    } else {
      content = .unrecognized(Fingerprint.hex(json))
    }
  }
}

/// The type of a change, by Google's number.
enum SubscriptionNotificationType: Int, CaseIterable {
  case recovered = 1
  case renewed = 2
  case canceled = 3
  case purchased = 4
  case onHold = 5
  case inGracePeriod = 6
  case restarted = 7
  case priceChangeConfirmed = 8
  case deferred = 9
  case paused = 10
  case pauseScheduleChanged = 11
  case revoked = 12
  case expired = 13
  case itemsChanged = 17
  case cancellationScheduled = 18
  case priceChangeUpdated = 19
  case pendingPurchaseCanceled = 20
  case priceStepUpConsentUpdated = 22

  /// Google's name without the prefix `SUBSCRIPTION_`.
  var name: String {
    switch self {
    case .recovered: "RECOVERED"
    case .renewed: "RENEWED"
    case .canceled: "CANCELED"
    case .purchased: "PURCHASED"
    case .onHold: "ON_HOLD"
    case .inGracePeriod: "IN_GRACE_PERIOD"
    case .restarted: "RESTARTED"
    case .priceChangeConfirmed: "PRICE_CHANGE_CONFIRMED"
    case .deferred: "DEFERRED"
    case .paused: "PAUSED"
    case .pauseScheduleChanged: "PAUSE_SCHEDULE_CHANGED"
    case .revoked: "REVOKED"
    case .expired: "EXPIRED"
    case .itemsChanged: "ITEMS_CHANGED"
    case .cancellationScheduled: "CANCELLATION_SCHEDULED"
    case .priceChangeUpdated: "PRICE_CHANGE_UPDATED"
    case .pendingPurchaseCanceled: "PENDING_PURCHASE_CANCELED"
    case .priceStepUpConsentUpdated: "PRICE_STEP_UP_CONSENT_UPDATED"
    }
  }

  /// The event kind of the change in the core's terms.
  var kind: EventKind {
    switch self {
    case .recovered: .recovered
    case .renewed: .renewed
    case .canceled: .autoRenewDisabled
    case .purchased: .purchased
    case .onHold: .holdStarted
    case .inGracePeriod: .billingFailed
    case .restarted: .autoRenewEnabled
    case .priceChangeConfirmed, .priceChangeUpdated, .priceStepUpConsentUpdated: .priceChanged
    case .deferred: .renewalExtended
    case .paused: .paused
    case .pauseScheduleChanged: .pauseScheduled
    case .revoked: .refunded
    case .expired: .expired
    case .itemsChanged: .productChanged
    case .cancellationScheduled: .cancellationScheduled
    case .pendingPurchaseCanceled: .pendingPurchaseCanceled
    }
  }
}
