/// The rules that determine the state from a store's statement, with precedence over the event's
/// kind.
///
/// If there is a status, the store's own status decides; a snapshot without one is interpreted by
/// the rules of <doc:AppStoreRules#Receipts> and <doc:States#Signals-by-state>, and a notification
/// without one is left to the ``TransitionTable``.
enum StatedState {
  /// Returns the state that the facts of an event determine; `nil` if they do not determine one.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - state: The state before.
  ///   - paidThrough: The end of the paid period, as known before.
  ///   - isNewerPayment: Whether the event describes a payment after the one known before.
  /// - Returns: The state.
  static func state(
    of event: SubscriptionEvent, after state: SubscriptionState, paidThrough: Timestamp?,
    isNewerPayment: Bool = false
  ) -> SubscriptionState? {
    // A refund or a replacement has no effect on a later payment.
    let state = isNewerPayment ? .active : state
    guard let status = event.facts.status else {
      return event.kind == .snapshot ? snapshot(event, paidThrough) : nil
    }
    switch status {
    case .pending: return .pending
    // Google states CANCELED if auto-renew is off; ACTIVE without auto-renew is prepaid.
    case .active:
      return event.source.store?.sellsPrepaidPlans == true ? .active : active(event.facts)
    case .grace: return grace(event, after: state)
    case .hold: return state == .superseded ? .superseded : .hold
    case .paused: return .paused
    case .canceled:
      // Play's lifecycle page shows CANCELED with a past expiry at the end of hold, real payloads
      // EXPIRED: both mean no access (<doc:EdgeCases#Case-9>).
      let isOver = event.facts.expiresAt.map { $0 <= event.statedAt } ?? false
      guard !isOver else { return ended(event.facts, after: state) }
      // A prepaid plan is CANCELED when it was not extended; it cannot be canceled.
      return event.facts.isPrepaid == true ? .active : .canceled
    case .expired:
      return ending(event, after: state) ?? ended(event.facts, after: state)
    case .revoked: return .refunded
    case .pendingCanceled: return .expired
    case .gone:
      // 60 days after its expiry Google forgets a token; earlier facts remain valid.
      return state == .unknown ? nil : ended(event.facts, after: state)
    }
  }

  /// Returns the state before an end that was still in the future when Google reported it, because
  /// its resource was fetched so long after the report; `nil` for an end that had come.
  private static func ending(
    _ event: SubscriptionEvent, after state: SubscriptionState
  ) -> SubscriptionState? {
    guard event.source.store?.describesOnRequest == true, event.facts.replacedBy == nil,
      let expiresAt = event.facts.expiresAt, expiresAt > event.statedAt + .hours(1)
    else { return nil }
    switch state {
    case .active, .canceled:
      return event.isPaymentOfEnded || event.facts.isPrepaid == true ? .active : .canceled
    case .grace, .hold: return .hold
    case .paused: return .paused
    // The first word of it: a payment was made, which lasts until then.
    case .unknown where event.kind.isPayment, .pending where event.kind.isPayment:
      return event.isPaymentOfEnded ? .active : .canceled
    case .pending, .renewalPending, .expired, .refunded, .superseded, .unknown: return nil
    }
  }

  /// Returns active, or canceled if auto-renew is off and no payments of a commitment remain.
  private static func active(_ facts: StoreFacts) -> SubscriptionState {
    guard facts.autoRenew == false, (facts.commitmentPaymentsLeft ?? 0) == 0 else { return .active }
    return .canceled
  }

  /// Returns grace, or hold if its stated end has passed: fields of an old grace persist
  /// (<doc:EdgeCases#Case-3>).
  private static func grace(
    _ event: SubscriptionEvent, after state: SubscriptionState
  ) -> SubscriptionState {
    if state == .superseded { return .superseded }
    return event.facts.graceEndsAt.map { $0 <= event.statedAt } ?? false ? .hold : .grace
  }

  /// Returns expired, or refunded or superseded if it was that before, as `EXPIRED` includes
  /// neither.
  ///
  /// Apple's transaction states a refund permanently, so a transaction without one that ended for
  /// another reason was paid after all: the refund was reversed.
  private static func ended(
    _ facts: StoreFacts, after state: SubscriptionState
  ) -> SubscriptionState {
    if facts.replacedBy != nil || facts.isUpgraded == true { return .superseded }
    let isTransaction = facts.transactionID != nil && facts.expiresAt != nil
    if state == .refunded, isTransaction, facts.revokedAt == nil, let reason = facts.endReason,
      reason != .refund, reason != .familySharing
    {
      return .expired
    }
    return state == .refunded || state == .superseded ? state : .expired
  }

  /// Determines the state from a description without a status: a receipt, or a bare signed
  /// transaction.
  private static func snapshot(
    _ event: SubscriptionEvent, _ paidThrough: Timestamp?
  ) -> SubscriptionState? {
    let facts = event.facts
    if facts.revokedAt != nil { return .refunded }
    if facts.isUpgraded == true { return .superseded }
    // Renewal info by itself states no expiry date.
    let statesRenewal = facts.autoRenew != nil || facts.inBillingRetry != nil
    guard let expiresAt = facts.expiresAt ?? (statesRenewal ? paidThrough : nil) else { return nil }
    if facts.inBillingRetry == true {
      let inGrace = facts.graceEndsAt.map { $0 > event.statedAt } ?? false
      return inGrace ? .grace : .hold
    }
    if expiresAt > event.statedAt { return active(facts) }
    if facts.endReason != nil || facts.autoRenew == false { return .expired }
    if facts.inBillingRetry == nil, let ends = facts.graceEndsAt, ends > event.statedAt {
      return .grace
    }
    if facts.autoRenew == true { return .active }
    // A receipt drops the renewal info of an ended subscription; recent dates may only be late.
    let store = event.source.store ?? .appStore
    let window = RecoveryPolicy.silentWindow(store, facts.environment ?? .production)
    return event.statedAt - expiresAt > window ? .expired : .active
  }
}

extension SubscriptionEvent {
  /// A Boolean value that indicates whether Google's resource was fetched so long after a payment
  /// that it states the end of the subscription, for which Google itself is the reason: a later
  /// renewal was not paid, or the purchase was never acknowledged.
  var isPaymentOfEnded: Bool {
    kind.isPayment && source.store?.describesOnRequest == true && facts.status == .expired
      && (facts.endReason == .billing || facts.isPrepaid == true)
      && facts.expiresAt.map { $0 > statedAt + .hours(1) } ?? false
  }
}
