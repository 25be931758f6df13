import SubscriptionCore

/// The truth about one subscription from one change to the next, by the stores' own rules.
struct Truth: Hashable, Sendable {
  /// The state.
  var state: SubscriptionState
  /// Whether the user may use what was bought.
  var access: Bool
  /// When granted access ends; `nil` where the store promises no date.
  var accessUntil: Timestamp?
  /// The end of what was paid for.
  var paidThrough: Timestamp?
  /// Whether auto-renew is on.
  var autoRenew: Bool
  /// The product paid for now or last.
  var product: String
  /// The product of the next renewal, where it differs.
  var nextProduct: String?
  /// The billing period of the base phase.
  var plan: BillingPeriod
  /// Whether what was told so far proves the billing period.
  var isPlanProven = false
  /// The price of one period of the base phase.
  var price: Money
  /// What a month of the renewal that was declined last would bring.
  var monthlyDue: Money?
  /// Whether another member of the family pays.
  var isFamilyShared = false
  /// The phase that runs.
  var phase: Phase = .base
  /// Whether the store says which phase runs.
  var isPhaseStated = true
  /// Whether the store ever left out the end of grace.
  var isGraceEndHidden = false
  /// Whether a date of the running product was moved without a payment.
  var isDateMoved = false
  /// The end of grace while a renewal fails.
  var graceEnds: Timestamp?
  /// The end of the store's tries while a renewal fails; `nil` where no rule names it.
  var retryEnds: Timestamp?
  /// The end of a pause.
  var resumesAt: Timestamp?
  /// Whether a pause begins at the end of the period.
  var isPausePending = false
  /// Whether a price increase awaits consent.
  var isConsentPending = false
  /// How it ended.
  var end: End?
  /// The failures to collect a renewal, oldest first.
  var episodes: [Episode] = []

  /// What the current period was bought at.
  enum Phase: Hashable, Sendable {
    /// The base price.
    case base
    /// Nothing to pay.
    case trial
    /// A reduced price for a period of the offer.
    case offer(price: Money, period: BillingPeriod)
    /// What an old plan was worth, counted towards a new one.
    case proration
  }

  /// How a subscription ended.
  struct End: Hashable, Sendable {
    /// Why.
    var reason: EndReason
    /// When.
    var at: Timestamp

    /// The user left, or was lost: a payment problem or an unanswered price increase; `nil` where
    /// nobody says.
    var cause: ChurnCause? {
      switch reason {
      case .billing, .priceIncrease: .involuntary
      case .voluntary, .developer, .refund, .familySharing: .voluntary
      case .productUnavailable, .other: nil
      }
    }
  }

  /// One failure to collect a renewal.
  struct Episode: Hashable, Sendable {
    /// The date of the renewal.
    var dueAt: Timestamp
    /// The first word of the failure.
    var toldAt: Timestamp
    /// The end of grace as granted; `nil` without grace.
    var graceEnds: Timestamp?
    /// When access was lost with the store still trying.
    var heldAt: Timestamp?
    /// How it ended.
    var outcome: BillingEpisode.Outcome = .open
    /// When it ended.
    var endedAt: Timestamp?
  }

  /// What a month of the base phase brings; the factors are the published ones
  /// (<doc:Metrics#Monthly-recurring-revenue>).
  var monthly: Money { isFamilyShared ? nothing : Self.monthly(price, plan) }

  /// What a month of the running phase brings.
  var monthlyOfPhase: Money {
    switch phase {
    case .base, .proration: monthly
    case .trial: nothing
    case .offer(let price, let period): isFamilyShared ? nothing : Self.monthly(price, period)
    }
  }

  /// Notes what a declined renewal would have charged: that of a product, a price or an offer which
  /// was chosen for it.
  mutating func decline(_ price: Money, over period: BillingPeriod) {
    monthlyDue = isFamilyShared ? nothing : Self.monthly(price, period)
  }

  private var nothing: Money { Money(micros: 0, currency: price.currency) }

  private static func monthly(_ price: Money, _ period: BillingPeriod) -> Money {
    let micros: Int64 =
      switch (period.unit, Int64(period.count)) {
      case (.day, let count): price.micros * 30 / count
      case (.week, 1): price.micros * 4
      case (.week, 2): price.micros * 2
      case (.week, let count): price.micros * 4 / count
      case (.month, let count): price.micros / count
      case (.year, let count): price.micros / (12 * count)
      }
    return Money(micros: micros, currency: price.currency)
  }
}

extension Truth {
  /// Brings the truth to an end.
  mutating func finish(_ reason: EndReason, at instant: Timestamp) {
    state = reason == .refund || reason == .familySharing ? .refunded : .expired
    (access, accessUntil, autoRenew) = (false, nil, false)
    end = End(reason: reason, at: instant)
    (graceEnds, retryEnds, resumesAt, nextProduct) = (nil, nil, nil, nil)
    (isPausePending, isConsentPending) = (false, false)
  }

  /// Closes the open failure.
  mutating func closeEpisode(_ outcome: BillingEpisode.Outcome, at instant: Timestamp) {
    guard let last = episodes.last, last.outcome == .open else { return }
    episodes[episodes.count - 1].outcome = outcome
    episodes[episodes.count - 1].endedAt = instant
    (graceEnds, retryEnds) = (nil, nil)
  }

  /// Begins a paid period.
  mutating func pay(through date: Timestamp) {
    (state, access, accessUntil, paidThrough) = (.active, true, date, date)
    (autoRenew, end) = (true, nil)
    (graceEnds, retryEnds, resumesAt) = (nil, nil, nil)
    (isPausePending, isConsentPending) = (false, false)
  }
}
