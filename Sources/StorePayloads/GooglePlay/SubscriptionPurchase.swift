import PlainText
import SubscriptionCore

/// The first version of a subscription purchase, shut down on 2027-08-31
/// (<https://developers.google.com/android-publisher/api-ref/rest/v3/purchases.subscriptions>).
///
/// Archives contain dumps of it in which every unset field was filled with 0 or "".
struct SubscriptionPurchase {
  var kind: String?
  var startTimeMillis: Timestamp?
  var expiryTimeMillis: Timestamp?
  var autoResumeTimeMillis: Timestamp?
  var userCancellationTimeMillis: Timestamp?
  var autoRenewing: Bool?
  var priceCurrencyCode: String?
  var priceAmountMicros: Int64?
  var introductoryPriceInfo: IntroductoryPriceInfo?
  var priceChange: PriceChange?
  var countryCode: String?
  var developerPayload: String?
  /// Absent for canceled and expired subscriptions.
  var paymentState: Open<PaymentState>?
  var cancelReason: Open<CancelReason>?
  var cancelSurveyResult: CancelSurveyResult?
  var orderId: String?
  var linkedPurchaseToken: String?
  /// Absent for a purchase through the standard billing flow.
  var purchaseType: Open<PurchaseType>?
  var acknowledgementState: Int?
  var promotionType: Int?
  var promotionCode: String?
  var externalAccountId: String?
  var obfuscatedExternalAccountId: String?
  var obfuscatedExternalProfileId: String?
  var profileId: String?
  var profileName: String?
  var givenName: String?
  var familyName: String?
  var emailAddress: String?
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
    var introductoryPricePeriod: String?
    var introductoryPriceCycles: Int?
  }

  /// The latest price change, accepted (1) or outstanding (0).
  struct PriceChange {
    var state: Int?
  }

  /// The user's answers in the cancellation survey.
  struct CancelSurveyResult {
    var cancelSurveyReason: Int?
    /// Text from outside.
    var userInputCancelReason: String?
  }

  init(_ json: JSONValue) throws(Fault) {
    kind = try json.string("kind")
    startTimeMillis = try json.time("startTimeMillis")
    expiryTimeMillis = try json.time("expiryTimeMillis")
    autoResumeTimeMillis = try json.time("autoResumeTimeMillis")
    userCancellationTimeMillis = try json.time("userCancellationTimeMillis")
    autoRenewing = try json.flag("autoRenewing")
    priceCurrencyCode = try json.currency("priceCurrencyCode")
    priceAmountMicros = try json.integer("priceAmountMicros")
    introductoryPriceInfo = try json.object("introductoryPriceInfo").map { (json) throws(Fault) in
      IntroductoryPriceInfo(
        introductoryPriceCurrencyCode: try json.string("introductoryPriceCurrencyCode"),
        introductoryPriceAmountMicros: try json.integer("introductoryPriceAmountMicros"),
        introductoryPricePeriod: try json.string("introductoryPricePeriod"),
        introductoryPriceCycles: try json.int("introductoryPriceCycles"))
    }
    priceChange = try json.object("priceChange").map { (json) throws(Fault) in
      PriceChange(state: try json.int("state"))
    }
    countryCode = try json.string("countryCode")
    developerPayload = try json.string("developerPayload")
    paymentState = try json.open("paymentState")
    cancelReason = try json.open("cancelReason")
    cancelSurveyResult = try json.object("cancelSurveyResult").map { (json) throws(Fault) in
      CancelSurveyResult(
        cancelSurveyReason: try json.int("cancelSurveyReason"),
        userInputCancelReason: try json.string("userInputCancelReason"))
    }
    orderId = try json.string("orderId")
    linkedPurchaseToken = try json.string("linkedPurchaseToken")
    purchaseType = try json.open("purchaseType")
    acknowledgementState = try json.int("acknowledgementState")
    promotionType = try json.int("promotionType")
    promotionCode = try json.string("promotionCode")
    externalAccountId = try json.string("externalAccountId")
    obfuscatedExternalAccountId = try json.string("obfuscatedExternalAccountId")
    obfuscatedExternalProfileId = try json.string("obfuscatedExternalProfileId")
    profileId = try json.string("profileId")
    profileName = try json.string("profileName")
    givenName = try json.string("givenName")
    familyName = try json.string("familyName")
    emailAddress = try json.string("emailAddress")
    let zeroTime = json.has("userCancellationTimeMillis") && userCancellationTimeMillis == nil
    let emptyToken = json["linkedPurchaseToken"] != nil && linkedPurchaseToken == nil
    isZeroFilled =
      zeroTime || emptyToken || (autoRenewing == true && cancelReason?.known == .user)
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
