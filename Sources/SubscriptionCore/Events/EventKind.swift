/// What a ``SubscriptionEvent`` says happened.
///
/// The first group is told by the stores, the second is recorded by operators and by the app.
/// The comment of each store kind names the signals that map to it, App Store Server
/// Notifications V2 first, then real-time developer notifications (RTDN) of Google Play.
public enum EventKind: String, Hashable, Sendable, CaseIterable, Codable {
  // MARK: Told by the stores

  /// The store described the subscription as a whole, with no word of what changed: a
  /// verifyReceipt answer, a subscription status, a subscriptionsv2 resource.
  case snapshot
  /// A purchase began it: SUBSCRIBED, RTDN 4, the first transaction of a receipt.
  case purchased
  /// A purchase awaits its first payment: a subscriptionsv2 resource in the state PENDING.
  case purchasePending
  /// A purchase that awaited payment was given up: RTDN 20.
  case pendingPurchaseCanceled
  /// A renewal was paid: DID_RENEW, RTDN 2, a later transaction of a receipt.
  case renewed
  /// A declined renewal was paid after all, or a paused one resumed: DID_RENEW/BILLING_RECOVERY,
  /// RTDN 1. Which of the two follows from the state before (domain case 11).
  case recovered
  /// A renewal was declined: DID_FAIL_TO_RENEW with or without GRACE_PERIOD, RTDN 6.
  case billingFailed
  /// Access ended while the store still tries: GRACE_PERIOD_EXPIRED, RTDN 5.
  case holdStarted
  /// Auto-renew was turned off: DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED, RTDN 3.
  case autoRenewDisabled
  /// Auto-renew was turned on again: DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED, RTDN 7.
  case autoRenewEnabled
  /// An instalment plan was canceled for its end; it stays active until then: RTDN 18.
  case cancellationScheduled
  /// A pause was requested, changed or withdrawn; nothing else yet: RTDN 11.
  case pauseScheduled
  /// A pause began: RTDN 10.
  case paused
  /// Another product takes over at the next renewal: DID_CHANGE_RENEWAL_PREF/DOWNGRADE.
  case productChangeScheduled
  /// A scheduled product change was withdrawn: DID_CHANGE_RENEWAL_PREF without subtype.
  case productChangeReverted
  /// Another product took over at once: DID_CHANGE_RENEWAL_PREF/UPGRADE, RTDN 17.
  case productChanged
  /// Another purchase replaced this one: it is named by a linkedPurchaseToken.
  case superseded
  /// An offer was redeemed on an active subscription: OFFER_REDEEMED.
  case offerRedeemed
  /// A price change asks for consent, got it, or was told: PRICE_INCREASE, RTDN 8, 19 and 22.
  case priceChanged
  /// The renewal date was moved later: RENEWAL_EXTENDED, RTDN 9.
  case renewalExtended
  /// It ended: EXPIRED, RTDN 13, HTTP 410 Gone.
  case expired
  /// A payment was given back: REFUND, RTDN 12, a voided purchase, a cancellation date.
  case refunded
  /// The family's share was taken away: REVOKE.
  case revoked
  /// A refund was taken back: REFUND_REVERSED.
  case refundReversed
  /// A refund was asked for and not granted: REFUND_DECLINED.
  case refundDeclined
  /// The store asks for facts to decide on a refund: CONSUMPTION_REQUEST, pendingRefundReview.
  case refundRequested
  /// The store said something this build has no word for; kept, counted and shown.
  case unrecognized

  // MARK: Recorded by operators and the app

  /// A payment-fix prompt was shown to the user.
  case promptShown
  /// Prompts are to wait until ``SubscriptionEvent/Action/until``.
  case promptSnoozed
  /// Prompts are not to be shown for the current billing episode.
  case promptSuppressed
  /// An operator wrote something down.
  case noted
  /// An operator took the case.
  case claimed
  /// An operator asked for a fresh answer from the store.
  case refreshRequested
  /// An earlier operator event was taken back.
  case undone

  /// What an operator or the app did, where they recorded it; `nil` for what a store told.
  public var action: ActionKind? {
    switch self {
    case .promptShown: .shown
    case .promptSnoozed: .snoozed
    case .promptSuppressed: .suppressed
    case .noted: .noted
    case .claimed: .claimed
    case .refreshRequested: .refreshRequested
    case .undone: .undone
    case .snapshot, .purchased, .purchasePending, .pendingPurchaseCanceled, .renewed, .recovered,
      .billingFailed, .holdStarted, .autoRenewDisabled, .autoRenewEnabled, .cancellationScheduled,
      .pauseScheduled, .paused, .productChangeScheduled, .productChangeReverted, .productChanged,
      .superseded, .offerRedeemed, .priceChanged, .renewalExtended, .expired, .refunded, .revoked,
      .refundReversed, .refundDeclined, .refundRequested, .unrecognized:
      nil
    }
  }

  /// Whether an operator or the app recorded it, rather than a store having told it.
  public var isAction: Bool { action != nil }
}

/// What operators and the app record about a subscription, beside what the stores tell.
public enum ActionKind: Hashable, Sendable, CaseIterable {
  /// A payment-fix prompt was shown.
  case shown
  /// Prompts wait.
  case snoozed
  /// Prompts are kept back for the billing episode.
  case suppressed
  /// Something was written down.
  case noted
  /// Somebody took the case.
  case claimed
  /// A fresh answer of the store was asked for.
  case refreshRequested
  /// Something recorded was taken back.
  case undone
}
