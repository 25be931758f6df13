/// The state machine of one subscription: a value without side effects that applies events.
///
/// It contains neither a clock nor a policy. It records the store's reports as ``StatePeriod``es;
/// the effect of time on the last one is derived on demand. Every state accepts every event: an
/// event that the previous state does not allow adds an ``Anomaly``, and the store's statement is
/// applied nonetheless.
struct SubscriptionMachine: Hashable, Sendable {
  /// The subscription.
  let id: SubscriptionID
  /// The store that sold it.
  let store: Store
  /// The facts the store stated, each with its newest value.
  var facts = StoreFacts()
  /// The reported states, oldest first; the last one is current.
  var periods: [StatePeriod] = []
  /// The failures to collect a renewal, oldest first.
  var failures: [Failure] = []
  /// The renewal that could not be collected, for each of ``failures``.
  var failedRenewals: [FailedRenewal] = []
  /// The change by each event, in fold order.
  var transitions: [Transition] = []
  /// The names the stores gave the subscription and its payments.
  var names = StoreNames()
  /// The anomalies found while folding.
  var anomalies: [Anomaly] = []
  /// A Boolean value that indicates whether any transaction used an introductory offer.
  var usedIntroductoryOffer = false
  /// A Boolean value that indicates whether a pause begins at the end of the period.
  var isPausePending = false
  /// A Boolean value that indicates whether the cancellation of a commitment is scheduled for its
  /// end.
  var isCancellationScheduled = false
  /// A Boolean value that indicates whether the renewal date was deferred since the last payment.
  var isExtended = false
  /// A Boolean value that indicates whether a refund was requested and is undecided.
  var isRefundRequested = false
  /// A Boolean value that indicates whether Google Play voided the order of a refund and reported
  /// nothing of the purchase, which may renew; RTDN 12 takes the purchase itself back.
  var isOrderVoided = false
  /// A Boolean value that indicates whether only Google's list of voided purchases names the
  /// purchase, so that it may be a one-time purchase.
  var isOnlyListedVoid = false
  /// The instant at which the last obstacle to collecting a renewal other than the payment itself
  /// ended; `nil` if there was none (``hasObstacle``).
  var obstacleEndedAt: Timestamp?
  /// The instant at which the store itself stated the end; `nil` if it has not.
  var toldEndAt: Timestamp?
  /// The known terms of the products it was sold for, oldest first.
  var productTerms: [ProductTerms] = []
  /// The number of reported payments of periods.
  var paymentsHeard = 0
  /// The App Store's transaction whose date was moved last, by an extension or without a report.
  var movedTransactionID: String?
  /// The period between the dates of the App Store's current transaction, if there is evidence for
  /// it.
  var paidPeriod: BillingPeriod?
  /// A Boolean value that indicates whether only the end of the current payment's period was
  /// stated, and not the payment itself.
  var isPaymentUnheard = false
  /// A Boolean value that indicates whether a payment without an order was reported after the known
  /// one.
  var isOrderBehind = false
  /// Google's order of a free trial, until a further payment is reported.
  var trialOrderID: String?
  /// Purchases that may be charged in addition to this one.
  var doubleBilling: [DoubleBilling] = []

  /// Creates a machine without events.
  init(id: SubscriptionID, store: Store) { (self.id, self.store) = (id, store) }

  /// The state as reported.
  var state: SubscriptionState { periods.last?.state ?? .unknown }

  /// The environment the purchase was made in.
  var environment: StoreEnvironment { facts.environment ?? .production }

  /// Applies one statement of the store.
  mutating func apply(_ event: SubscriptionEvent) {
    if let known = dateInSilence(event) {
      var event = event
      event.facts.expiresAt = known
      return apply(event)
    }
    if let began = beginningOfItsOwn(event) {
      var event = event
      event.facts.startedAt = began
      return apply(event)
    }
    isOnlyListedVoid = event.isListedVoid && (transitions.isEmpty || isOnlyListedVoid)
    let before = state
    noteOddities(of: event)
    let concern = concern(of: event)
    // What a payment proves was not known of the renewal while it failed.
    let renewal = event.kind == .recovered ? renewalDue : nil
    noteTerms(
      of: event, isCurrent: concern == .subscription || concern == .sameTransactionAgain)
    switch concern {
    case .anotherTransaction:
      names.note(event.facts)
      noteOffer(event.facts)
    case .besideAnotherTransaction:
      // The refunded payment is over; the other facts of the event describe the present.
      var beside = event
      names.note(event.facts)
      noteOffer(event.facts)
      beside.facts.forgetTransaction(of: store, beside: facts)
      let told = stated(event, after: before)
      absorb(beside, isNews: false)
      enter(told ?? before, by: beside)
    case .sameTransactionAgain:
      // Reported twice, by a notification and by a receipt: there may be more facts, but no new
      // change.
      let told = stated(event, after: before)
      absorb(event, isNews: false)
      enter(told ?? (before == .unknown ? .active : before), by: event)
    case .subscription:
      forgetRefund(by: event)
      pauseUnheard(by: event)
      let known = anomalies.count
      var target = destination(of: event, from: state)
      if target == .refunded, hadEnded(before: event) { target = state }
      payUnheard(by: event, for: renewal)
      if before.isFailing, !state.isFailing,
        case .becomes = TransitionTable.verdict(state, on: event.kind)
      {
        // What follows the payment that was not reported contradicts nothing.
        anomalies.removeSubrange(known...)
      }
      let isUnpaid = target == .active && goesOnUnpaid(by: event)
      let isMoved = event.kind == .renewalExtended && !isNewerPayment(event.facts)
      dateFailingItem(of: event)
      extendUnheard(by: event)
      absorb(event, isNews: true)
      enter(target, by: event, isUnpaid: isUnpaid, isMoved: isMoved)
    }
    let after = statusState(at: event.statedAt)
    transitions.append(Transition(event: event.id, from: before, to: after))
  }

  /// Returns the reported state, or active while an announced failure has not happened.
  private func statusState(at instant: Timestamp) -> SubscriptionState {
    guard let last = periods.last else { return .unknown }
    return last.isAnnounced(at: instant) ? .active : last.state
  }
}

// MARK: The destination of an event

extension SubscriptionMachine {
  /// Returns the state an event leads to, the stated one or the table's, and records
  /// contradictions.
  private mutating func destination(
    of event: SubscriptionEvent, from before: SubscriptionState
  ) -> SubscriptionState {
    // A renewal announced as failing has not failed yet: the paid period continues.
    let isAnnounced = periods.last?.isAnnounced(at: event.statedAt) ?? false
    let from = isAnnounced && !event.kind.isRecovery ? .active : before
    let suggested = suggested(by: event, from: from, before)
    let stated = stated(event, after: before)
    switch event.kind {
    case .refunded, .revoked, .superseded:
      // Google's EXPIRED includes no refund, and a resource that was fetched at once may be as it
      // was before RTDN 12 (<doc:EdgeCases#Case-19>).
      return stated == .expired || stated == nil || takesBackAll(event)
        ? suggested : stated ?? suggested
    case .autoRenewDisabled where owesPayments(event):
      // Canceled for the end of the commitment; a payment that fails meanwhile goes on failing
      // (<doc:EdgeCases#Case-38>).
      return stated ?? before
    case .autoRenewDisabled
    where suggested == .expired || (store.endsRetriesWhenCanceled && stated?.isFailing == true):
      // The status may still be that of the failing renewal, whose decline perhaps was never
      // reported; the retries are over (<doc:EdgeCases#Case-7>).
      switch stated {
      case .active, .canceled, .superseded, .refunded: return stated ?? suggested
      case .pending, .renewalPending, .grace, .hold, .paused, .expired, .unknown, nil:
        return .expired
      }
    case .billingFailed where Self.isNoPaymentProblem(event.facts),
      .snapshot where stated == .hold && Self.isNoPaymentProblem(event.facts):
      return stated == .expired ? .expired : .canceled
    case .expired where event.facts.status == .gone && before == .unknown: return .unknown
    case .billingFailed:
      if let stated, stated != .active && stated != .canceled || deniesFailure(event) {
        return stated
      }
      return suggested == .hold && before != .hold && grantsGrace(event) ? .grace : suggested
    case .holdStarted where isPaidWhenFetched(event), .paused where isPaidWhenFetched(event):
      return suggested
    case .refundReversed where suggested == .active:
      // Interpret it as if it had not been refunded: it may have ended meanwhile.
      return self.stated(event, after: suggested)
        ?? ((event.facts.autoRenew ?? facts.autoRenew) == false ? .canceled : .active)
    case .productChanged
    where stated?.isFailing == true && facts.transactionID != nil
      && event.facts.transactionID == facts.transactionID:
      // Nothing was paid: the upgrade names the transaction that was not renewed.
      return stated ?? suggested
    case .productChanged where store.sellsAddOns:
      // Items can be changed while a renewal fails; nothing is paid by that.
      return stated ?? (before.isFailing ? before : suggested)
    case .purchased, .renewed, .recovered, .productChanged:
      // A payment ends a failure even if the status was determined a moment earlier.
      return stated == .grace || stated == .hold ? suggested : stated ?? suggested
    case .snapshot, .purchasePending, .pendingPurchaseCanceled, .holdStarted, .autoRenewDisabled,
      .autoRenewEnabled, .cancellationScheduled, .pauseScheduled, .paused,
      .productChangeScheduled, .productChangeReverted, .offerRedeemed, .priceChanged,
      .renewalExtended, .expired, .refundReversed, .refundDeclined, .refundRequested,
      .unrecognized, .promptShown, .promptSnoozed, .promptSuppressed, .noted, .claimed,
      .refreshRequested, .undone:
      return stated ?? suggested
    }
  }

  /// Returns the state that the table leads to, and records a contradiction.
  private mutating func suggested(
    by event: SubscriptionEvent, from: SubscriptionState, _ before: SubscriptionState
  ) -> SubscriptionState {
    switch TransitionTable.verdict(from, on: event.kind) {
    case .stays: return before
    case .becomes(let state): return state
    case .contradicts(let state):
      // Apple sells the replacement under the same identifier.
      if store.reusesIdentifiers, before == .superseded { return state }
      note(
        .contradiction, at: event.statedAt,
        "the report '\(event.kind.words)' does not follow the state '\(from.title)'")
      return state
    }
  }

  private func stated(
    _ event: SubscriptionEvent, after state: SubscriptionState
  ) -> SubscriptionState? {
    let isReplaced = state == .refunded || (state == .superseded && store.reusesIdentifiers)
    return StatedState.state(
      of: event, after: state, paidThrough: periods.last?.paidThrough,
      isNewerPayment: isReplaced && isNewerPayment(event.facts))
  }

  /// Returns whether Google's own description denies the failure that a notification reports: it is
  /// active until the known date, which is still to come.
  ///
  /// A notification by itself proves nothing.
  private func deniesFailure(_ event: SubscriptionEvent) -> Bool {
    guard store.describesOnRequest, let known = periods.last?.paidThrough,
      let expiresAt = event.facts.expiresAt
    else { return false }
    return expiresAt > event.statedAt + .hours(1) && expiresAt <= known + .hours(1)
  }

  /// Returns whether a notification takes back the whole purchase, and not one of several items.
  private func takesBackAll(_ event: SubscriptionEvent) -> Bool {
    event.kind == .refunded && event.source == .googlePlayNotification
      && event.facts.otherItems == nil && facts.otherItems == nil
  }

  /// Returns whether the resource of a report of hold or pause was fetched when that was over: it
  /// is active again, until a later date than the known one.
  private func isPaidWhenFetched(_ event: SubscriptionEvent) -> Bool {
    guard store.describesOnRequest, event.facts.status == .active,
      let known = periods.last?.paidThrough, let expiresAt = event.facts.expiresAt
    else { return false }
    return expiresAt > known + .hours(1)
  }

  /// Returns whether payments of a commitment at the App Store remain, which a cancellation does
  /// not end.
  private func owesPayments(_ event: SubscriptionEvent) -> Bool {
    store.chargesCommitmentsToTheEnd && (commitmentLeft(event) ?? 0) > 0
  }

  /// Returns the remaining payments of a commitment, by the event or, if that names no
  /// transaction, as known before.
  func commitmentLeft(_ event: SubscriptionEvent) -> Int? {
    event.facts.transactionID == nil && store.reportsTransactions
      ? event.facts.commitmentPaymentsLeft ?? facts.commitmentPaymentsLeft
      : event.facts.commitmentPaymentsLeft
  }

  /// Returns whether a failure to renew is not a payment problem: auto-renew is off and the intent
  /// is not billing (<doc:EdgeCases#Case-22>).
  private static func isNoPaymentProblem(_ facts: StoreFacts) -> Bool {
    guard facts.autoRenew == false, let reason = facts.endReason else { return false }
    return reason != .billing
  }

  /// Returns whether grace follows a declined renewal without a status: Google's RTDN 6 implies it,
  /// Apple states its end.
  private func grantsGrace(_ event: SubscriptionEvent) -> Bool {
    switch store {
    case .googlePlay: true
    case .appStore: event.facts.graceEndsAt.map { $0 > event.statedAt } ?? false
    }
  }
}

extension EventKind {
  /// A Boolean value that indicates whether the event is a payment that ends a failure.
  fileprivate var isRecovery: Bool { self == .renewed || self == .recovered }
}
