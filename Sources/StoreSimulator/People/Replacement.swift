import SubscriptionCore

/// A change of plan at Google Play, where a new purchase replaces the old one.
struct Replacement: Hashable, Sendable {
  /// The plan before.
  var plan: Plan
  /// The replacement mode.
  var mode: Mode
  /// The instant of the change.
  var at: Timestamp

  /// The replacement modes of Google Play, which settle the rest of the old plan
  /// (<https://developer.android.com/google/play/billing/subscriptions#replacement-modes>).
  enum Mode: String, Hashable, Sendable, CaseIterable {
    /// The rest of the old plan becomes time of the new one, which is charged afterwards.
    case timeProration = "WITH_TIME_PRORATION"
    /// The difference is charged at once, and the billing date is kept; only for more expensive
    /// plans.
    case proratedPrice = "CHARGE_PRORATED_PRICE"
    /// Nothing is charged before the billing date, which is kept.
    case withoutProration = "WITHOUT_PRORATION"
    /// A whole period is charged at once, and the rest of the old plan is added to it.
    case fullPrice = "CHARGE_FULL_PRICE"
    /// The old plan lasts until its billing date, when the new one is charged.
    case deferred = "DEFERRED"
  }
}

extension SimulatedSubscription {
  /// Returns the modes in which a plan can replace this one; at least one.
  func modes(to plan: Plan) -> [Replacement.Mode] {
    // Nothing was paid in a trial, so there is no rest.
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

  /// Returns the time of a plan that the rest of this one at an instant is worth.
  func credit(for plan: Plan, at instant: Timestamp) -> Duration {
    guard !trial, paidThrough > instant else { return .zero }
    let minutes = (paidThrough - instant).components.seconds / 60
    let worth = minutes * price * plan.days
    return .minutes(Int(worth / (self.plan.days * plan.milliunits(in: country))))
  }

  /// Replaces this plan by another in a mode.
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
  /// The approximate number of days in one period.
  fileprivate var days: Int64 { Int64(period.nominal.wholeDays) }
}
