import SubscriptionCore

/// A simulated store's record of one subscription: the truth that its messages describe.
struct SimulatedSubscription: Hashable, Sendable {
  var store: Store
  /// The environment of the purchase.
  var environment: StoreEnvironment
  /// The app's identifier of the user.
  var account: AccountID
  /// The country of the storefront.
  var country: Country
  /// The current plan.
  var plan: Plan
  /// A Boolean value that indicates whether another family member pays.
  var familyShared = false

  /// Apple's original transaction id, or Google's purchase token.
  var key: String
  /// Apple's app transaction id, or Google's first order id.
  var orderBase: String
  /// The number of payments after the first.
  var renewals = 0
  /// The number of the latest payment that the user made by hand, at the App Store.
  var boughtNumber = 0
  /// A Boolean value that indicates whether the latest order of Google Play was declined, and
  /// nothing was paid since.
  var orderDeclined = false
  /// The token this purchase replaced, at Google Play.
  var linkedKey: String?
  /// The replacement of an earlier purchase, at Google Play, which states it for sixty days.
  var replacement: Replacement?

  /// The beginning of the subscription.
  var startedAt: Timestamp
  /// The beginning of the current period.
  var periodStart: Timestamp
  /// The payment of the current period, if it was later than the beginning.
  var paidLateAt: Timestamp?
  /// The end of the paid period.
  var paidThrough: Timestamp
  /// Google's `expiryTime`, which moves with grace and hold; Apple's is ``paidThrough``.
  var expiry: Timestamp
  /// The state in the store's own terms.
  var status: StatedStatus = .active
  /// A Boolean value that indicates whether auto-renew is on.
  var autoRenew = true
  /// A Boolean value that indicates whether the current period is a free trial.
  var trial = false
  /// The offer of the current period.
  var introduction: Introduction?
  /// A Boolean value that indicates whether the current period is a credit for an earlier plan.
  var prorated = false
  /// The plan from the next renewal on, if it differs.
  var nextPlan: Plan?
  /// The price of one payment, in thousandths of the currency's unit.
  var price: Int64
  /// The price after an announced increase.
  var nextPrice: Int64?
  /// A Boolean value that indicates whether the increase awaits the user's consent.
  var consentPending = false
  /// A Boolean value that indicates whether Google awaits the app's acknowledgement.
  var acknowledgementPending = false
  /// The payments of a commitment that remain.
  var paymentsLeft: Int?
  /// A Boolean value that indicates whether the subscription ends with its commitment.
  var cancellationScheduled = false

  /// The end of grace while a payment fails.
  var graceEnds: Timestamp?
  /// A Boolean value that indicates whether the store omits the end of grace from its messages
  /// (<doc:EdgeCases#Case-2>).
  var hidesGraceEnd = false
  /// The end of a pause.
  var resumesAt: Timestamp?
  /// The instant at which the user turned auto-renew off.
  var canceledAt: Timestamp?
  /// The instant at which the payment was refunded or Family Sharing access was revoked.
  var revokedAt: Timestamp?
  var endReason: EndReason?
  /// A Boolean value that indicates whether another purchase replaced it.
  var replaced = false
  /// The instant at which another plan replaced this payment, with a partial refund.
  var upgradedAt: Timestamp?

  /// The transaction id of the current period at the App Store.
  var transactionID: String {
    renewals == 0 ? key : String((UInt64(key) ?? 0) + UInt64(renewals) * 17)
  }

  /// The latest order that was paid, at Google Play.
  var paidOrder: String { order(renewals) }

  /// The latest order, paid or not, at Google Play.
  var latestOrder: String { orderDeclined ? order(renewals + 1) : paidOrder }

  /// The renewal order that was paid before the latest, at Google Play; `nil` if there was none.
  var orderBefore: String? { renewals < 2 ? nil : order(renewals - 1) }

  private func order(_ number: Int) -> String {
    number == 0 ? orderBase : "\(orderBase)..\(number - 1)"
  }

  /// Returns the end of a period that begins at an instant: minutes for testers, as the stores
  /// accelerate time.
  func periodEnd(from instant: Timestamp) -> Timestamp {
    environment == .production ? plan.period.after(instant) : instant + .minutes(5)
  }

  /// Begins a paid period.
  mutating func pay(from instant: Timestamp) {
    introduction = introduction?.next
    periodStart = instant
    paidThrough = periodEnd(from: instant)
    expiry = paidThrough
    status = .active
    trial = false
    prorated = false
    paidLateAt = nil
    orderDeclined = false
    if let at = replacement?.at, instant - at > .days(60) { replacement = nil }
    graceEnds = nil
    resumesAt = nil
    endReason = nil
    canceledAt = nil
    if let left = paymentsLeft { paymentsLeft = left > 1 ? left - 1 : plan.commitment }
  }

  /// Ends the subscription.
  mutating func end(_ reason: EndReason, at instant: Timestamp) {
    status = reason == .refund || reason == .familySharing ? .revoked : .expired
    endReason = reason
    autoRenew = false
    expiry = instant
  }
}
