// MARK: Failures that were not reported

extension SubscriptionMachine {
  /// Adds the failing renewal before an end of which nothing was reported, by billing or because
  /// the user canceled after the paid period (<doc:EdgeCases#Case-7>): it lasted from the end of
  /// that period.
  mutating func failUnheard(by event: SubscriptionEvent) {
    let isCanceled = store.endsRetriesWhenCanceled && event.kind == .autoRenewDisabled
    guard event.facts.endReason == .billing || isCanceled, facts.priceConsentPending != true
    else { return }
    guard let due = dueWithoutReport else {
      // The first word of a purchase names the renewal that was declined, and no date of it.
      if event.kind != .snapshot, store.movesExpiry, event.facts.isRenewalDeclined,
        let last = periods.last, last.state == .active, last.paidThrough == nil
      {
        failUndated(by: event)
      }
      return
    }
    if event.kind == .snapshot {
      if let ended = event.facts.expiresAt, store.movesExpiry, ended <= event.statedAt,
        ended - due > RecoveryPolicy.silentWindow(store, environment),
        ended - due <= longestTries
      {
        // Google moved the date to the end of hold (<doc:EdgeCases#Case-10>).
        failUnheard(due, into: .hold, by: event)
      } else {
        failInGrace(due, by: event)
      }
      return
    }
    guard event.effectiveAt - due > RecoveryPolicy.silentWindow(store, environment) else { return }
    guard event.effectiveAt - due <= longestTries else {
      // Renewals in between were lost.
      payLost(until: event.effectiveAt, by: event)
      failUndated(by: event)
      return
    }
    failUnheard(due, into: .hold, by: event)
  }

  /// Returns the failing renewal of which the end by billing alone is known: grace and hold of no
  /// days leave none but the silent day (<doc:EdgeCases#Case-33>), and a description found it
  /// ended.
  ///
  /// Google ends a purchase with the paid period for other reasons as well, of which it says as
  /// much; a later end, or the order that was declined, proves that a payment was tried.
  func failureKnownByEnd(_ event: SubscriptionEvent, after last: StatePeriod) -> Failure? {
    guard let over = periods.last, over.state == .expired, over.endReason == .billing,
      event.facts.endReason == .billing, last.state == .active, last.failure == nil,
      last.endReason == nil || last.endReason == .billing,
      let due = last.paidThrough, last.since <= due, due <= over.since
    else { return nil }
    let isTried: Bool
    switch store {
    case .appStore: isTried = event.kind == .snapshot
    case .googlePlay:
      let known = event.kind == .snapshot ? over.since : event.effectiveAt
      isTried =
        event.facts.isRenewalDeclined || known - due > RecoveryPolicy.settling(environment)
    }
    guard isTried else { return nil }
    return Failure(failedAt: over.since, paidThrough: due, hadGrace: false)
  }

  /// Adds a failing renewal whose beginning is unknown: it was failing by its end.
  private mutating func failUndated(by event: SubscriptionEvent) {
    let failure = Failure(failedAt: event.effectiveAt, hadGrace: false)
    open(failure)
    append(.hold, since: event.effectiveAt, nil, failure, by: event)
  }

  /// Adds the failing renewal before an end that a receipt describes, if the date of its grace
  /// stayed behind (<doc:EdgeCases#Case-3>).
  private mutating func failInGrace(_ due: Timestamp, by event: SubscriptionEvent) {
    guard store.statesGraceEnd, let ends = event.facts.graceEndsAt, ends > due,
      ends <= event.statedAt
    else { return }
    let failure = Failure(failedAt: due, paidThrough: due, hadGrace: true, graceEnds: ends)
    open(failure)
    append(.grace, since: due, due, failure, by: event)
    append(.hold, since: ends, due, failure, by: event)
    // The receipt is later than the tries, and no word of them.
    periods[periods.count - 1].confirmedAt = ends
  }

  /// Adds the failing renewal before a recovery of which nothing was reported, unless a pause or
  /// further renewals came between.
  ///
  /// Google Play reports RTDN 1 only of a payment out of hold (<doc:EdgeCases#Case-11>). The App
  /// Store dates a payment in grace at the renewal that had failed.
  private mutating func failUnheard(
    beforeRecovery event: SubscriptionEvent, of renewal: FailedRenewal?
  ) {
    guard event.kind == .recovered, event.facts.status == nil || event.facts.status == .active,
      !isPausePending, followsPending(event.facts), let due = dueWithoutReport
    else { return }
    let window = RecoveryPolicy.silentWindow(store, environment)
    let isInGrace = store.datesRecoveryAtRenewal && event.effectiveAt <= due
    let paidAt = isInGrace ? event.statedAt : event.effectiveAt
    guard paidAt - due > window, paidAt - due <= longestTries else { return }
    failUnheard(due, into: isInGrace ? .grace : .hold, by: event, renewal)
  }

  private mutating func failUnheard(
    _ due: Timestamp, into state: SubscriptionState, by event: SubscriptionEvent,
    _ renewal: FailedRenewal? = nil
  ) {
    let failure = Failure(failedAt: due, paidThrough: due, hadGrace: state == .grace)
    open(failure, renewal)
    append(state, since: due, due, failure, by: event)
  }

  /// The date of the next renewal; `nil` if it is unknown, or the renewal is known to fail or not
  /// to come.
  private var dueWithoutReport: Timestamp? {
    guard let last = periods.last, last.state == .active, last.failure == nil,
      last.endReason != .other, let due = last.paidThrough, due >= last.since
    else { return nil }
    return due
  }

  /// The longest time after a failed renewal for which the store may try to collect it, and be late
  /// to report the end.
  var longestTries: Duration {
    RecoveryPolicy.longestTries + RecoveryPolicy.endAllowance(environment)
  }
}

// MARK: Pauses that were not reported

extension SubscriptionMachine {
  /// Adds the pause before a resumption: RTDN 1 proves the one that was scheduled for the end of
  /// the period (<doc:EdgeCases#Case-11>).
  mutating func pauseUnheard(by event: SubscriptionEvent) {
    guard store.offersPauses, event.kind == .recovered, isPausePending,
      let due = dueWithoutReport, event.effectiveAt > due
    else { return }
    periods.append(
      StatePeriod(
        state: .paused, since: due, confirmedAt: event.statedAt, paidThrough: due,
        resumesAt: facts.resumesAt))
  }
}

// MARK: Payments mentioned by other events

extension SubscriptionMachine {
  /// Adds a payment that an event describes without reporting it: it ended the previous trial or
  /// period; the renewal that was due before a recovery is that of its failure.
  mutating func payUnheard(by event: SubscriptionEvent, for renewal: FailedRenewal?) {
    failUnheard(beforeRecovery: event, of: renewal)
    guard event.facts.product != nil, let last = periods.last,
      isNewerPayment(event.facts, givenBackBy: event.kind)
    else { return }
    let stated = event.facts
    if last.failure != nil {
      recoverUnheard(last, by: event)
      return
    }
    guard !event.kind.isPayment else { return }
    switch store {
    case .googlePlay:
      guard stated.status == .grace || stated.status == .hold else { return }
      // The order proves that the period up to now was paid.
      payLost(until: min(event.effectiveAt, event.statedAt), by: event)
    case .appStore: payUnheard(after: last, by: event)
    }
  }

  /// Adds the period of a transaction that a report of something else describes.
  private mutating func payUnheard(after last: StatePeriod, by event: SubscriptionEvent) {
    let stated = event.facts
    guard event.kind != .snapshot, let purchased = stated.purchasedAt,
      let expires = stated.expiresAt, purchased <= event.statedAt
    else { return }
    switch last.state {
    case .active, .canceled, .refunded, .expired: break
    case .pending, .renewalPending, .grace, .hold, .paused, .superseded, .unknown: return
    }
    let isTrial = stated.isTrial
    let window = RecoveryPolicy.silentWindow(store, environment)
    var since = max(purchased, last.since)
    if let before = last.paidThrough, last.state == .active || last.state == .canceled,
      since > before,
      since - before <= window
    {
      since = max(before, last.since)
    }
    if last.state == .active, last.isTrial == isTrial,
      last.paidThrough.map({ since <= $0 }) ?? true
    {
      periods[periods.count - 1].paidThrough = expires
      return
    }
    if since == last.since { periods.removeLast() }
    periods.append(
      StatePeriod(
        state: .active, since: since, confirmedAt: event.statedAt, paidThrough: expires,
        isTrial: isTrial))
  }

  /// Adds an unreported recovery of a failing renewal, if an event describes a later payment while
  /// the subscription fails again or has ended, or a payment after the one that ended the failure.
  private mutating func recoverUnheard(_ last: StatePeriod, by event: SubscriptionEvent) {
    let stated = event.facts
    // An answer that says active, and renews, enters the paid period by itself.
    let isActive = stated.status == .active && stated.autoRenew != false
    let due = dueAfterRecovery(last, by: event)
    guard
      due != nil
        || !event.kind.isPayment
          && (!isActive || store.reportsTransactions && event.kind != .snapshot)
    else { return }
    guard let paidAt = paidAt(last, by: event, before: due),
      paidAt < min(event.effectiveAt, event.statedAt)
    else { return }
    let since = max(paidAt, last.since)
    if since == last.since { periods.removeLast() }
    let paid = StatePeriod(
      state: .active, since: since, confirmedAt: event.statedAt,
      paidThrough: due ?? (store.movesExpiry ? nil : stated.expiresAt), isTrial: stated.isTrial)
    periods.append(paid)
    endFailure(by: paid, previous: last, isUnheard: due != nil, isFree: paid.isTrial)
    facts.forgetTroubles()
  }

  /// Returns the end of the period that a payment out of grace or hold paid for, if an event
  /// describes a further renewal after it; `nil` if the event may describe that payment itself.
  ///
  /// Google counts a token's orders. The App Store reports the payment of a failing renewal as
  /// BILLING_RECOVERY, so after a plain DID_RENEW that keeps the billing date it was paid in grace.
  private func dueAfterRecovery(_ last: StatePeriod, by event: SubscriptionEvent) -> Timestamp? {
    guard event.kind != .recovered, let failed = last.failure?.paidThrough,
      let period = plan?.period
    else { return nil }
    switch store {
    case .googlePlay:
      guard event.facts.status == .active || event.facts.status == .canceled,
        let known = facts.paidOrderID.flatMap(PlayOrderNumber.of),
        let paid = event.facts.paidOrderID.flatMap(PlayOrderNumber.of), paid > known + 1,
        var due = event.facts.expiresAt
      else { return nil }
      for _ in (known + 1)..<paid where due > failed { due = period.before(due) }
      return due > failed ? due : nil
    case .appStore:
      let isReport =
        event.source == .appStoreNotification || event.source == .appStoreNotificationV1
      guard event.kind == .renewed, isReport, last.state == .grace,
        let bought = event.facts.purchasedAt
      else { return nil }
      var due = period.after(failed)
      while due + .hours(12) < bought { due = period.after(due) }
      return bought + .hours(12) >= due ? period.after(failed) : nil
    }
  }

  /// Returns the instant at which a failing renewal was paid that an event mentions.
  ///
  /// Google states that it was paid, not when: after the last report of the failure and before the
  /// user canceled or was refunded, at the beginning of the period that the date ends, if that is
  /// later; by the end of grace otherwise. Apple dates a payment in grace at the renewal that had
  /// failed.
  private func paidAt(
    _ last: StatePeriod, by event: SubscriptionEvent, before due: Timestamp?
  ) -> Timestamp? {
    let heard = max(last.confirmedAt, last.since + .seconds(1))
    let told = [event.facts.canceledAt, event.facts.revokedAt].compactMap { $0 }
      .reduce(event.statedAt, min)
    let latest = max(heard, told - .seconds(1))
    let inGrace = graceEnd(of: last.failure).map { max(heard, min($0, latest)) } ?? heard
    if last.state == .grace, isKept(due, from: last.failure?.paidThrough) { return inGrace }
    guard !store.datesRecoveryAtRenewal else {
      guard let purchased = event.facts.purchasedAt, let failure = last.failure,
        purchased <= failure.failedAt, last.state == .grace
      else { return event.facts.purchasedAt }
      return inGrace
    }
    // While a renewal fails, the date is that of its grace, and not of what was paid.
    let isFailing = event.facts.endReason == .billing
    let ends = due ?? (last.state == .hold || !isFailing ? event.facts.expiresAt : nil)
    let earliest = last.state == .hold ? heard : inGrace
    guard let ends, let begins = plan?.period.before(ends), earliest < begins,
      begins < event.statedAt
    else {
      guard last.state == .hold else { return inGrace }
      return due != nil || isFailing ? heard : latest
    }
    return begins
  }

  /// Returns the end of a grace: the stated one, or that by default where Google states every end.
  private func graceEnd(of failure: Failure?) -> Timestamp? {
    guard let failure, failure.graceEnds == nil, store.movesExpiry else {
      return failure?.graceEnds
    }
    return failure.dates(.standard, recoveryTerms).accessEnds
  }
}
