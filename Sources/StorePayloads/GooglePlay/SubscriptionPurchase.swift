import PlainText
import SubscriptionCore

/// The first version of a subscription purchase, shut down on 2027-08-31
/// (<https://developers.google.com/android-publisher/api-ref/rest/v3/purchases.subscriptions>).
///
/// Archives contain dumps of it in which every unset field was filled with 0 or "".
struct SubscriptionPurchase {
  var startTimeMillis: Timestamp?
  var expiryTimeMillis: Timestamp?
  var autoResumeTimeMillis: Timestamp?
  var userCancellationTimeMillis: Timestamp?
  var autoRenewing: Bool?
  var priceCurrencyCode: String?
  var priceAmountMicros: Int64?
  var introductoryPriceInfo: IntroductoryPriceInfo?
  /// The latest price change, accepted (1) or outstanding (0).
  var priceChangeState: Int?
  var countryCode: String?
  /// Absent for canceled and expired subscriptions.
  var paymentState: Open<PaymentState>?
  var cancelReason: Open<CancelReason>?
  var orderId: String?
  var linkedPurchaseToken: String?
  /// Absent for a purchase through the standard billing flow.
  var purchaseType: Open<PurchaseType>?
  var acknowledgementState: Int?
  var externalAccountId: String?
  var obfuscatedExternalAccountId: String?
  /// A Boolean value that indicates whether unset fields are filled with 0 or "", as in some dumps.
  var isZeroFilled: Bool

  /// The payment state of the current period.
  enum PaymentState: Int {
    case pending = 0
    case received = 1
    case freeTrial = 2
    case pendingDeferredChange = 3
  }

  /// The initiator of the cancellation.
  enum CancelReason: Int {
    case user = 0
    case system = 1
    case replaced = 2
    case developer = 3

    /// The reason in the core's terms; `nil` for a replacement, which is not an end.
    var endReason: EndReason? {
      switch self {
      case .user: .voluntary
      case .system: .billing
      case .replaced: nil
      case .developer: .developer
      }
    }
  }

  /// The kinds of purchase other than a normal one.
  enum PurchaseType: Int {
    case test = 0
    case promo = 1
  }

  /// A reduced price for the first periods.
  struct IntroductoryPriceInfo {
    var introductoryPriceCurrencyCode: String?
    var introductoryPriceAmountMicros: Int64?
    var introductoryPriceCycles: Int?
  }

  init(_ json: JSONValue) throws(Fault) {
    startTimeMillis = try json.time("startTimeMillis")
    expiryTimeMillis = try json.time("expiryTimeMillis")
    autoResumeTimeMillis = try json.time("autoResumeTimeMillis")
    userCancellationTimeMillis = try json.time("userCancellationTimeMillis")
    autoRenewing = try json.flag("autoRenewing")
    priceCurrencyCode = try json.currency("priceCurrencyCode")
    priceAmountMicros = try json.integer("priceAmountMicros")
    introductoryPriceInfo = try json.object("introductoryPriceInfo").map { (json) throws(Fault) in
      try json.check(texts: "introductoryPricePeriod")
      return IntroductoryPriceInfo(
        introductoryPriceCurrencyCode: try json.string("introductoryPriceCurrencyCode"),
        introductoryPriceAmountMicros: try json.integer("introductoryPriceAmountMicros"),
        introductoryPriceCycles: try json.int("introductoryPriceCycles"))
    }
    priceChangeState = try json.object("priceChange")?.int("state")
    countryCode = try json.string("countryCode")
    paymentState = try json.open("paymentState")
    cancelReason = try json.open("cancelReason")
    try json.object("cancelSurveyResult")?.check(
      texts: "userInputCancelReason", integers: "cancelSurveyReason")
    orderId = try json.string("orderId")
    linkedPurchaseToken = try json.string("linkedPurchaseToken")
    purchaseType = try json.open("purchaseType")
    acknowledgementState = try json.int("acknowledgementState")
    externalAccountId = try json.string("externalAccountId")
    obfuscatedExternalAccountId = try json.string("obfuscatedExternalAccountId")
    try json.check(
      texts: "kind", "developerPayload", "promotionCode", "obfuscatedExternalProfileId",
      "profileId", "profileName", "givenName", "familyName", "emailAddress",
      integers: "promotionType")
    let zeroTime = json.has("userCancellationTimeMillis") && userCancellationTimeMillis == nil
    let emptyToken = json["linkedPurchaseToken"] != nil && linkedPurchaseToken == nil
    isZeroFilled = zeroTime || emptyToken || (autoRenewing == true && cancelReason?.known == .user)
  }

  /// The values that this build does not know.
  var unknownValues: [String] {
    var unknown = UnknownValues()
    unknown.note("paymentState", paymentState)
    unknown.note("cancelReason", cancelReason)
    unknown.note("purchaseType", purchaseType)
    return unknown.texts
  }
}
