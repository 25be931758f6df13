import SubscriptionCore

/// The type of a notification
/// (<https://developer.apple.com/documentation/appstoreservernotifications/notificationtype>).
enum NotificationTypeV2: String, CaseIterable {
  case subscribed = "SUBSCRIBED"
  case didRenew = "DID_RENEW"
  case didFailToRenew = "DID_FAIL_TO_RENEW"
  case gracePeriodExpired = "GRACE_PERIOD_EXPIRED"
  case expired = "EXPIRED"
  case didChangeRenewalStatus = "DID_CHANGE_RENEWAL_STATUS"
  case didChangeRenewalPref = "DID_CHANGE_RENEWAL_PREF"
  case offerRedeemed = "OFFER_REDEEMED"
  case priceIncrease = "PRICE_INCREASE"
  case refund = "REFUND"
  case refundDeclined = "REFUND_DECLINED"
  case refundReversed = "REFUND_REVERSED"
  case consumptionRequest = "CONSUMPTION_REQUEST"
  case revoke = "REVOKE"
  case renewalExtended = "RENEWAL_EXTENDED"
  case renewalExtension = "RENEWAL_EXTENSION"
  case oneTimeCharge = "ONE_TIME_CHARGE"
  case externalPurchaseToken = "EXTERNAL_PURCHASE_TOKEN"
  case rescindConsent = "RESCIND_CONSENT"
  case test = "TEST"
  case metadataUpdate = "METADATA_UPDATE"
  case migration = "MIGRATION"
  /// The spelling of Apple's change log.
  case migrate = "MIGRATE"
  case priceChange = "PRICE_CHANGE"
}

/// The subtype of a notification
/// (<https://developer.apple.com/documentation/appstoreservernotifications/subtype>).
enum NotificationSubtype: String, CaseIterable {
  case initialBuy = "INITIAL_BUY"
  case resubscribe = "RESUBSCRIBE"
  case billingRecovery = "BILLING_RECOVERY"
  case gracePeriod = "GRACE_PERIOD"
  case voluntary = "VOLUNTARY"
  case billingRetry = "BILLING_RETRY"
  case priceIncrease = "PRICE_INCREASE"
  case productNotForSale = "PRODUCT_NOT_FOR_SALE"
  case autoRenewEnabled = "AUTO_RENEW_ENABLED"
  case autoRenewDisabled = "AUTO_RENEW_DISABLED"
  case upgrade = "UPGRADE"
  case downgrade = "DOWNGRADE"
  case pending = "PENDING"
  case accepted = "ACCEPTED"
  case summary = "SUMMARY"
  case failure = "FAILURE"
  case unreported = "UNREPORTED"
  case created = "CREATED"
  case activeTokenReminder = "ACTIVE_TOKEN_REMINDER"
}

/// The state of a subscription
/// (<https://developer.apple.com/documentation/appstoreserverapi/status>).
enum AppStoreStatus: Int {
  case active = 1
  case expired = 2
  case billingRetry = 3
  case gracePeriod = 4
  case revoked = 5

  /// The state in terms that both stores share.
  var stated: StatedStatus {
    switch self {
    case .active: .active
    case .expired: .expired
    case .billingRetry: .hold
    case .gracePeriod: .grace
    case .revoked: .revoked
    }
  }
}

/// The reason for which a user requests a refund (Apple,
/// `appstoreservernotifications/consumptionrequestreason`).
enum ConsumptionRequestReason: String {
  case unintendedPurchase = "UNINTENDED_PURCHASE"
  case fulfillmentIssue = "FULFILLMENT_ISSUE"
  case unsatisfied = "UNSATISFIED_WITH_PURCHASE"
  case legal = "LEGAL"
  case other = "OTHER"
}
