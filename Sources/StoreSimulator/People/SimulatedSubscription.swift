import SubscriptionCore

/// What a simulated store knows about one subscription: the truth that its messages describe.
struct SimulatedSubscription: Hashable, Sendable {
  /// The store.
  var store: Store
  /// Whether money is involved.
  var environment: StoreEnvironment
  /// The app's name for the user.
  var account: AccountID
  /// The country of the storefront.
  var country: Country
  /// What is paid for now.
  var plan: Plan
  /// Whether somebody else of the family pays.
  var familyShared = false

  /// Apple's original transaction id, or Google's purchase token.
  var key: String
  /// Apple's app transaction id, or Google's first order id.
  var orderBase: String
  /// How many payments followed the first.
  var renewals = 0
  /// The number of the latest payment that the user asked for by hand, at the App Store.
  var boughtNumber = 0
  /// Whether the latest order of Google Play was declined, and nothing was paid since.
  var orderDeclined = false
  /// The token this purchase replaced, at Google Play.
  var linkedKey: String?
  /// What this purchase replaced, at Google Play, which says so for sixty days.
  var replacement: Replacement?

  /// When it began.
  var startedAt: Timestamp
  /// When the current period began.
  var periodStart: Timestamp
  /// When the current period was paid for, where that was later than it began.
  var paidLateAt: Timestamp?
  /// The end of what was paid for.
  var paidThrough: Timestamp
  /// Google's `expiryTime`, which moves with grace and hold; Apple's is ``paidThrough``.
  var expiry: Timestamp
  /// Where it stands in the store's own terms.
  var status: StatedStatus = .active
  /// Whether auto-renew is on.
  var autoRenew = true
  /// Whether the current period is a free trial.
  var trial = false
  /// The offer that the current period belongs to.
  var introduction: Introduction?
  /// Whether the current period is what an earlier plan was worth.
  var prorated = false
  /// What takes over at the next renewal, where it differs.
  var nextPlan: Plan?
  /// The price of one payment, in thousandths of the currency's unit.
  var price: Int64
  /// The price after an increase that was announced.
  var nextPrice: Int64?
  /// Whether the user has yet to agree to that increase.
  var consentPending = false
  /// Whether Google awaits the app's acknowledgement.
  var acknowledgementPending = false
  /// The payments of a commitment that remain.
  var paymentsLeft: Int?
  /// Whether the end of a commitment will be the end of the subscription.
  var cancellationScheduled = false

  /// The end of grace while a payment fails.
  var graceEnds: Timestamp?
  /// Whether the store leaves the end of grace out of its messages (domain case 2).
  var hidesGraceEnd = false
  /// When a pause ends.
  var resumesAt: Timestamp?
  /// When the user turned auto-renew off.
  var canceledAt: Timestamp?
  /// When the payment was given back or the share taken away.
  var revokedAt: Timestamp?
  /// Why it ended.
  var endReason: EndReason?
  /// Whether another purchase took its place.
  var replaced = false
  /// When another plan took the place of this payment, which was given back in part.
  var upgradedAt: Timestamp?

  /// The transaction id of the current period at the App Store.
  var transactionID: String {
    renewals == 0 ? key : String((UInt64(key) ?? 0) + UInt64(renewals) * 17)
  }

  /// The latest order that was paid, at Google Play.
  var paidOrder: String { order(renewals) }

  /// The latest order, paid or not, at Google Play.
  var latestOrder: String { orderDeclined ? order(renewals + 1) : paidOrder }

  /// The renewal order that was paid before the latest, at Google Play; `nil` where none was.
  var orderBefore: String? { renewals < 2 ? nil : order(renewals - 1) }

  private func order(_ number: Int) -> String {
    number == 0 ? orderBase : "\(orderBase)..\(number - 1)"
  }

  /// The end of a period that begins at an instant: minutes for testers, as the stores speed up.
  func periodEnd(from instant: Timestamp) -> Timestamp {
    environment == .production ? plan.period.after(instant) : instant + .minutes(5)
  }

  /// Enters a paid period.
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

  /// Ends.
  mutating func end(_ reason: EndReason, at instant: Timestamp) {
    status = reason == .refund || reason == .familySharing ? .revoked : .expired
    endReason = reason
    autoRenew = false
    expiry = instant
  }
}
