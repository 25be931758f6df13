// MARK: When a state begins, and why it ended

extension SubscriptionMachine {
  /// When a state begins that an event leads to, by what the store states rather than by when it
  /// spoke; grace and hold have rules of their own.
  func start(
    of state: SubscriptionState, paidThrough: Timestamp?, by event: SubscriptionEvent,
    after last: StatePeriod
  ) -> Timestamp {
    let stated = event.statedAt
    switch state {
    case .active, .renewalPending: return startOfPaid(paidThrough, by: event, after: last)
    case .canceled: return min(event.facts.canceledAt ?? event.effectiveAt, stated)
    case .paused:
      // A pause begins with the end of what was paid for.
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
    switch last.state {
    case .active, .renewalPending, .canceled:
      return startOfRenewal(told, paidThrough, by: event, after: last)
    case .grace where last.isAnnounced(at: event.statedAt),
      .hold where last.isAnnounced(at: event.statedAt):
      // It was announced as failing and has not failed: what was paid for goes on.
      return min(startOfRenewal(told, paidThrough, by: event, after: last), last.since)
    case .grace, .hold:
      return startOfRecovery(told, paidThrough, by: event, after: last)
    case .pending, .paused, .expired, .refunded, .superseded, .unknown: return told
    }
  }

  private func startOfRenewal(
    _ told: Timestamp, _ paidThrough: Timestamp?, by event: SubscriptionEvent,
    after last: StatePeriod
  ) -> Timestamp {
    guard let old = last.paidThrough, let paidThrough, paidThrough > old else {
      return event.effectiveAt
    }
    // Paid a little late is paid without a gap: the billing date is kept (domain case 12).
    // A Google token renews without gaps, or is another token.
    let window = RecoveryPolicy.silentWindow(store, environment)
    return told <= old + window || store == .googlePlay ? min(told, old) : told
  }

  /// When a failing renewal was paid: the date of the payment, or the word of it.
  ///
  /// The billing date is kept only by who pays in grace, so one that was kept was paid by the end
  /// of grace, however late it is found out.
  private func startOfRecovery(
    _ told: Timestamp, _ paidThrough: Timestamp?, by event: SubscriptionEvent,
    after last: StatePeriod
  ) -> Timestamp {
    guard let failure = last.failure else { return told }
    let isUndated = told <= failure.failedAt
    if event.kind == .snapshot, last.state == .grace, let ends = failure.graceEnds,
      isUndated || (told > ends && isKept(paidThrough, from: failure.paidThrough))
    {
      return min(ends, event.statedAt)
    }
    return isUndated ? event.statedAt : told
  }

  /// Whether a date is the one that follows another by the billing period.
  private func isKept(_ date: Timestamp?, from old: Timestamp?) -> Bool {
    guard let date, let old, let period = plan?.period else { return false }
    let next = period.after(old)
    return date - next <= .hours(12) && next - date <= .hours(12)
  }

  private func startOfExpiry(by event: SubscriptionEvent, after last: StatePeriod) -> Timestamp {
    let stated = event.statedAt
    if last.state == .paused {
      // Google's date is that of the period before the pause.
      return min(event.facts.canceledAt ?? stated, stated)
    }
    if store == .googlePlay, let expiresAt = event.facts.expiresAt, expiresAt <= stated {
      // Google moves the date to the end of hold, or back to the instant of a cancellation; one
      // that was left at the failed renewal is not when it ended (domain case 9).
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
      // The end of what was paid for lies behind; it ends with the cancellation, or the word of it.
      let failedAt = last.failure?.failedAt ?? last.since
      let ended = event.facts.canceledAt ?? event.effectiveAt
      return ended > failedAt ? min(ended, stated) : stated
    case .refunded where event.kind == .refundReversed:
      // What was given back was over by then.
      return min(last.paidThrough ?? stated, stated)
    case .refunded, .superseded:
      // Something newer was paid for and is over.
      let paid = store == .appStore ? event.facts.expiresAt : nil
      return min(paid ?? event.facts.canceledAt ?? event.effectiveAt, stated)
    case .paused, .pending, .expired:
      return min(event.facts.canceledAt ?? event.effectiveAt, stated)
    }
  }

  /// Why a state ended the subscription, or will.
  func endReason(
    of state: SubscriptionState, by event: SubscriptionEvent, after last: StatePeriod?
  ) -> EndReason? {
    switch state {
    case .canceled: return refine(event.facts.endReason ?? .voluntary)
    case .expired: return refine(event.facts.endReason ?? expiryReason(by: event, after: last))
    case .refunded:
      if event.kind == .revoked || event.facts.endReason == .familySharing {
        return .familySharing
      }
      return .refund
    case .active:
      // Prepaid at Google Play: nothing renews it, and nobody cancels it either.
      let isPrepaid =
        store == .googlePlay && facts.autoRenew == false && (facts.commitmentPaymentsLeft ?? 0) == 0
      return isPrepaid ? .other : nil
    case .pending, .renewalPending, .grace, .hold, .paused, .superseded, .unknown: return nil
    }
  }

  /// The reason of an end for which the store gave none.
  private func expiryReason(by event: SubscriptionEvent, after last: StatePeriod?) -> EndReason {
    // Given up before anything was paid: nobody left (RTDN 20).
    if event.kind == .pendingPurchaseCanceled || event.facts.status == .pendingCanceled {
      return .other
    }
    if event.kind == .autoRenewDisabled { return .voluntary }
    switch last?.state {
    case .canceled: return last?.endReason ?? .voluntary
    case .grace, .hold:
      // A receipt drops the renewal info of who cancels in grace (domain case 7).
      let isDropped = event.source == .appStoreReceipt && event.facts.autoRenew == nil
      return isDropped ? .voluntary : .billing
    case .pending, .active, .renewalPending, .paused, .expired, .refunded, .superseded, .unknown,
      nil:
      // The date of an old grace persists after the tries ended (domain case 3).
      if event.facts.graceEndsAt != nil { return .billing }
      return event.facts.autoRenew == false ? .voluntary : .other
    }
  }

  /// Google says `system` for an unanswered price increase as well (domain case 34).
  func refine(_ reason: EndReason) -> EndReason {
    let isFailing = periods.last?.failure != nil
    return reason == .billing && facts.priceConsentPending == true && !isFailing
      ? .priceIncrease : reason
  }
}
