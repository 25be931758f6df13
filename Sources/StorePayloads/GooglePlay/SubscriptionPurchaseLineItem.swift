import PlainText
import SubscriptionCore

/// One product of a subscription purchase
/// (Google, `purchases.subscriptionsv2`, SubscriptionPurchaseLineItem).
struct SubscriptionPurchaseLineItem {
  var productId: String?
  /// Moves with grace, hold and cancellation; the end of the paid period is its last value while
  /// active.
  var expiryTime: Timestamp?
  var latestSuccessfulOrderId: String?
  var autoRenewingPlan: AutoRenewingPlan?
  /// A Boolean value that indicates whether the plan is prepaid (`prepaidPlan`).
  var isPrepaid: Bool
  var offerDetails: OfferDetails?
  var offerPhase: OfferPhase?
  var deferredItemReplacement: String?
  var deferredItemRemoval: Bool

  /// The base plan, and the offer it was bought with.
  struct OfferDetails {
    var basePlanId: String?
    var offerId: String?

    init(_ json: JSONValue) throws(Fault) {
      basePlanId = try json.string("basePlanId")
      offerId = try json.string("offerId")
      try json.check(lists: "offerTags")
    }
  }

  /// The phase of the current period.
  enum OfferPhase {
    case freeTrial
    case introductoryPrice
    case basePrice
    /// Between two plans, with the phase in which the new one starts.
    case prorationPeriod(original: Open<ProrationPhase>?)
    /// A phase that this build does not know, by the name of its member.
    case unknown(String)

    init?(_ json: JSONValue) throws(Fault) {
      if try json.object("freeTrial") != nil {
        self = .freeTrial
      } else if try json.object("introductoryPrice") != nil {
        self = .introductoryPrice
      } else if try json.object("basePrice") != nil {
        self = .basePrice
      } else if let period = try json.object("prorationPeriod") {
        self = .prorationPeriod(original: try period.open("originalOfferPhaseType"))
      } else if let member = json.members.first {
        self = .unknown(member.key)
      } else {
        return nil
      }
    }
  }

  /// The phase of the new plan after a proration period.
  enum ProrationPhase: String {
    case unspecified = "ORIGINAL_OFFER_PHASE_TYPE_UNSPECIFIED"
    case base = "BASE"
    case introductory = "INTRODUCTORY"
    case freeTrial = "FREE_TRIAL"
  }

  init(_ json: JSONValue) throws(Fault) {
    productId = try json.string("productId")
    expiryTime = try json.date("expiryTime")
    latestSuccessfulOrderId = try json.string("latestSuccessfulOrderId")
    autoRenewingPlan = try json.object("autoRenewingPlan").map(AutoRenewingPlan.init)
    let prepaid = try json.object("prepaidPlan")
    try prepaid?.check(dates: "allowExtendAfterTime")
    isPrepaid = prepaid != nil
    offerDetails = try json.object("offerDetails").map(OfferDetails.init)
    offerPhase = try json.object("offerPhase").flatMap(OfferPhase.init)
    deferredItemReplacement = try json.object("deferredItemReplacement")?.string("productId")
    deferredItemRemoval = try json.object("deferredItemRemoval") != nil
    let replaced = try json.object("itemReplacement")
    try replaced?.check(texts: "productId", "basePlanId", "offerId")
    if try replaced?.string("replacementMode") == "WITHOUT_PRORATION",
      case .prorationPeriod(let original) = offerPhase, original?.known == .freeTrial
    {
      // Nothing is charged before the next renewal: the trial goes on
      // (<https://developer.android.com/google/play/billing/subscriptions#replacement-modes>).
      offerPhase = .freeTrial
    }
    let promotion = try json.object("signupPromotion")
    if try promotion?.object("oneTimeCode") == nil {
      try promotion?.object("vanityCode")?.check(texts: "promotionCode")
    }
  }

  /// The values that this build does not know.
  var unknownValues: [String] {
    var unknown = UnknownValues()
    switch offerPhase {
    case .prorationPeriod(let phase): unknown.note("originalOfferPhaseType", phase)
    case .unknown(let member): unknown.note("offerPhase", text: member)
    case .freeTrial, .introductoryPrice, .basePrice, nil: break
    }
    return unknown.texts + (autoRenewingPlan?.unknownValues ?? [])
  }
}

/// A plan that renews until it is canceled
/// (Google, `purchases.subscriptionsv2`, AutoRenewingPlan).
struct AutoRenewingPlan {
  /// Absent from the JSON means off.
  var autoRenewEnabled: Bool
  var recurringPrice: Money?
  var priceChangeDetails: PriceChangeDetails?
  var installmentDetails: InstallmentDetails?
  var priceStepUpConsentDetails: PriceStepUpConsentDetails?

  /// A change of the price for existing subscribers.
  struct PriceChangeDetails {
    var newPrice: Money?
    var priceChangeMode: Open<Mode>?
    var priceChangeState: Open<State>?
    var expectedNewPriceChargeTime: Timestamp?

    /// The direction of the change, and the kind of consent.
    enum Mode: String {
      case unspecified = "PRICE_CHANGE_MODE_UNSPECIFIED"
      case decrease = "PRICE_DECREASE"
      case increase = "PRICE_INCREASE"
      case optOutIncrease = "OPT_OUT_PRICE_INCREASE"
    }

    /// The progress of the change.
    enum State: String {
      case unspecified = "PRICE_CHANGE_STATE_UNSPECIFIED"
      case outstanding = "OUTSTANDING"
      case confirmed = "CONFIRMED"
      case applied = "APPLIED"
      case canceled = "CANCELED"
    }

    init(_ json: JSONValue) throws(Fault) {
      newPrice = try json.money("newPrice")
      priceChangeMode = try json.open("priceChangeMode")
      priceChangeState = try json.open("priceChangeState")
      expectedNewPriceChargeTime = try json.date("expectedNewPriceChargeTime")
    }
  }

  /// A commitment to several payments.
  struct InstallmentDetails {
    var remainingCommittedPaymentsCount: Int?
    /// A Boolean value that indicates whether it will be canceled at the end of the commitment.
    var pendingCancellation: Bool

    init(_ json: JSONValue) throws(Fault) {
      remainingCommittedPaymentsCount = try json.int("remainingCommittedPaymentsCount")
      pendingCancellation = try json.object("pendingCancellation") != nil
      try json.check(integers: "initialCommittedPaymentsCount", "subsequentCommittedPaymentsCount")
    }
  }

  /// The consent to a higher price after a trial or an introductory price, required in Korea.
  struct PriceStepUpConsentDetails {
    var state: Open<State>?
    var newPrice: Money?
    /// The time at which the subscription is canceled without consent.
    var consentDeadlineTime: Timestamp?

    /// The state of the consent.
    enum State: String {
      case unspecified = "CONSENT_STATE_UNSPECIFIED"
      case pending = "PENDING"
      case confirmed = "CONFIRMED"
      case completed = "COMPLETED"
    }

    init(_ json: JSONValue) throws(Fault) {
      state = try json.open("state")
      newPrice = try json.money("newPrice")
      consentDeadlineTime = try json.date("consentDeadlineTime")
    }
  }

  init(_ json: JSONValue) throws(Fault) {
    autoRenewEnabled = try json.flag("autoRenewEnabled") ?? false
    recurringPrice = try json.money("recurringPrice")
    priceChangeDetails = try json.object("priceChangeDetails").map(PriceChangeDetails.init)
    installmentDetails = try json.object("installmentDetails").map(InstallmentDetails.init)
    priceStepUpConsentDetails = try json.object("priceStepUpConsentDetails").map(
      PriceStepUpConsentDetails.init)
  }

  /// Returns whether the renewal at a date needs the user's consent to a new price; `nil` if no
  /// change is stated, or one that was canceled, as it is with a subscription that ends for want of
  /// consent (<doc:EdgeCases#Case-34>).
  func awaitsConsent(toRenewAt renewal: Timestamp?) -> Bool? {
    if let consent = priceStepUpConsentDetails?.state?.known {
      return consent == .pending && stepsUp(at: renewal)
    }
    guard let change = priceChangeDetails, change.priceChangeState?.known != .canceled else {
      return nil
    }
    return change.priceChangeMode?.known == .increase
      && change.priceChangeState?.known == .outstanding && changesPrice(at: renewal)
  }

  /// Returns whether the changed price is charged at a renewal: those before the date that Google
  /// expects cost what the others cost
  /// (<https://developer.android.com/google/play/billing/price-changes>).
  func changesPrice(at renewal: Timestamp?) -> Bool {
    Self.isDue(priceChangeDetails?.expectedNewPriceChargeTime, at: renewal)
  }

  /// Returns whether the price after an offer is charged at a renewal: those before the deadline
  /// for the consent to it are still of the offer.
  func stepsUp(at renewal: Timestamp?) -> Bool {
    Self.isDue(priceStepUpConsentDetails?.consentDeadlineTime, at: renewal)
  }

  private static func isDue(_ date: Timestamp?, at renewal: Timestamp?) -> Bool {
    guard let renewal, let date else { return true }
    return date <= renewal + .days(1)
  }

  /// The values that this build does not know.
  var unknownValues: [String] {
    var unknown = UnknownValues()
    unknown.note("priceChangeMode", priceChangeDetails?.priceChangeMode)
    unknown.note("priceChangeState", priceChangeDetails?.priceChangeState)
    unknown.note("priceStepUpConsentDetails.state", priceStepUpConsentDetails?.state)
    return unknown.texts
  }
}
