/// One failure to collect a renewal, as the store reported it.
struct Failure: Hashable, Sendable {
  /// The first decline: the end of the paid period, or the first report of the failure if later.
  var failedAt: Timestamp
  /// A Boolean value that indicates whether the store reported the failure before its date, while
  /// the paid period still ran (<doc:EdgeCases#Case-4>).
  var isAnnounced = false
  /// The end of the paid period when the renewal failed; both stores count grace and retries from
  /// it.
  var paidThrough: Timestamp?
  /// A Boolean value that indicates whether the store granted grace.
  var hadGrace: Bool
  /// The end of grace as stated.
  var graceEnds: Timestamp?
  /// The instant at which the store stated that access had ended.
  var holdToldAt: Timestamp?
  /// The end of the failure; `nil` while it is open.
  var ending: Ending?

  /// The end of a failure, as reported.
  struct Ending: Hashable, Sendable {
    /// The state it ended in.
    var state: SubscriptionState
    /// The instant at which it ended.
    var at: Timestamp
    /// The reason for which it ended, unless it was paid.
    var reason: EndReason?
    /// The end of the paid period afterwards.
    var paidThrough: Timestamp?
    /// The billing period as known at that time.
    var period: BillingPeriod?
    /// A Boolean value that indicates whether the store reported the payment with the notification
    /// for a payment in grace (<doc:EdgeCases#Case-11>).
    var isToldInGrace = false
    /// A Boolean value that indicates whether the payment was not reported: a later renewal proves
    /// it.
    var isPaymentUnheard = false
    /// A Boolean value that indicates whether a free offer or a later date took the place of the
    /// renewal.
    var isFree = false

    /// A Boolean value that indicates whether the renewal was paid after all.
    var isPaid: Bool {
      switch state {
      case .active, .renewalPending, .pending, .unknown: !isFree
      case .grace, .hold, .paused, .canceled, .expired, .refunded, .superseded: false
      }
    }
  }

  /// Returns the instant from which a store counts grace and retries: the date of the failed
  /// renewal.
  ///
  /// Apple's date is exact and may be later than the report; if Google's is later, it is not exact.
  func base(_ store: Store) -> Timestamp {
    guard let paidThrough else { return failedAt }
    return store.movesExpiry ? min(paidThrough, failedAt) : paidThrough
  }

  /// Returns the dates of the failure: the stated ones, and projections for those that the store
  /// did not state.
  func dates(_ policy: RecoveryPolicy, _ terms: RecoveryTerms) -> FailureDates {
    let base = base(terms.store)
    guard hadGrace else {
      return FailureDates(
        graceEnds: nil, accessEnds: failedAt,
        retryEnds: policy.retryEnd(failure: base, graceEnds: nil, terms: terms))
    }
    let ends = graceEnds ?? policy.grace(terms).map { base + $0 }
    let accessEnds = ends ?? base + policy.longestGrace(terms)
    // A store that grants grace tries to its end at least, whatever hold the policy expects.
    let retryEnds = policy.retryEnd(failure: base, graceEnds: ends, terms: terms)
    return FailureDates(
      graceEnds: ends, accessEnds: accessEnds, retryEnds: max(retryEnds, accessEnds))
  }
}

/// The dates of a failing renewal, as stated by the store and projected otherwise.
struct FailureDates: Hashable, Sendable {
  /// The end of grace; `nil` without grace, or if it is unknown.
  var graceEnds: Timestamp?
  /// The end of access: that of grace, or of the longest grace there is if its end is unknown.
  var accessEnds: Timestamp
  /// The end of the store's retries.
  var retryEnds: Timestamp
}
