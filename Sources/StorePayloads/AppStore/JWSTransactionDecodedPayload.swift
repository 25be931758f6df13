import PlainText
import SubscriptionCore

/// A transaction: one purchase or renewal
/// (<https://developer.apple.com/documentation/appstoreserverapi/jwstransactiondecodedpayload>).
struct JWSTransactionDecodedPayload {
  var originalTransactionId: String?
  var transactionId: String?
  var webOrderLineItemId: String?
  var bundleId: String?
  var productId: String?
  var subscriptionGroupIdentifier: String?
  var purchaseDate: Timestamp?
  var originalPurchaseDate: Timestamp?
  /// The end of the period this transaction paid for; it never moves.
  var expiresDate: Timestamp?
  var type: Open<Kind>?
  var appAccountToken: String?
  var inAppOwnershipType: Open<Ownership>?
  var signedDate: Timestamp?
  var revocationReason: Open<RevocationReason>?
  var revocationDate: Timestamp?
  var isUpgraded: Bool?
  var offerType: Open<AppStoreOffer.Kind>?
  var offerIdentifier: String?
  var environment: Open<AppStoreEnvironment>?
  var storefront: String?
  var transactionReason: Open<Reason>?
  var currency: String?
  /// The price in thousandths of the currency's unit.
  var price: Int64?
  var offerDiscountType: Open<AppStoreOffer.Discount>?
  var offerPeriod: String?
  var revocationType: Open<RevocationType>?
  /// Thousandths of a percent.
  var revocationPercentage: Int?
  var previousOriginalTransactionId: String?
  var billingPlanType: Open<BillingPlanType>?
  var commitmentInfo: TransactionCommitmentInfo?
  /// The amount that was given back for items under the Advanced Commerce API, in thousandths of
  /// the currency's unit; `nil` if it is not stated.
  var refundedAmount: Int64?

  /// The product type (<https://developer.apple.com/documentation/appstoreserverapi/type>).
  enum Kind: String {
    case autoRenewableSubscription = "Auto-Renewable Subscription"
    case nonConsumable = "Non-Consumable"
    case consumable = "Consumable"
    case nonRenewingSubscription = "Non-Renewing Subscription"
  }

  /// The ownership: bought, or shared by a family member
  /// (<https://developer.apple.com/documentation/appstoreserverapi/inappownershiptype>).
  enum Ownership: String {
    case purchased = "PURCHASED"
    case familyShared = "FAMILY_SHARED"
  }

  /// The reason of the transaction
  /// (<https://developer.apple.com/documentation/appstoreserverapi/transactionreason>).
  enum Reason: String {
    case purchase = "PURCHASE"
    case renewal = "RENEWAL"
  }

  /// The reason of a refund
  /// (<https://developer.apple.com/documentation/appstoreserverapi/revocationreason>).
  enum RevocationReason: Int {
    case other = 0
    case issueInApp = 1
  }

  /// The type of a revocation
  /// (<https://developer.apple.com/documentation/appstoreserverapi/revocationtype>).
  enum RevocationType: String {
    case fullRefund = "REFUND_FULL"
    case proratedRefund = "REFUND_PRORATED"
    case familyRevoke = "FAMILY_REVOKE"
  }

  init(_ json: JSONValue) throws(Fault) {
    originalTransactionId = try json.string("originalTransactionId")
    transactionId = try json.string("transactionId")
    webOrderLineItemId = try json.string("webOrderLineItemId")
    bundleId = try json.string("bundleId")
    productId = try json.string("productId")
    subscriptionGroupIdentifier = try json.string("subscriptionGroupIdentifier")
    purchaseDate = try json.time("purchaseDate")
    originalPurchaseDate = try json.time("originalPurchaseDate")
    expiresDate = try json.time("expiresDate")
    type = try json.open("type")
    appAccountToken = try json.string("appAccountToken")
    inAppOwnershipType = try json.open("inAppOwnershipType")
    signedDate = try json.time("signedDate")
    revocationReason = try json.open("revocationReason")
    revocationDate = try json.time("revocationDate")
    isUpgraded = try json.flag("isUpgraded")
    offerType = try json.open("offerType")
    offerIdentifier = try json.string("offerIdentifier")
    environment = try json.open("environment")
    storefront = try json.string("storefront")
    transactionReason = try json.open("transactionReason")
    currency = try json.currency("currency")
    price = try json.integer("price")
    offerDiscountType = try json.open("offerDiscountType")
    offerPeriod = try json.string("offerPeriod")
    revocationType = try json.open("revocationType")
    revocationPercentage = try json.int("revocationPercentage")
    previousOriginalTransactionId = try json.string("previousOriginalTransactionId")
    billingPlanType = try json.open("billingPlanType")
    commitmentInfo = try json.object("commitmentInfo").map(TransactionCommitmentInfo.init)
    try json.check(texts: "storefrontId", "appTransactionId", integers: "quantity")
    try json.object("advancedCommerceInfo")?.checkAdvancedCommerce()
    for item in try json.object("advancedCommerceInfo")?.array("items") ?? [] {
      for refund in try item.array("refunds") {
        guard let amount = try refund.integer("refundAmount") else { continue }
        refundedAmount = (refundedAmount ?? 0).addingReportingOverflow(amount).partialValue
      }
    }
  }

  /// A Boolean value that indicates whether it is not for an auto-renewable subscription.
  var isOneTime: Bool { type.map { $0.known != .autoRenewableSubscription } ?? false }

  /// The values that this build does not know.
  var unknownValues: [String] {
    var unknown = UnknownValues()
    unknown.note("type", type)
    unknown.note("inAppOwnershipType", inAppOwnershipType)
    unknown.note("revocationReason", revocationReason)
    unknown.note("offerType", offerType)
    unknown.note("environment", environment)
    unknown.note("transactionReason", transactionReason)
    unknown.note("offerDiscountType", offerDiscountType)
    unknown.note("revocationType", revocationType)
    unknown.note("billingPlanType", billingPlanType)
    return unknown.texts
  }
}

/// The offer of a transaction or renewal, as both payloads name it.
enum AppStoreOffer {
  /// The offer's type (<https://developer.apple.com/documentation/appstoreserverapi/offertype>).
  enum Kind: Int {
    case introductory = 1
    case promotional = 2
    case offerCode = 3
    case winBack = 4
  }

  /// The offer's payment mode
  /// (<https://developer.apple.com/documentation/appstoreserverapi/offerdiscounttype>).
  enum Discount: String {
    case freeTrial = "FREE_TRIAL"
    case payAsYouGo = "PAY_AS_YOU_GO"
    case payUpFront = "PAY_UP_FRONT"
    case oneTime = "ONE_TIME"
  }
}

/// The billing plan of a commitment
/// (<https://developer.apple.com/documentation/appstoreserverapi/billingplantype>).
enum BillingPlanType: String {
  case billedUpfront = "BILLED_UPFRONT"
  case monthly = "MONTHLY"
}

/// The server environment
/// (<https://developer.apple.com/documentation/appstoreserverapi/environment>).
enum AppStoreEnvironment: String {
  case production = "Production"
  case sandbox = "Sandbox"
  case xcode = "Xcode"
  case localTesting = "LocalTesting"

  /// The environment in the core's terms.
  var environment: StoreEnvironment {
    switch self {
    case .production: .production
    case .sandbox: .sandbox
    case .xcode, .localTesting: .local
    }
  }
}

extension Open<AppStoreEnvironment> {
  /// The environment in the core's terms; one that this build does not know is no production, so
  /// that tests never count as customers.
  var environment: StoreEnvironment { known?.environment ?? .sandbox }
}

/// The position of a transaction in a commitment of several payments
/// (<https://developer.apple.com/documentation/appstoreserverapi/transactioncommitmentinfo>).
struct TransactionCommitmentInfo {
  var billingPeriodNumber: Int?
  var totalBillingPeriods: Int?

  init(_ json: JSONValue) throws(Fault) {
    billingPeriodNumber = try json.int("billingPeriodNumber")
    totalBillingPeriods = try json.int("totalBillingPeriods")
    try json.check(integers: "commitmentPrice", times: "commitmentExpiresDate")
  }
}

extension JSONValue {
  /// Checks the details under the Advanced Commerce API, which nothing is derived from
  /// (Apple, `appstoreserverapi/advancedcommercetransactioninfo`).
  func checkAdvancedCommerce() throws(Fault) {
    try check(
      texts: "requestReferenceId", "consistencyToken", "period", "taxCode", "taxRate",
      integers: "taxExclusivePrice", "estimatedTax")
    try object("descriptors")?.check(texts: "displayName", "description")
    for item in try array("items") {
      try item.check(
        texts: "SKU", "displayName", "description", integers: "price", times: "revocationDate")
    }
  }
}
