// MARK: Beginnings of states and reasons of ends

extension SubscriptionMachine {
  /// Returns the beginning of the state that an event leads to, by the dates that the store states
  /// rather than by the time of its statement; grace and hold have rules of their own.
  func start(
    of state: SubscriptionState, paidThrough: Timestamp?, by event: SubscriptionEvent,
    after last: StatePeriod
  ) -> Timestamp {
    let stated = event.statedAt
    switch state {
    case .active, .renewalPending: return startOfPaid(paidThrough, by: event, after: last)
    case .canceled: return min(event.facts.canceledAt ?? event.effectiveAt, stated)
    case .paused:
      // A pause begins at the end of the paid period, unless that was followed by a failure.
      guard last.failure == nil else { return event.effectiveAt }
      return paidThrough.map { min($0, event.effectiveAt) } ?? event.effectiveAt
    case .expired: return startOfExpiry(by: event, after: last)
    case .refunded: return min(event.facts.revokedAt ?? event.effectiveAt, stated)
    case .pending, .grace, .hold, .superseded, .unknown: return event.effectiveAt
    }
  }

  private func startOfPaid(
    _ paidThrough: Timestamp?, by event: SubscriptionEvent, after last: StatePeriod
  ) -> Timestamp {
    let told =
      event.kind == .snapshot
      ? event.facts.purchasedAt ?? event.effectiveAt : event.effectiveAt
    // Apple dates a payment in grace at the renewal that had failed.
    let isCalledOff =
      last.isAnnounced(at: event.statedAt)
      || event.kind != .recovered && last.isAnnounced(from: told)
    switch last.state {
    case .canceled where last.failure != nil:
      return startOfRecovery(told, paidThrough, by: event, after: last)
    case .active, .renewalPending, .canceled:
      return startOfRenewal(told, paidThrough, by: event, after: last)
    case .grace where isCalledOff, .hold where isCalledOff:
      // The announced failure did not happen: the paid period continues.
      return min(startOfRenewal(told, paidThrough, by: event, after: last), last.since)
    case .grace, .hold, .expired, .refunded:
      return startOfRecovery(told, paidThrough, by: event, after: last)
    case .pending, .paused, .superseded, .unknown: return told
    }
  }

  private func startOfRenewal(
    _ told: Timestamp, _ paidThrough: Timestamp?, by event: SubscriptionEvent,
    after last: StatePeriod
  ) -> Timestamp {
    guard let old = last.paidThrough, let paidThrough, paidThrough > old else {
      // Apple dates an offer that was redeemed at the payment for the period that goes on.
      return event.effectiveAt < last.since ? event.statedAt : event.effectiveAt
    }
    // A slightly late payment leaves no gap: the billing date is kept (<doc:EdgeCases#Case-12>). A
    // Google token renews without gaps, or is another token. A later word of a period that follows
    // the known one does not date its payment (<doc:EdgeCases#Case-25>).
    let window = RecoveryPolicy.silentWindow(store, environment)
    let isGapless =
      told <= old + window || !store.reusesIdentifiers
      || !event.kind.isPayment && isKept(paidThrough, from: old)
    return isGapless ? min(told, old) : told
  }

  /// Returns the instant at which a failing renewal was paid: the date of the payment, or of its
  /// report.
  ///
  /// Only a payment in grace keeps the billing date, so a payment that kept it was made by the end
  /// of grace, however late it is reported.
  private func startOfRecovery(
    _ told: Timestamp, _ paidThrough: Timestamp?, by event: SubscriptionEvent,
    after last: StatePeriod
  ) -> Timestamp {
    guard let failure = last.failure else {
      // A purchase that the family shares again is dated when the purchaser bought it, and a
      // payment whose refund was taken back without a report when it was made.
      let isGivenAgain =
        event.kind == .purchased && event.facts.familyShared == true
        || event.kind == .snapshot && last.state == .refunded
      return isGivenAgain && told < last.since ? event.statedAt : told
    }
    if event.kind == .snapshot, let began = beginningOfPaid(paidThrough, by: event, after: last) {
      return began
    }
    let isUndated = told <= max(failure.failedAt, failure.base(store))
    if last.state == .grace, let ends = failure.graceEnds,
      isUndated
        || event.kind == .snapshot && told > ends
          && isKept(paidThrough, from: failure.paidThrough)
    {
      return min(ends, event.statedAt)
    }
    return isUndated ? event.statedAt : told
  }

  /// Returns when a payment out of hold was made that a description of Google Play's only proves: a
  /// new period began with it, which ends on the stated date (<doc:EdgeCases#Case-10>).
  private func beginningOfPaid(
    _ paidThrough: Timestamp?, by event: SubscriptionEvent, after last: StatePeriod
  ) -> Timestamp? {
    guard store.movesExpiry, environment == .production, event.facts.offer == nil,
      failedRenewals.last?.product == event.facts.product,
      let paidThrough, let began = plan?.period.before(paidThrough), began <= event.statedAt,
      began > max(last.confirmedAt, last.failure?.graceEnds ?? last.since)
    else { return nil }
    return began
  }

  /// Returns whether a date follows another by the billing period.
  func isKept(_ date: Timestamp?, from old: Timestamp?) -> Bool {
    guard let date, let old, let period = plan?.period else { return false }
    return date.distance(to: period.after(old)) <= .hours(12)
  }

  private func startOfExpiry(by event: SubscriptionEvent, after last: StatePeriod) -> Timestamp {
    let stated = event.statedAt
    if event.facts.status == .gone, last.state != .active, last.state != .canceled {
      // Google forgets a token 60 days after its end (<doc:EdgeCases#Case-16>), which was not later
      // than that of the tries.
      return max(last.since, min(stated - .days(60), triesEnd ?? stated))
    }
    if last.state == .paused {
      // Google's date is the end of the period before the pause.
      return min(event.facts.canceledAt ?? stated, stated)
    }
    if store.movesExpiry, let expiresAt = event.facts.expiresAt, expiresAt <= stated {
      // Google moves the date to the end of hold, or back to the instant of a cancellation; a date
      // still at the failed renewal is not the end (<doc:EdgeCases#Case-9>).
      guard last.state.isFailing, expiresAt <= last.since else { return expiresAt }
      return event.facts.canceledAt ?? stated
    }
    switch last.state {
    case .active, .renewalPending, .canceled, .unknown:
      guard let paidThrough = last.paidThrough, paidThrough <= stated else {
        return min(event.effectiveAt, stated)
      }
      return paidThrough
    case .grace, .hold:
      // The paid period ended earlier; the subscription ends with the cancellation, or its report.
      let failedAt = last.failure?.failedAt ?? last.since
      let ended = event.facts.canceledAt ?? event.effectiveAt
      // A description found it ended, at the latest when the tries were over.
      let latest = event.kind == .snapshot ? min(triesEnd ?? stated, stated) : stated
      return ended > failedAt ? min(ended, latest) : latest
    case .refunded where event.kind == .refundReversed:
      // The refunded period had ended by then.
      return min(last.paidThrough ?? stated, stated)
    case .refunded, .superseded:
      // A newer period was paid and has ended.
      let paid = store.movesExpiry ? nil : event.facts.expiresAt
      return min(paid ?? event.facts.canceledAt ?? event.effectiveAt, stated)
    case .paused, .pending, .expired:
      return min(event.facts.canceledAt ?? event.effectiveAt, stated)
    }
  }

  /// Returns the reason for which a state ended the subscription, or will end it.
  func endReason(
    of state: SubscriptionState, by event: SubscriptionEvent, after last: StatePeriod?
  ) -> EndReason? {
    switch state {
    case .canceled:
      return refine(event.facts.endReason ?? .voluntary, by: event, at: event.statedAt)
    case .expired where isIntentStale(event, after: last): return .voluntary
    case .expired:
      let reason = event.facts.endReason ?? expiryReason(by: event, after: last)
      return refine(reason, by: event, at: event.statedAt)
    case .refunded:
      if event.kind == .revoked || event.facts.endReason == .familySharing { return .familySharing }
      return .refund
    case .active:
      if event.isPaymentOfEnded {
        return facts.isPrepaid == true ? .other : refine(.billing, by: event, at: event.statedAt)
      }
      // The last payment of a canceled commitment (<doc:EdgeCases#Case-38>).
      if isCancellationScheduled, facts.commitmentPaymentsLeft == 0 { return .voluntary }
      // Prepaid at Google Play: it does not renew, and its end is not a cancellation.
      let isPrepaid =
        store.sellsPrepaidPlans && facts.autoRenew == false
        && (facts.commitmentPaymentsLeft ?? 0) == 0
      return isPrepaid ? .other : nil
    case .pending, .renewalPending, .grace, .hold, .paused, .superseded, .unknown: return nil
    }
  }

  /// Returns whether a cancellation states the intent of the failing renewal that it ends: like the
  /// status, it may still be that of the tries (<doc:EdgeCases#Case-7>).
  private func isIntentStale(_ event: SubscriptionEvent, after last: StatePeriod?) -> Bool {
    guard event.kind == .autoRenewDisabled, event.facts.endReason == .billing,
      store.endsRetriesWhenCanceled || last?.failure != nil
    else { return false }
    return event.facts.inBillingRetry == true || event.facts.status == .grace
      || event.facts.status == .hold
  }

  /// Returns the reason of an end for which the store stated none.
  private func expiryReason(by event: SubscriptionEvent, after last: StatePeriod?) -> EndReason {
    // Canceled before anything was paid: no subscriber left (RTDN 20).
    if event.kind == .pendingPurchaseCanceled || event.facts.status == .pendingCanceled {
      return .other
    }
    if event.kind == .autoRenewDisabled {
      switch store {
      case .appStore: return .voluntary
      case .googlePlay: return reasonOfCancellation(event, last?.failure)
      }
    }
    switch last?.state {
    case .canceled: return last?.endReason ?? .voluntary
    case .grace, .hold:
      // A receipt drops the renewal info after a cancellation in grace (<doc:EdgeCases#Case-7>).
      let isDropped = event.source == .appStoreReceipt && event.facts.autoRenew == nil
      return isDropped ? .voluntary : .billing
    case .pending, .active, .renewalPending, .paused, .expired, .refunded, .superseded, .unknown,
      nil:
      if last?.state == .active, let reason = last?.endReason { return reason }
      // The date of an old grace persists after the retries ended (<doc:EdgeCases#Case-3>).
      if event.facts.graceEndsAt != nil { return .billing }
      return event.facts.autoRenew == false ? .voluntary : .other
    }
  }

  /// Returns the reason of a cancellation for which Google Play stated none.
  ///
  /// RTDN 3 reports the user's cancellation and, at the end of hold, that of Google itself
  /// (<doc:EdgeCases#Case-9>). By default that is 60 days after the failure, by a setting after 30
  /// days at least; in between it may be either. The silent days may count or not.
  private func reasonOfCancellation(
    _ event: SubscriptionEvent, _ failure: Failure?
  ) -> EndReason {
    guard let failure, failure.graceEnds.map({ $0 <= event.effectiveAt }) ?? true else {
      return .voluntary
    }
    let canceled = event.effectiveAt + RecoveryPolicy.silentWindow(store, environment)
    if canceled >= failure.dates(.standard, recoveryTerms).retryEnds { return .billing }
    return canceled >= failure.base(store) + RecoveryPolicy.shortestTries ? .other : .voluntary
  }

  /// Corrects `billing`, which Google also states for an unanswered price increase
  /// (<doc:EdgeCases#Case-34>) and for an end within a pause, in which nothing is charged unless
  /// the user ended it early (<doc:EdgeCases#Case-30>).
  func refine(
    _ reason: EndReason, by event: SubscriptionEvent, at instant: Timestamp
  ) -> EndReason {
    guard reason == .billing else { return reason }
    let before = periods.last { $0.state != .canceled && $0.state != .expired }
    if hasConsentLapsed(at: instant) { return .priceIncrease }
    guard before?.failure == nil else { return reason }
    if facts.priceConsentPending == true { return .priceIncrease }
    guard !event.facts.isRenewalDeclined, let pause = before, pause.state == .paused else {
      return reason
    }
    return pause.resumesAt.map { $0 <= instant } ?? false ? reason : .other
  }

  /// Returns whether the time for the consent to the price after an offer ran out at about an
  /// instant, at which Google Play cancels also what is on hold.
  private func hasConsentLapsed(at instant: Timestamp) -> Bool {
    guard let deadline = facts.consentDeadline else { return false }
    return instant >= deadline - RecoveryPolicy.settling(environment)
      && instant <= deadline + RecoveryPolicy.silentWindow(store, environment)
  }
}
