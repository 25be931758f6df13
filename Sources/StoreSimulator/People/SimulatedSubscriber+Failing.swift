import SubscriptionCore

/// A renewal that is declined, from the first try to the outcome.
extension SimulatedSubscriber {
  /// How long the stores try, grace included: 60 days at both.
  private static let tries = Duration.days(60)

  /// The renewal at the end of a period is declined.
  ///
  /// The App Store says so at once; Google Play stays silent for a day (domain case 12).
  mutating func decline(from end: Timestamp, at instant: Timestamp) {
    failedAt = end
    actions = []
    desk = Desk()
    switch contract.store {
    case .appStore: startFailing(at: instant)
    case .googlePlay:
      let paysAfterAll = scenario == nil && rng.happens(180)
      plan(
        paysAfterAll ? .failingDay : .silentEnd,
        at: paysAfterAll
          ? end + rng.duration(from: .hours(3), to: .hours(20)) : end + .hours(24))
    }
  }

  /// Google's silence ends without a payment.
  mutating func declineAfterSilence(at instant: Timestamp) { startFailing(at: instant) }

  private mutating func startFailing(at instant: Timestamp) {
    guard let failedAt else { return }
    contract.orderDeclined = true
    let days =
      contract.trial && contract.store == .appStore
      ? 0 : contract.plan.graceDays(at: contract.store)
    if days > 0 {
      contract.status = .grace
      contract.graceEnds = failedAt + .days(days)
      contract.hidesGraceEnd =
        contract.store == .appStore && (scenario == .graceWithoutDate || rng.happens(20))
      if contract.store == .googlePlay { contract.expiry = failedAt + .days(days) }
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

  /// Grace is over; access is gone, and the store tries on.
  mutating func endGrace(at instant: Timestamp) {
    contract.status = .hold
    say(.holdStarted, at: instant)
  }

  /// The store gives up.
  mutating func giveUp(at instant: Timestamp) {
    end(.billing, saying: .canceledAndExpired, at: instant)
  }

  /// One day of a failing payment: the user may open the app, pay, or leave.
  mutating func liveThroughFailingDay(at instant: Timestamp) {
    guard let failedAt else { return }
    guard contract.status == .grace || contract.status == .hold else {
      // Google's silent day: this one pays after all, and nobody else heard of it.
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

  /// Paid after all: the billing date is kept in grace and moves in hold.
  mutating func recover(at instant: Timestamp) {
    guard let failedAt else { return }
    let fromHold = contract.status == .hold
    takeOver()
    contract.renewals += 1
    contract.pay(from: fromHold ? instant : failedAt)
    // Apple dates such a payment by either: the date that it keeps, or its own.
    if !fromHold, settling.happens(500) { contract.paidLateAt = instant }
    say(.recovered(fromHold: fromHold), at: instant)
    planPeriod(from: instant)
  }

  /// The user opens the app on some days and is shown the store's message when it is time.
  private mutating func openApp(at instant: Timestamp) {
    guard let failedAt, rng.happens(640), !desk.suppressed,
      !contract.familyShared, desk.snoozedUntil.map({ $0 < instant }) ?? true
    else { return }
    let gap = Self.promptGap(contract.store, since: instant - failedAt)
    guard lastPromptAt.map({ instant - $0 >= gap }) ?? true else { return }
    lastPromptAt = instant
    say(.action(.promptShown(step: 2)), at: instant)
  }

  /// The least time between two of the store's own messages (StoreKit's table; Google: one a day).
  static func promptGap(_ store: Store, since failure: Duration) -> Duration {
    switch (store, failure.wholeDays + 1) {
    case (.googlePlay, _), (.appStore, ...3): .hours(24)
    case (.appStore, 4...16): .hours(72)
    case (.appStore, 17...30): .hours(96)
    case (.appStore, _): .hours(120)
    }
  }

  /// The support desk looks at some of the failing subscriptions.
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
    case 38..<68:
      say(.action(.noted(rng.pick(SupportDeskEncoder.notes))), at: at)
    default: break
    }
  }
}
