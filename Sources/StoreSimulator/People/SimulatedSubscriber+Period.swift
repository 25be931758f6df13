import SubscriptionCore

/// The events of a paid period, generated at its beginning.
extension SimulatedSubscriber {
  /// Generates the events until the end of the period that just began.
  mutating func planPeriod(from instant: Timestamp) {
    actions = actions.filter { $0.step == .acknowledge }
    failedAt = nil
    lastPromptAt = nil
    desk = Desk()
    let end = contract.paidThrough
    plan(.renewal, at: end + .seconds(Int64(rng.number(in: 2...40))))
    guard contract.environment == .production else { return }
    if let action = scenario?.action, contract.renewals == 0 {
      plan(action.step, at: start - action.beforeStart)
      return
    }
    guard scenario == nil || instant > start, end > instant + .hours(30) else { return }
    drawFate(from: instant + .hours(2), to: end - .hours(20))
    drawChange(from: instant + .hours(2), to: end - .hours(20))
  }

  /// Generates rare changes in addition, from a stream on which no other event depends.
  private mutating func drawChange(from earliest: Timestamp, to latest: Timestamp) {
    let at = earliest + settling.duration(from: .zero, to: latest - earliest)
    let rules = contract.store.simulated
    switch settling.below(1000) {
    case ..<12: plan(.postpone, at: at)
    case 12..<40 where !rules.defersDowngrades && contract.plan.downgrade != nil:
      plan(.moveDown, at: at)
    default: break
    }
  }

  private mutating func drawFate(from earliest: Timestamp, to latest: Timestamp) {
    let at = earliest + rng.duration(from: .zero, to: latest - earliest)
    let factor = contract.plan.period == .yearly ? 4 : 1
    let draw = rng.below(1000)
    let rules = contract.store.simulated
    let fates: [(perMille: Int, step: Step, allowed: Bool)] = [
      (34 * factor, .cancel, contract.paymentsLeft == nil),
      (9, .pauseAsk, rules.pauses && contract.plan.period == .monthly),
      (8, .upgrade, contract.plan.upgrade != nil && !contract.familyShared),
      (9, .downgrade, contract.plan.downgrade != nil && rules.defersDowngrades),
      (10, .priceNotice, contract.nextPrice == nil && !contract.trial),
      (60, .scheduleCancellation, contract.paymentsLeft != nil && rules.schedulesCancellations),
      (2 * factor, .developerCancel, rules.cancelsForDevelopers),
      (25, .familyRevoke, contract.familyShared),
      (4 * factor, .refund, !contract.trial),
      (4, .refundAsk, !contract.trial && rules.reportsRefundRequests),
    ]
    var rest = draw
    for fate in fates where fate.allowed {
      if rest < fate.perMille {
        plan(fate.step, at: at)
        return
      }
      rest -= fate.perMille
    }
  }

  /// Handles the end of a paid period: renewal, decline, or end.
  mutating func renewalDue(at instant: Timestamp) {
    let end = contract.paidThrough
    if pauseAsked {
      beginPause(at: instant)
    } else if !contract.autoRenew {
      self.end(.voluntary, saying: .expired, at: end)
    } else if contract.cancellationScheduled, contract.paymentsLeft == 1 {
      self.end(.voluntary, saying: .expired, at: instant)
    } else if contract.consentPending {
      self.end(.priceIncrease, saying: .canceledAndExpired, at: instant)
    } else if scenario == .productUnavailable, contract.renewals == 0 {
      self.end(.productUnavailable, saying: .expired, at: instant)
    } else if contract.environment != .production {
      renewForTester(at: instant)
    } else if isDeclined {
      decline(from: end, at: instant)
    } else {
      renew(from: end, at: instant)
    }
  }

  private var isDeclined: Bool {
    mutating get {
      if let scenario, contract.renewals == 0 { return scenario.failsFirstRenewal }
      return rng.happens(contract.trial ? 190 : contract.plan == .weekly ? 55 : 148)
    }
  }

  /// Pays for the next period from its nominal beginning.
  mutating func renew(from end: Timestamp, at instant: Timestamp) {
    takeOver()
    contract.renewals += 1
    contract.pay(from: end)
    say(.renewed, at: instant)
    planPeriod(from: instant)
  }

  /// Applies the plan and the price that were announced for the renewal.
  mutating func takeOver() {
    if let next = contract.nextPlan {
      contract.plan = next
      contract.price = next.milliunits(in: contract.country)
      contract.nextPlan = nil
      contract.introduction = nil
    }
    if let price = contract.nextPrice {
      contract.price = price
      contract.nextPrice = nil
    }
  }

  private mutating func renewForTester(at instant: Timestamp) {
    if contract.renewals % 6 == 5 {
      end(.voluntary, saying: .expired, at: instant)
    } else {
      renew(from: contract.paidThrough, at: instant)
    }
  }
}
