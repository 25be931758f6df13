import SubscriptionCore

/// Changes by users and developers while everything is paid for.
extension SimulatedSubscriber {
  /// The user turns auto-renew off; some turn it on again before the period ends.
  ///
  /// A cancellation during a pause ends the pause and the subscription at once.
  mutating func cancel(at instant: Timestamp) {
    guard contract.status != .paused else {
      end(.voluntary, saying: .canceledAndExpired, at: instant)
      return
    }
    contract.autoRenew = false
    contract.canceledAt = instant
    contract.status = contract.store.simulated.statesCancellation ? .canceled : .active
    say(.autoRenewOff, at: instant)
    let left = contract.paidThrough - instant
    if scenario == nil, left > .hours(8), rng.happens(190) {
      plan(.reenable, at: instant + rng.duration(from: .hours(1), to: left - .hours(4)))
    }
  }

  /// The user turns auto-renew on again.
  mutating func reenable(at instant: Timestamp) {
    contract.autoRenew = true
    contract.canceledAt = nil
    contract.status = .active
    say(.autoRenewOn, at: instant)
  }

  /// The user requests a pause at Google Play, which begins at the end of the period
  /// (<doc:EdgeCases#Case-31>).
  mutating func askForPause(at instant: Timestamp) {
    guard contract.introduction == nil else { return }
    pauseAsked = true
    say(.pauseScheduled, at: instant)
  }

  mutating func beginPause(at instant: Timestamp) {
    pauseAsked = false
    contract.status = .paused
    let months = rng.number(in: 1...3)
    let until = BillingPeriod(months, .month).after(contract.paidThrough)
    contract.resumesAt = until
    say(.paused, at: instant)
    actions = []
    let early = instant + settling.duration(from: .hours(20), to: until - instant)
    switch settling.below(100) {
    case ..<20: plan(.resume, at: early)
    case ..<28: plan(.cancel, at: early)
    default: plan(.resume, at: until + .seconds(9))
    }
  }

  /// Ends the pause, at its date or earlier by the user; a payment that fails then leads to hold at
  /// once (<doc:EdgeCases#Case-30>).
  mutating func resume(at instant: Timestamp) {
    let due = contract.resumesAt.map { min($0, instant) } ?? instant
    if rng.happens(150) {
      failedAt = instant
      actions = []
      contract.status = .hold
      contract.resumesAt = nil
      contract.orderDeclined = true
      say(.holdStarted, at: instant)
      plan(.giveUp, at: instant + .days(60 - contract.plan.graceDays(at: contract.store)))
      plan(.failingDay, at: instant + rng.duration(from: .hours(2), to: .hours(26)))
      return
    }
    takeOver()
    contract.renewals += 1
    contract.pay(from: due)
    say(.resumed, at: instant)
    planPeriod(from: instant)
  }

  /// The user chooses a cheaper plan for the next renewal.
  mutating func downgrade(at instant: Timestamp) {
    guard let plan = contract.plan.downgrade else { return }
    contract.nextPlan = plan
    say(.downgradeScheduled, at: instant)
  }

  /// The app raises the price; a subscription without consent in time ends.
  mutating func noticePrice(at instant: Timestamp) {
    guard contract.nextPlan == nil, contract.introduction == nil else { return }
    contract.nextPrice = contract.price / 5 * 6
    contract.consentPending = true
    say(.priceIncrease(accepted: false), at: instant)
    let left = contract.paidThrough - instant
    if scenario == nil, left > .hours(8), rng.happens(640) {
      plan(.priceConsent, at: instant + rng.duration(from: .hours(2), to: left - .hours(4)))
    }
  }

  /// The user agrees to the higher price.
  mutating func consentToPrice(at instant: Timestamp) {
    contract.consentPending = false
    say(.priceIncrease(accepted: true), at: instant)
  }

  /// The developer moves the renewal date later: it has no order, and the plan is unchanged.
  mutating func postpone(at instant: Timestamp) {
    guard isUndisturbed, let renewal = actions.firstIndex(where: { $0.step == .renewal }) else {
      return
    }
    let days = Duration.days(settling.pick([3, 7, 14, 30]))
    contract.paidThrough = contract.paidThrough + days
    contract.expiry = contract.paidThrough
    actions[renewal].at = actions[renewal].at + days
    say(.postponed, at: instant)
  }

  /// The user cancels a commitment for its end; it stays active until then
  /// (<doc:EdgeCases#Case-38>).
  mutating func scheduleCancellation(at instant: Timestamp) {
    contract.cancellationScheduled = true
    say(.cancellationScheduled, at: instant)
  }
}
