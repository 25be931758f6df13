import SubscriptionCore

/// A change of plan at Google Play, where another purchase takes the place of the old one.
struct Replacement: Hashable, Sendable {
  /// What was paid for before.
  var plan: Plan
  /// How the two were settled.
  var mode: Mode
  /// When it was chosen.
  var at: Timestamp

  /// How Google Play settles what was paid for the old plan
  /// (<https://developer.android.com/google/play/billing/subscriptions#replacement-modes>).
  enum Mode: String, Hashable, Sendable, CaseIterable {
    /// What is left of the old plan becomes time of the new one, which is charged then.
    case timeProration = "WITH_TIME_PRORATION"
    /// The difference is charged at once, and the billing date stays; for dearer plans only.
    case proratedPrice = "CHARGE_PRORATED_PRICE"
    /// Nothing is charged before the billing date, which stays.
    case withoutProration = "WITHOUT_PRORATION"
    /// A whole period is charged at once, and what is left of the old plan is added to it.
    case fullPrice = "CHARGE_FULL_PRICE"
    /// The old plan lasts until its billing date, when the new one is charged.
    case deferred = "DEFERRED"
  }
}

extension SimulatedSubscription {
  /// The modes in which this can be replaced by a plan; at least one.
  func modes(to plan: Plan) -> [Replacement.Mode] {
    // Nothing was paid in a trial, so nothing is left of it.
    if trial { return [.fullPrice] }
    let old = price * plan.days
    let new = plan.milliunits(in: country) * self.plan.days
    return Replacement.Mode.allCases.filter { mode in
      switch mode {
      case .proratedPrice, .withoutProration: new > old
      case .timeProration, .fullPrice, .deferred: true
      }
    }
  }

  /// How long a plan runs on what is left of this one at an instant.
  func credit(for plan: Plan, at instant: Timestamp) -> Duration {
    guard !trial, paidThrough > instant else { return .zero }
    let minutes = (paidThrough - instant).components.seconds / 60
    let worth = minutes * price * plan.days
    return .minutes(Int(worth / (self.plan.days * plan.milliunits(in: country))))
  }

  /// Lets a plan take the place of this one, settled in a mode.
  mutating func change(to next: Plan, _ mode: Replacement.Mode, at instant: Timestamp) {
    let (old, credit, end) = (plan, credit(for: next, at: instant), paidThrough)
    if mode == .deferred {
      nextPlan = next
    } else {
      plan = next
      price = next.milliunits(in: country)
      introduction = nil
      pay(from: instant)
      (nextPlan, nextPrice, consentPending) = (nil, nil, false)
      switch mode {
      case .timeProration: paidThrough = instant + max(credit, .hours(1))
      case .proratedPrice, .withoutProration: paidThrough = end
      case .fullPrice: paidThrough = paidThrough + credit
      case .deferred: break
      }
      prorated = mode != .fullPrice
      expiry = paidThrough
    }
    replacement = Replacement(plan: old, mode: mode, at: instant)
  }
}

extension Plan {
  /// How many days one payment lasts, nearly.
  fileprivate var days: Int64 { Int64(period.nominal.wholeDays) }
}
