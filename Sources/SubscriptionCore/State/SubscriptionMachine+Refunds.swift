// MARK: Refunds that ended nothing

extension SubscriptionMachine {
  /// Removes the end by a refund where Google Play goes on with a later order, or with the refunded
  /// one, or went on until the period or the tries were over: it was refunded and not revoked, so
  /// access was never lost (<doc:EdgeCases#Case-17>); or where it had ended before.
  mutating func forgetRefund(by event: SubscriptionEvent) {
    guard store.refundsWithoutRevoking, let last = periods.last, last.state == .refunded else {
      return
    }
    switch event.facts.status {
    case .active, .canceled, .grace, .hold, .paused:
      guard isNewerPayment(event.facts) || goesOn(event) else { return }
    case .expired:
      if hadEnded(event, before: last) {
        // The refund stays known as one after the end.
        periods.removeLast()
        toldEndAt = nil
        return
      }
      guard wentOn(event, after: last) else { return }
    case .pending, .revoked, .pendingCanceled, .gone, nil: return
    }
    periods.removeLast()
    toldEndAt = nil
    facts.forgetTroubles()
    guard failures.last?.ending?.state == .refunded, failures.last?.ending?.at == last.since else {
      return
    }
    failures[failures.count - 1].ending = nil
  }

  /// Returns whether Google describes a subscription that is not over: with a date that is still to
  /// come, or a renewal that it tries to collect.
  private func goesOn(_ event: SubscriptionEvent) -> Bool {
    guard event.facts.revokedAt == nil else { return false }
    if event.facts.status == .hold { return true }
    return event.facts.expiresAt.map { $0 > event.statedAt + .hours(1) } ?? false
  }

  /// Returns whether Google states an end that is later than the refund of an order, and not before
  /// the renewal was due: the refund did not end the subscription.
  private func wentOn(_ event: SubscriptionEvent, after refund: StatePeriod) -> Bool {
    guard isOrderVoided, let ended = event.facts.expiresAt, let due = refund.paidThrough else {
      return false
    }
    return ended >= due && ended - refund.since > RecoveryPolicy.settling(environment)
  }

  /// Returns whether Google states an end that is earlier than the refund of an order, of which it
  /// was the first word: the subscription had ended by then (<doc:EdgeCases#Case-18>).
  private func hadEnded(_ event: SubscriptionEvent, before refund: StatePeriod) -> Bool {
    guard isOrderVoided, periods.count == 1, refund.paidThrough == nil,
      let began = event.facts.startedAt, let ended = event.facts.expiresAt, began < ended
    else { return false }
    return refund.since - ended > RecoveryPolicy.settling(environment)
  }
}

// MARK: Renewals after a refund

extension SubscriptionMachine {
  /// A Boolean value that indicates whether it is refunded and renews: at Google Play, an order was
  /// voided without a word on access (<doc:EdgeCases#Case-17>).
  var renewsAfterRefund: Bool {
    state == .refunded && periods.last?.endReason == .refund && facts.autoRenew == true
      && (!store.refundsWithoutRevoking || isOrderVoided)
  }
}

// MARK: Refunds after the end

extension SubscriptionMachine {
  /// Returns whether what an event gives back was used up and the subscription over: its end stays
  /// as it was (<doc:EdgeCases#Case-18>).
  ///
  /// A refund that took the rest of the period, or ended a failing renewal, is reported at about
  /// the same time as the end.
  func hadEnded(before event: SubscriptionEvent) -> Bool {
    guard let last = periods.last, let paidThrough = last.paidThrough else { return false }
    let end: Timestamp
    switch last.state {
    case .expired: end = max(last.since, paidThrough)
    case .canceled: end = paidThrough
    // It does not renew, as one that is prepaid.
    case .active where last.endReason != nil: end = paidThrough
    case .pending, .active, .renewalPending, .grace, .hold, .paused, .refunded, .superseded,
      .unknown:
      return false
    }
    let refundedAt = min(event.facts.revokedAt ?? event.effectiveAt, event.statedAt)
    guard refundedAt - end > RecoveryPolicy.settling(environment) else { return false }
    let named: String?
    let latest: String?
    switch store {
    case .appStore: (named, latest) = (event.facts.transactionID, facts.transactionID)
    case .googlePlay:
      named = event.facts.paidOrderID ?? event.facts.orderID
      latest = facts.paidOrderID ?? facts.orderID
    }
    return named == nil || named == latest
  }
}
