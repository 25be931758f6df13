import SubscriptionCore

/// One payment of an App Store subscription.
struct AppStoreTransaction: Hashable, Sendable {
  /// `transactionId`.
  var id: String
  /// `webOrderLineItemId`.
  var line: String
  var product: String
  var purchaseDate: Timestamp
  var expiresDate: Timestamp
  var price: Money
  var offer: Offer?
  /// Whether a purchase made it, rather than a renewal.
  var isPurchase: Bool
  var isUpgraded = false
  var revokedAt: Timestamp?
  /// Whether a family's share was taken away, rather than money given back.
  var isFamilyRevoke = false

  /// The offer it was paid with.
  struct Offer: Hashable, Sendable {
    /// 1 introductory, 2 promotional, 4 win-back.
    var type: Int64
    /// `FREE_TRIAL`, `PAY_AS_YOU_GO` or `PAY_UP_FRONT`.
    var discount: String
    var period: BillingPeriod
    var price: Money
  }
}

/// One subscription as the App Store keeps it, under one `originalTransactionId`.
struct AppStoreRecord: Hashable, Sendable {
  static let bundle = "com.example.oracle"
  static let group = "20900001"

  /// `originalTransactionId`.
  var original: String
  /// `appAccountToken`.
  var account: String
  var isFamilyShared = false
  /// The payments, oldest first.
  var transactions: [AppStoreTransaction] = []
  /// `autoRenewProductId`.
  var nextProduct: String
  var autoRenew = true
  /// `expirationIntent`.
  var intent: Int64?
  /// `isInBillingRetryPeriod`; absent while nothing has failed.
  var inRetry: Bool?
  /// `gracePeriodExpiresDate`.
  var graceEnds: Timestamp?
  /// Whether the end of grace is left out, as was observed (<doc:EdgeCases#Case-2>).
  var hidesGraceEnd = false
  /// `priceIncreaseStatus`.
  var consent: Int64?
  /// The price of the next renewal.
  var renewalPrice: Money
  /// 1 active, 2 expired, 3 retry, 4 grace, 5 revoked; `nil` where a notification leaves it out.
  var status: Int64? = 1

  /// Whether the payload is of the years before status, price and renewal date.
  var isOld = false

  /// The latest payment that no upgrade replaced.
  var latest: AppStoreTransaction? { transactions.last }
}
