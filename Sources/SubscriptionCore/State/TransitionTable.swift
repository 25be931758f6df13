/// The effect of each event kind on each state, before the event's dates and status are considered.
///
/// Total: every ``EventKind`` has a row, every ``SubscriptionState`` a cell, and no switch has a
/// default, so a new kind or state does not compile until its rules are written. A status that the
/// store states with an event has precedence over the table (see ``StatedState``).
enum TransitionTable {
  /// One cell of the table.
  enum Verdict: Hashable {
    /// The event does not affect the state.
    case stays
    /// The event moves the subscription, as the store's rules foresee.
    case becomes(SubscriptionState)
    /// The previous state does not allow the event; the store's statement is applied nonetheless.
    case contradicts(SubscriptionState)
  }

  /// Returns the cell of a state and a kind.
  static func verdict(_ state: SubscriptionState, on kind: EventKind) -> Verdict {
    switch kind {
    case .purchased: purchased(state)
    case .purchasePending: purchasePending(state)
    case .pendingPurchaseCanceled: pendingPurchaseCanceled(state)
    case .renewed: renewed(state)
    case .recovered: recovered(state)
    case .billingFailed: billingFailed(state)
    case .holdStarted: holdStarted(state)
    case .autoRenewDisabled: autoRenewDisabled(state)
    case .autoRenewEnabled: autoRenewEnabled(state)
    case .cancellationScheduled: cancellationScheduled(state)
    case .pauseScheduled: pauseScheduled(state)
    case .paused: paused(state)
    case .productChangeScheduled, .offerRedeemed: changeOfTerms(state)
    case .productChangeReverted: changeReverted(state)
    case .productChanged: productChanged(state)
    case .superseded: .becomes(.superseded)
    case .renewalExtended: renewalExtended(state)
    case .expired: expired(state)
    case .refunded, .revoked: refunded(state)
    case .refundReversed: refundReversed(state)
    case .snapshot, .priceChanged, .refundDeclined, .refundRequested, .unrecognized: .stays
    case .promptShown, .promptSnoozed, .promptSuppressed, .noted, .claimed, .refreshRequested,
      .undone:
      .stays
    }
  }
}

// MARK: Payments

extension TransitionTable {
  /// SUBSCRIBED, RTDN 4.
  ///
  /// Apple sells again under the same identifier, Google under a new token, so a purchase for a
  /// paused or replaced token is impossible.
  private static func purchased(_ state: SubscriptionState) -> Verdict {
    switch state {
    case .unknown, .pending, .active, .renewalPending, .canceled, .grace, .hold, .expired,
      .refunded:
      .becomes(.active)
    case .paused, .superseded: .contradicts(.active)
    }
  }

  /// A pending payment begins a purchase; it never follows a paid one.
  private static func purchasePending(_ state: SubscriptionState) -> Verdict {
    switch state {
    case .unknown, .pending: .becomes(.pending)
    case .active, .renewalPending, .grace, .hold, .paused, .canceled, .expired, .refunded,
      .superseded:
      .contradicts(.pending)
    }
  }

  /// RTDN 20 voids a purchase that was never paid, and cannot end one that was.
  private static func pendingPurchaseCanceled(_ state: SubscriptionState) -> Verdict {
    switch state {
    case .unknown, .pending: .becomes(.expired)
    case .expired: .stays
    case .active, .renewalPending, .grace, .hold, .paused, .canceled, .refunded, .superseded:
      .contradicts(state)
    }
  }

  /// DID_RENEW, RTDN 2.
  ///
  /// From grace or hold it is a recovery; from expired a late report of one, or a receipt's
  /// transaction after a gap.
  private static func renewed(_ state: SubscriptionState) -> Verdict {
    switch state {
    case .unknown, .active, .renewalPending, .grace, .hold, .expired, .refunded:
      .becomes(.active)
    case .pending, .paused, .canceled, .superseded: .contradicts(.active)
    }
  }

  /// DID_RENEW/BILLING_RECOVERY, RTDN 1: a recovery from grace or hold, a resumption from paused
  /// (<doc:EdgeCases#Case-11>).
  ///
  /// The tries may go on after a refund (<doc:EdgeCases#Case-18>).
  private static func recovered(_ state: SubscriptionState) -> Verdict {
    switch state {
    case .unknown, .renewalPending, .grace, .hold, .paused, .expired, .refunded:
      .becomes(.active)
    case .pending, .active, .canceled, .superseded: .contradicts(.active)
    }
  }

  /// DID_FAIL_TO_RENEW, RTDN 6.
  ///
  /// The facts determine whether grace is granted; without them the App Store grants none. A
  /// replaced subscription may continue to fail and stays replaced.
  private static func billingFailed(_ state: SubscriptionState) -> Verdict {
    switch state {
    case .unknown, .active, .renewalPending, .paused, .refunded: .becomes(.hold)
    case .grace, .hold, .superseded: .stays
    case .pending, .canceled, .expired: .contradicts(.hold)
    }
  }

  /// GRACE_PERIOD_EXPIRED, RTDN 5.
  ///
  /// With grace off Google moves from active to hold after the silent day
  /// (<doc:EdgeCases#Case-33>), and from a pause whose payment fails at once
  /// (<doc:EdgeCases#Case-30>).
  private static func holdStarted(_ state: SubscriptionState) -> Verdict {
    switch state {
    case .unknown, .active, .renewalPending, .grace, .paused: .becomes(.hold)
    case .hold, .superseded: .stays
    case .pending, .canceled, .expired, .refunded: .contradicts(.hold)
    }
  }

  /// RENEWAL_EXTENDED, RTDN 9: the developer moved a renewal that is not failing.
  private static func renewalExtended(_ state: SubscriptionState) -> Verdict {
    switch state {
    case .unknown, .active, .renewalPending: .becomes(.active)
    case .canceled, .paused: .stays
    case .pending, .grace, .hold, .expired, .refunded, .superseded: .contradicts(state)
    }
  }
}
