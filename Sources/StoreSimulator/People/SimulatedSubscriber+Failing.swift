import SubscriptionCore

/// A declined renewal, from the first attempt to the outcome.
extension SimulatedSubscriber {
  /// The length of the stores' retries, grace included: 60 days at both.
  private static let tries = Duration.days(60)

  /// Declines the renewal at the end of a period.
  ///
  /// The App Store reports it at once; Google Play is silent for a day (<doc:EdgeCases#Case-12>).
  mutating func decline(from end: Timestamp, at instant: Timestamp) {
    failedAt = end
    actions = []
    desk = Desk()
    switch contract.store {
    case .appStore: startFailing(at: instant)
    case .googlePlay where scenario == nil && rng.happens(180):
      plan(.failingDay, at: end + rng.duration(from: .hours(3), to: .hours(20)))
    case .googlePlay: plan(.silentEnd, at: end + .hours(24))
    }
  }

  /// Reports the declined renewal: at Google Play after a day without a payment.
  mutating func startFailing(at instant: Timestamp) {
    guard let failedAt else { return }
    contract.orderDeclined = true
    let rules = contract.store.simulated
    let days =
      contract.trial && !rules.grantsGraceAfterTrials
      ? 0 : contract.plan.graceDays(at: contract.store)
    if days > 0 {
      contract.status = .grace
      contract.graceEnds = failedAt + .days(days)
      contract.hidesGraceEnd =
        rules.statesGraceEnd && (scenario == .graceWithoutDate || rng.happens(20))
      if !rules.statesGraceEnd { contract.expiry = failedAt + .days(days) }
      plan(.graceEnd, at: failedAt + .days(days) + .seconds(12))
    } else {
      contract.status = .hold
    }
    say(.failed, at: instant)
    plan(.giveUp, at: failedAt + Self.tries + .seconds(40))
    plan(.failingDay, at: instant + rng.duration(from: .hours(2), to: .hours(26)))
    if contract.renewals == 0, let action = scenario?.action {
      plan(action.step, at: start - action.beforeStart)
    }
  }

  /// Ends grace; the user loses access, and the store retries.
  mutating func endGrace(at instant: Timestamp) {
    contract.status = .hold
    say(.holdStarted, at: instant)
  }

  /// Ends the subscription after the retries.
  mutating func giveUp(at instant: Timestamp) {
    end(.billing, saying: .canceledAndExpired, at: instant)
  }

  /// Simulates one day of a failing payment: the user may open the app, pay, or cancel.
  mutating func liveThroughFailingDay(at instant: Timestamp) {
    guard let failedAt else { return }
    guard contract.status == .grace || contract.status == .hold else {
      // Google's silent day: this renewal is paid after all, and its failure is never reported.
      renew(from: failedAt, at: instant)
      return
    }
    let stubborn = scenario != nil && contract.renewals == 0 && instant < start
    if !stubborn, pays(at: instant) {
      recover(at: instant)
      return
    }
    if !stubborn, rng.happens(7) {
      end(.voluntary, saying: .canceledAndExpired, at: instant)
      return
    }
    openApp(at: instant)
    workAtDesk(at: instant)
    plan(.failingDay, at: instant + rng.duration(from: .hours(18), to: .hours(30)))
  }

  private mutating func pays(at instant: Timestamp) -> Bool {
    let reminded = lastPromptAt.map { instant - $0 < .hours(54) } ?? false
    let base = contract.status == .grace ? 27 : 9
    return rng.happens(reminded ? base + 48 : base)
  }

  /// Pays the failed renewal: the billing date is kept in grace and moves in hold.
  mutating func recover(at instant: Timestamp) {
    guard let failedAt else { return }
    let fromHold = contract.status == .hold
    takeOver()
    contract.renewals += 1
    contract.pay(from: fromHold ? instant : failedAt)
    // Apple dates such a payment by the billing date or by the payment itself.
    if !fromHold, settling.happens(500) { contract.paidLateAt = instant }
    say(.recovered(fromHold: fromHold), at: instant)
    planPeriod(from: instant)
  }

  /// Simulates the user opening the app on some days, with the store's message if it is due.
  private mutating func openApp(at instant: Timestamp) {
    guard let failedAt, rng.happens(640), !desk.suppressed,
      !contract.familyShared, desk.snoozedUntil.map({ $0 < instant }) ?? true
    else { return }
    let gap = Self.promptGap(contract.store, since: instant - failedAt)
    guard lastPromptAt.map({ instant - $0 >= gap }) ?? true else { return }
    lastPromptAt = instant
    say(.action(.promptShown(step: 2)), at: instant)
  }

  /// Returns the minimum time between two of the store's own messages (StoreKit's table; Google:
  /// one a day).
  static func promptGap(_ store: Store, since failure: Duration) -> Duration {
    switch (store, failure.wholeDays + 1) {
    case (.googlePlay, _), (.appStore, ...3): .hours(24)
    case (.appStore, 4...16): .hours(72)
    case (.appStore, 17...30): .hours(96)
    case (.appStore, _): .hours(120)
    }
  }

  /// Simulates the support desk's work on some of the failing subscriptions.
  private mutating func workAtDesk(at instant: Timestamp) {
    let at = instant + .minutes(rng.number(in: 4...90))
    switch rng.below(1000) {
    case ..<14:
      desk.snoozedUntil = at + .days(3)
      say(.action(.snoozed(until: at + .days(3))), at: at)
    case 14..<18 where !desk.suppressed:
      desk.suppressed = true
      say(.action(.suppressed), at: at)
    case 18..<38 where !desk.claimed:
      desk.claimed = true
      say(.action(.claimed(until: at + .days(2))), at: at)
    case 38..<68: say(.action(.noted(rng.pick(SupportDeskEncoder.notes))), at: at)
    default: break
    }
  }
}
