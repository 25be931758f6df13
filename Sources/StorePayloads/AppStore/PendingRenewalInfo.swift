import PlainText
import SubscriptionCore

/// An item of `pending_renewal_info`
/// (Apple, `appstorereceipts/responsebody/pending_renewal_info`).
struct PendingRenewalInfo {
  var autoRenewProductId: String?
  var autoRenewStatus: Bool?
  var expirationIntent: Open<ExpirationIntent>?
  /// Persists after retry has ended (<doc:EdgeCases#Case-3>).
  var gracePeriodExpiresDate: Timestamp?
  /// "1" during grace as well.
  var isInBillingRetryPeriod: Bool?
  var originalTransactionId: String?
  var priceConsentStatus: Bool?
  var priceIncreaseStatus: Bool?
  var productId: String?
  var oddities: [String] = []

  /// Reads an item, or the top level of an iOS 6 answer, which has the same keys.
  init(_ json: JSONValue) throws(Fault) {
    autoRenewProductId = try json.string("auto_renew_product_id")
    autoRenewStatus = try json.flag("auto_renew_status")
    expirationIntent = try json.open("expiration_intent")
    isInBillingRetryPeriod = try json.flag("is_in_billing_retry_period")
    originalTransactionId = try json.string("original_transaction_id")
    priceConsentStatus = try json.flag("price_consent_status")
    priceIncreaseStatus = try json.flag("price_increase_status")
    productId = try json.string("product_id")
    try json.check(texts: "offer_code_ref_name", "promotional_offer_id")
    gracePeriodExpiresDate = try json.receiptDate(
      "grace_period_expires_date", "grace_period_expires_date_ms", &oddities)
  }

  /// A Boolean value that indicates whether a price increase awaits consent; `nil` if none is
  /// stated.
  var priceConsentPending: Bool? { (priceConsentStatus ?? priceIncreaseStatus).map { !$0 } }
}
