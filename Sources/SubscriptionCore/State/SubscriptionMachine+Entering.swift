// MARK: Entering a state

extension SubscriptionMachine {
  /// Updates the history for the state that an event led to; `isUnpaid` if the purchase goes on
  /// without the item whose renewal failed, `isMoved` if the renewal was moved to a later date.
  mutating func enter(
    _ state: SubscriptionState, by event: SubscriptionEvent, isUnpaid: Bool = false,
    isMoved: Bool = false
  ) {
    noteToldEnd(state, by: event)
    let paid = paidThrough(entering: state, by: event)
    if periods.isEmpty { beginHistory(before: state, paidThrough: paid, by: event) }
    if state == .expired { failUnheard(by: event) }
    if state == .active { lapse(before: event) }
    guard var last = periods.last else {
      let since = min(event.effectiveAt, event.statedAt)
      if state == .grace || state == .hold {
        fail(into: state, after: nil, paidThrough: paid, by: event)
      } else {
        open(state, since: since, paidThrough: paid, by: event)
      }
      return
    }
    if state == .grace || state == .hold {
      fail(into: state, after: last, paidThrough: paid, by: event)
    } else if state == last.state {
      confirm(last, paidThrough: paid, by: event)
    } else {
      // A refund, a cancellation or an end closed the failure, and its renewal is paid after all;
      // or only the refund that closed it was taken back, and what ended meanwhile has ended.
      let isEnded = state == .expired && failures.last?.ending?.state == .refunded
      if state == .active && event.kind == .recovered || isEnded, last.failure == nil {
        last.failure = reopened(last.paidThrough)
      }
      // No state begins before the previous one, nor after its own report.
      let start = start(of: state, paidThrough: paid, by: event, after: last)
      let since = max(min(start, event.statedAt), last.since)
      open(state, since: since, paidThrough: paid, by: event)
      if let failure = failureKnownByEnd(event, after: last) {
        open(failure)
        last.failure = failure
      }
      endFailure(
        by: periods[periods.count - 1], previous: last,
        inGrace: store.reportsGraceRecoveryAsRenewal && event.kind == .renewed
          && last.state == .grace,
        isFree: isMoved || event.facts.isTrial, isUnpaid: isUnpaid)
      // What is paid after all was not replaced.
      if state == .active, last.state == .superseded { facts.replacedBy = nil }
      if state == .active, !event.kind.isPayment {
        facts.forgetTroubles()
        facts.merge(event.facts)
        if facts.nextProduct == facts.product { facts.nextProduct = nil }
      }
    }
  }

  /// Ends the subscription with its last paid period, or with the tries of a failing renewal, if
  /// the App Store sells it again later: a subscription that renews is not bought again, so its end
  /// was not reported (<doc:EdgeCases#Case-24>).
  ///
  /// A receipt does not say which transactions are sales, but it leaves none out; what it lists on
  /// the days by which an end may be late can be a renewal.
  private mutating func lapse(before event: SubscriptionEvent) {
    guard store.reusesIdentifiers, let last = periods.last, last.endReason == nil,
      let bought = event.facts.purchasedAt
    else { return }
    let isListed = event.source == .appStoreReceipt && event.kind == .renewed
    guard event.kind == .purchased || isListed else { return }
    var over = StatePeriod(
      state: .expired, since: last.since, confirmedAt: event.statedAt,
      paidThrough: last.paidThrough, endReason: .other)
    if let latest = triesEnd {
      let ended = isListed || bought > latest ? latest : nominalTriesEnd ?? latest
      guard bought > ended else { return }
      (over.since, over.endReason) = (ended, .billing)
    } else {
      guard last.state == .active, let ended = last.paidThrough else { return }
      let window = isListed ? longestTries : RecoveryPolicy.silentWindow(store, environment)
      guard bought - ended > window else { return }
      over.since = max(ended, last.since)
    }
    periods.append(over)
    endFailure(by: over, previous: last)
  }

  /// Begins a state period, replacing a previous one of no length.
  private mutating func open(
    _ state: SubscriptionState, since: Timestamp, paidThrough: Timestamp?,
    by event: SubscriptionEvent
  ) {
    let previous = periods.last
    let period = StatePeriod(
      state: state, since: since, confirmedAt: event.statedAt, paidThrough: paidThrough,
      isTrial: facts.isTrial, resumesAt: state == .paused ? facts.resumesAt : nil,
      endReason: endReason(of: state, by: event, after: previous))
    if let previous, previous.since >= since { periods.removeLast() }
    periods.append(period)
  }

  /// Updates the current state period with a further report of the same state.
  private mutating func confirm(
    _ last: StatePeriod, paidThrough: Timestamp?, by event: SubscriptionEvent
  ) {
    let index = periods.count - 1
    if last.state == .active, let old = last.paidThrough, let paidThrough, paidThrough > old {
      let since = start(of: .active, paidThrough: paidThrough, by: event, after: last)
      if since > old || facts.isTrial != last.isTrial {
        // A receipt dates an early renewal at the date that was due, after its own report.
        let begins = max(min(since, event.statedAt), last.since)
        open(.active, since: begins, paidThrough: paidThrough, by: event)
        return
      }
    }
    periods[index].confirmedAt = event.statedAt
    periods[index].paidThrough = paidThrough
    switch last.state {
    case .paused: periods[index].resumesAt = facts.resumesAt
    case .refunded:
      if event.facts.endReason == .familySharing { periods[index].endReason = .familySharing }
    case .canceled, .expired:
      // A refund after the end, or the end of Family Sharing, leaves it as it was.
      guard let reason = event.facts.endReason, reason != .refund, reason != .familySharing
      else { return }
      let refined = refine(reason, by: event, at: last.since)
      periods[index].endReason = refined
      // The resource fetched because of RTDN 3 states the reason that RTDN 3 leaves open.
      if let failure = failures.last?.ending, failure.state == last.state, failure.at == last.since
      {
        failures[failures.count - 1].ending?.reason = refined
      }
    case .active:
      periods[index].isTrial = facts.isTrial
      periods[index].endReason = endReason(of: .active, by: event, after: last)
    case .pending, .renewalPending, .grace, .hold, .superseded, .unknown: break
    }
  }

  /// Records the instant at which the store itself stated the end, regardless of other purchases.
  private mutating func noteToldEnd(_ state: SubscriptionState, by event: SubscriptionEvent) {
    switch event.facts.status {
    case .expired, .revoked, .gone:
      // The end was still to come if the resource was fetched so long after the event.
      let ends = state.isOver ? nil : event.facts.expiresAt
      toldEndAt = toldEndAt ?? ends ?? event.effectiveAt
    case .pending, .active, .grace, .hold, .paused, .canceled, .pendingCanceled:
      toldEndAt = state == .refunded ? toldEndAt ?? event.effectiveAt : nil
    case nil:
      switch state {
      case .expired, .refunded: toldEndAt = toldEndAt ?? event.effectiveAt
      case .superseded:
        if event.kind == .expired { toldEndAt = toldEndAt ?? event.effectiveAt }
      case .pending, .active, .renewalPending, .grace, .hold, .paused, .canceled: toldEndAt = nil
      case .unknown: break
      }
    }
  }

  /// Returns the end of the paid period after an event.
  ///
  /// Apple's date is that of the transaction and never moves (<doc:EdgeCases#Case-1>). Google's
  /// moves into grace, hold and back, so it counts only in states of a paid period
  /// (<doc:EdgeCases#Case-8> and <doc:EdgeCases#Case-10>).
  private func paidThrough(
    entering state: SubscriptionState, by event: SubscriptionEvent
  ) -> Timestamp? {
    let known = periods.last?.paidThrough
    guard let expiresAt = event.facts.expiresAt,
      !store.movesExpiry || state != .active || !isResourceOlder(event, than: known)
    else {
      if store.reportsTransactions, event.facts.status == .active,
        let renewsAt = event.facts.renewsAt
      {
        // Renewal info states the expiry of the latest payment, reported or not; the expiry of an
        // upgrade may be earlier than the known one.
        return renewsAt
      }
      guard event.kind.isPayment, state == .active, let known, known <= event.effectiveAt,
        environment == .production, let period = plan?.period
      else { return known }
      // A renewal whose resource was never fetched: compute the next date from the billing period.
      return period.after(isDateKept(by: event) ? known : event.effectiveAt)
    }
    switch store {
    case .appStore: return expiresAt
    case .googlePlay:
      switch state {
      // The end may be that of hold, which is not paid for (<doc:EdgeCases#Case-10>).
      case .active where event.isPaymentOfEnded:
        return paidTo(by: event).map { min($0, expiresAt) } ?? expiresAt
      case .active, .renewalPending, .canceled: return expiresAt
      // The date stated during a pause is the pause's beginning.
      case .paused:
        let isPaid = expiresAt <= event.statedAt && periods.last?.failure == nil
        return isPaid ? expiresAt : known ?? expiresAt
      case .expired:
        // A purchase that was called off states the date until which it would have been paid for,
        // one that was canceled while a renewal failed that of the cancellation.
        let isUnpaid =
          event.facts.endReason == .billing || event.facts.status == .pendingCanceled
          || periods.last?.failure != nil
          || periods.last?.state == .expired && failures.last?.ending?.state == .expired
        return known ?? (isUnpaid ? nil : expiresAt)
      case .pending, .grace, .hold, .refunded, .superseded, .unknown: return known
      }
    }
  }

  /// Returns whether the resource of a report of a payment is as it was before: the renewal is
  /// still failing, or still due.
  private func isResourceOlder(_ event: SubscriptionEvent, than known: Timestamp?) -> Bool {
    switch event.facts.status {
    case .grace, .hold: return true
    case .active:
      guard event.kind.isPayment, let known, let expiresAt = event.facts.expiresAt else {
        return false
      }
      return expiresAt <= known && known <= event.effectiveAt
    case .pending, .paused, .canceled, .expired, .revoked, .pendingCanceled, .gone, nil:
      return false
    }
  }

  /// Returns the end of the period that a payment paid for, computed from the billing period; `nil`
  /// if that is unknown.
  private func paidTo(by event: SubscriptionEvent) -> Timestamp? {
    let period = facts.offer == nil ? plan?.period : facts.offer?.period
    guard environment == .production, let period else { return nil }
    let kept = isDateKept(by: event) ? periods.last?.paidThrough.map(period.after) : nil
    return kept.flatMap { $0 > event.effectiveAt ? $0 : nil } ?? period.after(event.effectiveAt)
  }

  /// Returns whether a payment that states no date keeps the billing date: a renewal, or a recovery
  /// in grace, of which Google Play never sends RTDN 1 (<doc:EdgeCases#Case-11>).
  private func isDateKept(by event: SubscriptionEvent) -> Bool {
    guard event.kind != .renewed else { return true }
    guard !store.reportsGraceRecoveryAsRenewal, let last = periods.last, last.state == .grace
    else { return false }
    return last.failure?.graceEnds.map { event.effectiveAt <= $0 } ?? true
  }

  /// Adds the paid period before the first event, if its facts include the date: a subscription on
  /// hold today was once bought and paid for.
  private mutating func beginHistory(
    before state: SubscriptionState, paidThrough: Timestamp?, by event: SubscriptionEvent
  ) {
    guard state != .pending, state != .unknown, event.facts.status != .pendingCanceled,
      let began = event.facts.purchasedAt ?? event.facts.startedAt,
      began < min(event.effectiveAt, event.statedAt)
    else { return }
    let isEndKnown = !store.movesExpiry || state != .expired || !event.facts.isRenewalDeclined
    periods.append(
      StatePeriod(
        state: .active, since: began, confirmedAt: began,
        paidThrough: paidThrough ?? (isEndKnown ? event.effectiveAt : nil), isTrial: facts.isTrial))
  }
}
