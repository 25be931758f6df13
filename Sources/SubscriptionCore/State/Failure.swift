/// One failure to collect a renewal, as the store told it.
struct Failure: Hashable, Sendable {
  /// The first decline: the end of what was paid for, or the first word of the failure if later.
  var failedAt: Timestamp
  /// Whether it was told before its date, while the paid period still ran (domain case 4).
  var isAnnounced = false
  /// The end of what was paid for when it failed; both stores count grace and tries from it.
  var paidThrough: Timestamp?
  /// Whether the store granted grace.
  var hadGrace: Bool
  /// The end of grace as stated.
  var graceEnds: Timestamp?
  /// When the store said that access is gone.
  var holdToldAt: Timestamp?
  /// How it ended; `nil` while it is open.
  var ending: Ending?

  /// How a failure ended, as told.
  struct Ending: Hashable, Sendable {
    /// The state it ended in.
    var state: SubscriptionState
    /// When it ended.
    var at: Timestamp
    /// Why it ended, where it was not paid.
    var reason: EndReason?
    /// The end of what was paid for afterwards.
    var paidThrough: Timestamp?
    /// The billing period as it was known then.
    var period: BillingPeriod?
    /// Whether the store's word for it is the one for a payment in grace (domain case 11).
    var isToldInGrace = false
  }

  /// The instant from which a store counts grace and tries: the date of the failed renewal.
  ///
  /// Apple's date is known and may lie after the word; Google's is not known well where it does.
  func base(_ store: Store) -> Timestamp {
    guard let paidThrough else { return failedAt }
    return store == .appStore ? paidThrough : min(paidThrough, failedAt)
  }

  /// Its dates: the stated ones, and projections where the store stated none.
  func dates(_ policy: RecoveryPolicy, _ terms: RecoveryTerms) -> FailureDates {
    let base = base(terms.store)
    guard hadGrace else {
      return FailureDates(
        graceEnds: nil,
        retryEnds: policy.retryEnd(failure: base, graceEnds: nil, terms: terms))
    }
    let ends = graceEnds ?? policy.grace(terms).map { base + $0 }
    return FailureDates(
      graceEnds: ends, retryEnds: policy.retryEnd(failure: base, graceEnds: ends, terms: terms))
  }
}

/// The dates of a failing renewal, stated where the store stated them and projected otherwise.
struct FailureDates: Hashable, Sendable {
  /// The end of grace; `nil` without grace, or when it is not known.
  var graceEnds: Timestamp?
  /// The end of the store's tries.
  var retryEnds: Timestamp
}
