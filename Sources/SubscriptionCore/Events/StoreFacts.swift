/// What a store stated about a subscription, each fact `nil` where it said nothing.
///
/// One vocabulary for both stores: every payload format is mapped to it, and the state machine
/// reads nothing else. A fact is what was stated, not what follows from it.
public struct StoreFacts: Hashable, Sendable, Codable {
  // MARK: Who and what

  /// The bundle identifier or package name.
  public var app: AppID?
  /// The world the purchase was made in.
  public var environment: StoreEnvironment?
  /// The app's name for the user: `appAccountToken`, `obfuscatedExternalAccountId`.
  public var account: AccountID?
  /// The product paid for now.
  public var product: ProductID?
  /// Google's base plan, and offer after a `/`.
  public var basePlan: String?
  /// Apple's subscription group.
  public var group: String?
  /// The billing period in the store's own words: a base plan that is named by its period.
  ///
  /// No store states it otherwise; what dates prove is derived by the fold (``PlanSource``).
  public var period: BillingPeriod?
  /// The price of the current period.
  public var price: Money?
  /// The price of the next renewal, where it is stated apart.
  public var renewalPrice: Money?
  /// The offer the current period was bought with.
  public var offer: Offer?
  /// Whether somebody else of the family paid (`inAppOwnershipType` FAMILY_SHARED).
  public var familyShared: Bool?
  /// The country of the storefront, as the store spells it.
  public var country: String?

  // MARK: Identifiers

  /// Apple's `originalTransactionId`.
  public var originalTransactionID: String?
  /// Apple's `transactionId` of the current period.
  public var transactionID: String?
  /// Apple's `webOrderLineItemId`.
  public var webOrderLineItemID: String?
  /// The latest order that is known, paid or not: Google's `GPA.…`, or Apple's `M…`, which only an
  /// answer about the order names.
  public var orderID: String?
  /// The latest order that was paid.
  public var paidOrderID: String?
  /// Google's purchase token.
  public var purchaseToken: String?
  /// The subscription that this purchase replaced (by way of `linkedPurchaseToken`).
  public var replaces: SubscriptionID?
  /// The subscription that replaced this one.
  public var replacedBy: SubscriptionID?

  // MARK: State and dates

  /// The state in the store's own terms, as of ``SubscriptionEvent/statedAt``.
  public var status: StatedStatus?
  /// When the subscription began.
  public var startedAt: Timestamp?
  /// When the current period was paid for.
  public var purchasedAt: Timestamp?
  /// The expiry date as stated: static for a transaction of Apple's, moving at Google's, where it
  /// becomes the end of grace or of hold (domain cases 1, 8 and 10).
  public var expiresAt: Timestamp?
  /// The end of grace (`gracePeriodExpiresDate`; Google's `expiryTime` in IN_GRACE_PERIOD).
  public var graceEndsAt: Timestamp?
  /// The next renewal date (`renewalDate`).
  public var renewsAt: Timestamp?
  /// When a pause ends (`autoResumeTime`).
  public var resumesAt: Timestamp?
  /// When the user turned auto-renew off.
  public var canceledAt: Timestamp?
  /// When the payment was given back or the share taken away.
  public var revokedAt: Timestamp?

  // MARK: Renewal

  /// Whether auto-renew is on.
  public var autoRenew: Bool?
  /// Apple's `isInBillingRetryPeriod`, which is true during grace as well.
  public var inBillingRetry: Bool?
  /// The product that takes over at the next renewal, where it differs.
  public var nextProduct: ProductID?
  /// Why it ended or will end.
  public var endReason: EndReason?
  /// Whether a price change awaits the user's consent.
  public var priceConsentPending: Bool?
  /// Whether Google awaits the app's acknowledgement (a refund follows after three days).
  public var acknowledgementPending: Bool?
  /// Whether an upgrade replaced the transaction (`isUpgraded`).
  public var isUpgraded: Bool?
  /// How many payments of a commitment remain, where there is one.
  public var commitmentPaymentsLeft: Int?
  /// Contradictions the mapper met, as sentences; shown as anomalies.
  public var oddities: [String]?
  /// Values that this build does not know, each as `field: value`; shown as anomalies.
  public var unknownValues: [String]?
  /// Whether the current period is in the base phase, at the plan's own price; `nil` where the
  /// store does not say.
  public var isBasePhase: Bool?
  /// Whether the period was shortened or lengthened by a change of plan (Google's
  /// `prorationPeriod`), so that its dates say nothing about the plan.
  public var isProrated: Bool?

  /// Creates facts that say nothing.
  public init() {}
}

/// The state of a subscription in the terms the two stores share.
public enum StatedStatus: String, Hashable, Sendable, CaseIterable, Codable {
  /// `SUBSCRIPTION_STATE_PENDING`.
  case pending
  /// App Store status 1; `SUBSCRIPTION_STATE_ACTIVE`.
  case active
  /// App Store status 4; `SUBSCRIPTION_STATE_IN_GRACE_PERIOD`.
  case grace
  /// App Store status 3; `SUBSCRIPTION_STATE_ON_HOLD`.
  case hold
  /// `SUBSCRIPTION_STATE_PAUSED`.
  case paused
  /// `SUBSCRIPTION_STATE_CANCELED`: auto-renew off, perhaps not yet expired.
  case canceled
  /// App Store status 2; `SUBSCRIPTION_STATE_EXPIRED`.
  case expired
  /// App Store status 5.
  case revoked
  /// `SUBSCRIPTION_STATE_PENDING_PURCHASE_CANCELED`.
  case pendingCanceled
  /// HTTP 410: the store no longer answers for it.
  case gone
}

/// Why a subscription ended, in the terms the two stores share.
public enum EndReason: String, Hashable, Sendable, CaseIterable, Codable {
  /// The user canceled: Apple's intent 1, Google's userInitiatedCancellation.
  case voluntary
  /// A payment problem: Apple's intent 2, Google's systemInitiatedCancellation.
  case billing
  /// Consent to a price increase was not given: Apple's intent 3.
  case priceIncrease
  /// The product was not for sale at the renewal: Apple's intent 4.
  case productUnavailable
  /// The developer ended it: Google's developerInitiatedCancellation.
  case developer
  /// The payment was given back.
  case refund
  /// The purchaser stopped sharing it with the family.
  case familySharing
  /// Something else: Apple's intent 5, or nothing stated.
  case other

  /// Whether the user left or was lost; `nil` where the store does not say.
  ///
  /// Involuntary is a payment problem or an unanswered price increase; the split is the founding
  /// documents' and domain 3.2.
  public var cause: ChurnCause? {
    switch self {
    case .billing, .priceIncrease: .involuntary
    case .voluntary, .developer, .refund, .familySharing: .voluntary
    case .productUnavailable, .other: nil
    }
  }
}

/// Whether a subscriber left or was lost.
public enum ChurnCause: String, Hashable, Sendable, CaseIterable, Codable {
  /// Somebody decided it: the user, support, the developer.
  case voluntary
  /// Nobody decided it: a payment failed, or a price increase went unanswered.
  case involuntary
}

/// The offer a period was bought with.
public struct Offer: Hashable, Sendable, Codable {
  /// What kind of discount it is.
  public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
    /// Nothing to pay.
    case freeTrial
    /// A reduced price for each of several periods.
    case payAsYouGo
    /// One reduced price for several periods.
    case payUpFront
    /// A reduced price whose mode is not stated.
    case discounted
  }

  /// What kind of discount it is.
  public var kind: Kind
  /// Whether it is an introductory offer, which a user gets once per subscription group.
  public var isIntroductory: Bool
  /// The offer's identifier, where it has one; text from outside.
  public var identifier: String?
  /// How long the price paid for it lasts (Apple's `offerPeriod`), where that is stated.
  public var period: BillingPeriod?

  /// Creates an offer.
  public init(
    kind: Kind, isIntroductory: Bool, identifier: String? = nil, period: BillingPeriod? = nil
  ) {
    (self.kind, self.isIntroductory, self.identifier) = (kind, isIntroductory, identifier)
    self.period = period
  }
}
