/// The facts that a store stated about a subscription; a fact is `nil` if the store did not state
/// it.
///
/// One vocabulary for both stores: every payload format is mapped to it, and the state machine
/// reads nothing else. A fact is a statement, not a conclusion from it.
public struct StoreFacts: Hashable, Sendable {
  // MARK: Customer and product

  /// The bundle identifier or package name.
  public var app: AppID?
  /// The environment the purchase was made in.
  public var environment: StoreEnvironment?
  /// The app's name for the user: `appAccountToken`, `obfuscatedExternalAccountId`.
  public var account: AccountID?
  /// The product of the current period.
  public var product: ProductID?
  /// The other products of the same purchase, which Google charges together with ``product``; the
  /// prices count them all.
  public var addOns: [ProductID]?
  /// The products of the same purchase that the user has removed from Google's next renewal:
  /// ``product`` or some of ``addOns``.
  public var removedItems: [ProductID]?
  /// Google's items of the same purchase beside ``product``, also those that are charged or end on
  /// another day than it.
  public var otherItems: [PurchasedItem]?
  /// Google's base plan, and offer after a `/`.
  public var basePlan: String?
  /// Apple's subscription group.
  public var group: String?
  /// The billing period, if the store states it: a base plan that is named by its period.
  ///
  /// Otherwise no store states the period; it is derived from dates (``PlanSource``).
  public var period: BillingPeriod?
  /// The price of the current period.
  public var price: Money?
  /// The price of the next renewal, if it is stated separately.
  public var renewalPrice: Money?
  /// The offer the current period was bought with.
  public var offer: Offer?
  /// A Boolean value that indicates whether another family member paid (`inAppOwnershipType`
  /// FAMILY_SHARED).
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
  /// The latest known order, paid or not: Google's `GPA.…`, or Apple's `M…`, which only an order
  /// lookup returns.
  public var orderID: String?
  /// The latest order that was paid.
  public var paidOrderID: String?
  /// Google's purchase token.
  public var purchaseToken: String?
  /// The subscription that this purchase replaced (from `linkedPurchaseToken`).
  public var replaces: SubscriptionID?
  /// The expired subscription to which the user subscribed again outside the app (from
  /// `expiredPurchaseToken`); it replaces nothing.
  public var resubscribes: SubscriptionID?
  /// The subscription that replaced this one.
  public var replacedBy: SubscriptionID?

  // MARK: State and dates

  /// The state in the store's own terms, as of ``SubscriptionEvent/statedAt``.
  public var status: StatedStatus?
  /// The date on which the subscription began.
  public var startedAt: Timestamp?
  /// The date on which the current period was paid for.
  public var purchasedAt: Timestamp?
  /// The expiry date as stated: fixed for a transaction of Apple's; Google moves it to the end of
  /// grace or of hold (<doc:EdgeCases#Case-1>, <doc:EdgeCases#Case-8> and <doc:EdgeCases#Case-10>).
  public var expiresAt: Timestamp?
  /// The end of grace (`gracePeriodExpiresDate`; Google's `expiryTime` in IN_GRACE_PERIOD).
  public var graceEndsAt: Timestamp?
  /// The next renewal date (`renewalDate`).
  public var renewsAt: Timestamp?
  /// The end of a pause (`autoResumeTime`).
  public var resumesAt: Timestamp?
  /// The instant at which the user turned auto-renew off.
  public var canceledAt: Timestamp?
  /// The instant at which the payment was refunded or Family Sharing access was revoked.
  public var revokedAt: Timestamp?
  /// The part of the payment that was given back, in thousandths of a percent as Apple states it;
  /// `nil` for all of it.
  public var refundedPart: Int?

  // MARK: Renewal

  /// A Boolean value that indicates whether auto-renew is on.
  public var autoRenew: Bool?
  /// A Boolean value that indicates whether it is prepaid at Google Play, where nothing renews and
  /// nothing can be canceled; `nil` if that is not stated.
  public var isPrepaid: Bool?
  /// Apple's `isInBillingRetryPeriod`, which is true during grace as well.
  public var inBillingRetry: Bool?
  /// The product from the next renewal on, if it differs.
  public var nextProduct: ProductID?
  /// The reason for which the subscription ended or will end.
  public var endReason: EndReason?
  /// A Boolean value that indicates whether a price change awaits the user's consent.
  public var priceConsentPending: Bool?
  /// The time by which the user must consent to a new price (Google's `consentDeadlineTime`).
  public var consentDeadline: Timestamp?
  /// A Boolean value that indicates whether Google awaits the app's acknowledgement (without it, a
  /// refund follows after three days).
  public var acknowledgementPending: Bool?
  /// A Boolean value that indicates whether an upgrade replaced the transaction (`isUpgraded`).
  public var isUpgraded: Bool?
  /// The number of payments that remain of a commitment, if there is one.
  public var commitmentPaymentsLeft: Int?
  /// A Boolean value that indicates whether the user has canceled for the end of the commitment
  /// (Google's `pendingCancellation`, Apple's `commitmentAutoRenewStatus`).
  public var endsWithCommitment: Bool?
  /// A Boolean value that indicates whether the next renewal begins or continues a commitment that
  /// is paid by instalments, rather than being paid at once (Apple's `renewalBillingPlanType`).
  public var renewsByInstalments: Bool?
  /// Contradictions the mapper met, as sentences; shown as anomalies.
  public var oddities: [String]?
  /// Values that this build does not know, each as `field: value`; shown as anomalies.
  public var unknownValues: [String]?
  /// A Boolean value that indicates whether the current period is in the base phase, at the plan's
  /// own price; `nil` if the store does not state it.
  public var isBasePhase: Bool?
  /// A Boolean value that indicates whether a change of plan shortened or lengthened the period
  /// (Google's `prorationPeriod`), so that its dates do not show the plan's period.
  public var isProrated: Bool?

  /// Creates facts without any statement.
  public init() {}

  /// A Boolean value that indicates whether the current period is a free trial.
  var isTrial: Bool { offer?.kind == .freeTrial }
}

/// The state of a subscription in terms that both stores share.
public enum StatedStatus: String, Hashable, Sendable, CaseIterable {
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

/// The reason for which a subscription ended, in terms that both stores share.
public enum EndReason: String, Hashable, Sendable, CaseIterable {
  /// The user canceled: Apple's intent 1, Google's userInitiatedCancellation.
  case voluntary
  /// A payment problem: Apple's intent 2, Google's systemInitiatedCancellation.
  case billing
  /// The user did not consent to a price increase: Apple's intent 3.
  case priceIncrease
  /// The product was not for sale at the renewal: Apple's intent 4.
  case productUnavailable
  /// The developer ended it: Google's developerInitiatedCancellation.
  case developer
  /// The payment was refunded.
  case refund
  /// It is no longer shared with the family: the purchaser was refunded or shares it no more.
  case familySharing
  /// Something else: Apple's intent 5, or nothing stated.
  case other

  /// The kind of churn that the reason belongs to; `nil` if the store does not state a reason.
  ///
  /// Involuntary is a payment problem or an unanswered price increase; see
  /// <doc:States#Involuntary-and-voluntary>.
  public var cause: ChurnCause? {
    switch self {
    case .billing, .priceIncrease: .involuntary
    case .voluntary, .developer, .refund, .familySharing: .voluntary
    case .productUnavailable, .other: nil
    }
  }
}

/// The two kinds of churn.
public enum ChurnCause: String, Hashable, Sendable, CaseIterable {
  /// A decision of the user, of support or of the developer.
  case voluntary
  /// No decision: a payment failed, or a price increase went unanswered.
  case involuntary
}

/// The offer a period was bought with.
public struct Offer: Hashable, Sendable {
  /// The kinds of discount.
  public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
    /// A free trial.
    case freeTrial
    /// A reduced price for each of several periods.
    case payAsYouGo
    /// One reduced price for several periods.
    case payUpFront
    /// A reduced price whose mode is not stated.
    case discounted
  }

  /// The kind of discount.
  public var kind: Kind
  /// A Boolean value that indicates whether it is an introductory offer, which a user gets once per
  /// subscription group.
  public var isIntroductory: Bool
  /// The offer's identifier, if it has one; text from outside.
  public var identifier: String?
  /// The length of time that the price covers (Apple's `offerPeriod`), if it is stated.
  public var period: BillingPeriod?

  /// Creates an offer.
  public init(
    kind: Kind, isIntroductory: Bool, identifier: String? = nil, period: BillingPeriod? = nil
  ) {
    (self.kind, self.isIntroductory, self.identifier) = (kind, isIntroductory, identifier)
    self.period = period
  }
}

/// One of several products of a purchase at Google Play, each of which has an order of its own.
public struct PurchasedItem: Hashable, Sendable {
  /// The product.
  public var product: ProductID?
  /// The latest order that was paid for it, which may be that of other items, too.
  public var paidOrderID: String?
  /// A Boolean value that indicates whether it is in its free trial.
  public var isTrial: Bool
  /// The end of what was paid for it, as stated.
  public var expiresAt: Timestamp?

  /// Creates an item.
  public init(
    product: ProductID?, paidOrderID: String?, isTrial: Bool = false, expiresAt: Timestamp? = nil
  ) {
    (self.product, self.paidOrderID, self.isTrial) = (product, paidOrderID, isTrial)
    self.expiresAt = expiresAt
  }
}
