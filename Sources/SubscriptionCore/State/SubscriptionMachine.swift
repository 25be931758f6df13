/// The state machine of one subscription: a value that takes events and answers, and never acts.
///
/// It knows no clock and no policy. It keeps what the store told as ``StatePeriod``es; what time makes
/// of the last one is derived by whoever asks. Every state takes every event: what the state
/// before does not allow becomes an ``Anomaly``, and the store's word still wins.
struct SubscriptionMachine: Hashable, Sendable {
  /// The subscription.
  let id: SubscriptionID
  /// The store that tells.
  let store: Store
  /// What the store stated, newest word on each fact.
  var facts = StoreFacts()
  /// What the store told, oldest first; the last one lasts.
  var periods: [StatePeriod] = []
  /// The failures to collect a renewal, oldest first.
  var failures: [Failure] = []
  /// What each event changed, in fold order.
  var transitions: [Transition] = []
  /// The names the stores gave the subscription and its payments.
  var names = StoreNames()
  /// Misfits met while folding.
  var anomalies: [Anomaly] = []
  /// Whether any transaction used an introductory offer.
  var usedIntroductoryOffer = false
  /// Whether a pause begins at the end of the period.
  var isPausePending = false
  /// Whether the cancellation of a commitment is scheduled for its end.
  var isCancellationScheduled = false
  /// Whether a refund was asked for and is undecided.
  var isRefundRequested = false
  /// When the store itself said that it ended; `nil` while it has not.
  var toldEndAt: Timestamp?
  /// What is known of the products it was sold for, oldest first.
  var productTerms: [ProductTerms] = []
  /// How many payments of periods were told.
  var paymentsHeard = 0
  /// The App Store's transaction whose date was moved last, by an extension or unheard.
  var movedTransactionID: String?
  /// The period between the dates of the App Store's transaction that runs, where it is proven.
  var paidPeriod: BillingPeriod?
  /// Whether nothing but the end of the payment that runs was told, and not what was paid.
  var isPaymentUnheard = false
  /// Purchases that may be charged beside this one.
  var doubleBilling: [DoubleBilling] = []

  /// Creates a machine that has heard nothing.
  init(id: SubscriptionID, store: Store) { (self.id, self.store) = (id, store) }

  /// The state as told.
  var state: SubscriptionState { periods.last?.state ?? .unknown }

  /// The world the purchase was made in.
  var environment: StoreEnvironment { facts.environment ?? .production }

  /// Folds one statement of the store.
  mutating func apply(_ event: SubscriptionEvent) {
    let before = state
    noteOddities(of: event)
    let concern = concern(of: event)
    noteTerms(of: event, isCurrent: concern != .anotherTransaction)
    switch concern {
    case .anotherTransaction:
      names.note(event.facts)
      noteOffer(event.facts)
    case .besideAnotherTransaction:
      // What was given back is over; what the store says beside it is about the present.
      var beside = event
      (beside.facts.revokedAt, beside.facts.endReason) = (nil, nil)
      let told = stated(event, after: before)
      absorb(beside, isNews: false)
      enter(told ?? before, by: beside)
    case .sameTransactionAgain:
      // Told twice, by a notification and by a receipt: the facts may be richer, the move is made.
      let told = stated(event, after: before)
      absorb(event, isNews: false)
      enter(told ?? (before == .unknown ? .active : before), by: event)
    case .subscription:
      let target = destination(of: event, from: before)
      payUnheard(by: event)
      absorb(event, isNews: true)
      enter(target, by: event)
    }
    let after = statusState(at: event.statedAt)
    transitions.append(Transition(event: event.id, from: before, to: after))
  }

  /// The state as told, save that a failure announced for later has not come.
  private func statusState(at instant: Timestamp) -> SubscriptionState {
    guard let last = periods.last else { return .unknown }
    return last.isAnnounced(at: instant) ? .active : last.state
  }
}

// MARK: Where an event leads

extension SubscriptionMachine {
  /// The state an event leads to: the stated one, or the table's; contradictions are noted.
  private mutating func destination(
    of event: SubscriptionEvent, from before: SubscriptionState
  ) -> SubscriptionState {
    // A renewal announced as failing has not failed yet: what is paid for still runs.
    let isAnnounced = periods.last?.isAnnounced(at: event.statedAt) ?? false
    let from = isAnnounced && !event.kind.isRecovery ? .active : before
    let suggested: SubscriptionState
    switch TransitionTable.verdict(from, on: event.kind) {
    case .stays: suggested = before
    case .becomes(let state): suggested = state
    case .contradicts(let state) where store == .appStore && before == .superseded:
      // Apple sells what takes its place under the same name.
      suggested = state
    case .contradicts(let state):
      suggested = state
      anomalies.append(
        Anomaly(
          kind: .contradiction, at: event.statedAt,
          text: "\(event.kind.rawValue) does not follow \(from.rawValue)"))
    }
    let stated = stated(event, after: before)
    switch event.kind {
    case .refunded, .revoked, .superseded:
      // Google's EXPIRED says nothing of a refund (domain case 19).
      return stated == .expired || stated == nil ? suggested : stated ?? suggested
    case .autoRenewDisabled where suggested == .expired:
      // The status may still be that of the failing renewal; the tries are over (domain case 7).
      switch stated {
      case .active, .canceled, .superseded, .refunded: return stated ?? suggested
      case .pending, .renewalPending, .grace, .hold, .paused, .expired, .unknown, nil:
        return .expired
      }
    case .billingFailed where Self.isNoPaymentProblem(event.facts):
      return stated == .expired ? .expired : .canceled
    case .billingFailed:
      if let stated, stated != .active, stated != .canceled { return stated }
      return suggested == .hold && before != .hold && grantsGrace(event) ? .grace : suggested
    case .refundReversed where suggested == .active:
      // Read as if it had not been refunded: it may have ended meanwhile.
      return self.stated(event, after: suggested)
        ?? ((event.facts.autoRenew ?? facts.autoRenew) == false ? .canceled : .active)
    case .purchased, .renewed, .recovered, .productChanged:
      // A payment ends a failure even where the status was taken a moment earlier.
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

  private func stated(
    _ event: SubscriptionEvent, after state: SubscriptionState
  ) -> SubscriptionState? {
    let isReplaced = state == .refunded || (state == .superseded && store == .appStore)
    return StatedState.state(
      of: event, after: state, paidThrough: periods.last?.paidThrough,
      isNewerPayment: isReplaced && isNewerPayment(event.facts))
  }

  /// Whether a failure to renew is none of payment: auto-renew is off and the intent is another
  /// than billing (domain case 22).
  private static func isNoPaymentProblem(_ facts: StoreFacts) -> Bool {
    guard facts.autoRenew == false, let reason = facts.endReason else { return false }
    return reason != .billing
  }

  /// Whether a declined renewal is followed by grace where no status says so: Google's RTDN 6
  /// means it, Apple states the end of it.
  private func grantsGrace(_ event: SubscriptionEvent) -> Bool {
    switch store {
    case .googlePlay: true
    case .appStore: event.facts.graceEndsAt.map { $0 > event.statedAt } ?? false
    }
  }
}

extension EventKind {
  /// Whether the event is a payment that ends a failure.
  fileprivate var isRecovery: Bool { self == .renewed || self == .recovered }
}
