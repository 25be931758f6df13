import PlainText
import SubscriptionCore

/// The renewal information of a subscription: the next renewal, or the reason of its end
/// (<https://developer.apple.com/documentation/appstoreserverapi/jwsrenewalinfodecodedpayload>).
struct JWSRenewalInfoDecodedPayload {
  var expirationIntent: Open<ExpirationIntent>?
  var originalTransactionId: String?
  var autoRenewProductId: String?
  var productId: String?
  var autoRenewStatus: Open<AutoRenewStatus>?
  /// Absent while active; true in billing retry, grace included; false after an expiry.
  var isInBillingRetryPeriod: Bool?
  var priceIncreaseStatus: Open<PriceIncreaseStatus>?
  var gracePeriodExpiresDate: Timestamp?
  var offerType: Open<AppStoreOffer.Kind>?
  var signedDate: Timestamp?
  var environment: Open<AppStoreEnvironment>?
  /// The expiry of the latest purchase, which may be past.
  var renewalDate: Timestamp?
  var currency: String?
  /// The price of the next renewal in thousandths of the currency's unit.
  var renewalPrice: Int64?
  var offerDiscountType: Open<AppStoreOffer.Discount>?
  var appAccountToken: String?
  var commitmentInfo: RenewalCommitmentInfo?
  var renewalBillingPlanType: Open<BillingPlanType>?

  /// The auto-renew status
  /// (<https://developer.apple.com/documentation/appstoreserverapi/autorenewstatus>).
  enum AutoRenewStatus: Int {
    case off = 0
    case on = 1
  }

  /// The answer to a price increase
  /// (<https://developer.apple.com/documentation/appstoreserverapi/priceincreasestatus>).
  enum PriceIncreaseStatus: Int {
    case notResponded = 0
    /// Consented, or notified if no consent is needed.
    case consented = 1
  }

  init(_ json: JSONValue) throws(Fault) {
    expirationIntent = try json.open("expirationIntent")
    originalTransactionId = try json.string("originalTransactionId")
    autoRenewProductId = try json.string("autoRenewProductId")
    productId = try json.string("productId")
    autoRenewStatus = try json.open("autoRenewStatus")
    isInBillingRetryPeriod = try json.flag("isInBillingRetryPeriod")
    priceIncreaseStatus = try json.open("priceIncreaseStatus")
    gracePeriodExpiresDate = try json.time("gracePeriodExpiresDate")
    offerType = try json.open("offerType")
    signedDate = try json.time("signedDate")
    environment = try json.open("environment")
    renewalDate = try json.time("renewalDate")
    currency = try json.currency("currency")
    renewalPrice = try json.integer("renewalPrice")
    offerDiscountType = try json.open("offerDiscountType")
    appAccountToken = try json.string("appAccountToken")
    commitmentInfo = try json.object("commitmentInfo").map(RenewalCommitmentInfo.init)
    renewalBillingPlanType = try json.open("renewalBillingPlanType")
    try json.check(
      texts: "offerIdentifier", "appTransactionId", "offerPeriod",
      times: "recentSubscriptionStartDate", lists: "eligibleWinBackOfferIds")
    try json.object("advancedCommerceInfo")?.checkAdvancedCommerce()
  }

  /// The values that this build does not know.
  var unknownValues: [String] {
    var unknown = UnknownValues()
    unknown.note("expirationIntent", expirationIntent)
    unknown.note("autoRenewStatus", autoRenewStatus)
    unknown.note("priceIncreaseStatus", priceIncreaseStatus)
    unknown.note("offerType", offerType)
    unknown.note("environment", environment)
    unknown.note("offerDiscountType", offerDiscountType)
    unknown.note("renewalBillingPlanType", renewalBillingPlanType)
    unknown.note(
      "commitmentRenewalBillingPlanType", commitmentInfo?.commitmentRenewalBillingPlanType)
    unknown.note("commitmentAutoRenewStatus", commitmentInfo?.commitmentAutoRenewStatus)
    return unknown.texts
  }
}

/// The reason for which a subscription expired
/// (<https://developer.apple.com/documentation/appstoreserverapi/expirationintent>).
enum ExpirationIntent: Int {
  case customerCanceled = 1
  case billingError = 2
  case noPriceConsent = 3
  case productUnavailable = 4
  case other = 5

  /// The reason in the core's terms.
  var endReason: EndReason {
    switch self {
    case .customerCanceled: .voluntary
    case .billingError: .billing
    case .noPriceConsent: .priceIncrease
    case .productUnavailable: .productUnavailable
    case .other: .other
    }
  }
}

/// The renewal after a commitment of several payments
/// (<https://developer.apple.com/documentation/appstoreserverapi/renewalcommitmentinfo>).
struct RenewalCommitmentInfo {
  var commitmentAutoRenewStatus: Open<JWSRenewalInfoDecodedPayload.AutoRenewStatus>?
  var commitmentRenewalBillingPlanType: Open<BillingPlanType>?

  init(_ json: JSONValue) throws(Fault) {
    commitmentAutoRenewStatus = try json.open("commitmentAutoRenewStatus")
    commitmentRenewalBillingPlanType = try json.open("commitmentRenewalBillingPlanType")
    try json.check(
      texts: "commitmentAutoRenewProductId", integers: "commitmentRenewalPrice",
      times: "commitmentRenewalDate")
  }
}
