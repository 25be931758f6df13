/// The kind of change that a ``SubscriptionEvent`` reports.
///
/// The stores report the first group; operators and the app record the second. The comment of each
/// store kind names the signals that map to it, App Store Server Notifications V2 first, then
/// real-time developer notifications (RTDN) of Google Play.
public enum EventKind: String, Hashable, Sendable, CaseIterable {
  // MARK: Reported by the stores

  /// The store described the subscription as a whole, without saying what changed: a verifyReceipt
  /// answer, a subscription status, a subscriptionsv2 resource.
  case snapshot
  /// A purchase began it: SUBSCRIBED, RTDN 4, the first transaction of a receipt.
  case purchased
  /// A purchase awaits its first payment: a subscriptionsv2 resource in the state PENDING.
  case purchasePending
  /// A purchase that awaited payment was canceled: RTDN 20.
  case pendingPurchaseCanceled
  /// A renewal was paid: DID_RENEW, RTDN 2, a later transaction of a receipt.
  case renewed
  /// A declined renewal was paid after all, or a paused one resumed: DID_RENEW/BILLING_RECOVERY,
  /// RTDN 1. Which of the two follows from the state before (<doc:EdgeCases#Case-11>).
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
  /// A change to another product is scheduled for the next renewal:
  /// DID_CHANGE_RENEWAL_PREF/DOWNGRADE.
  case productChangeScheduled
  /// A scheduled product change was withdrawn: DID_CHANGE_RENEWAL_PREF without subtype.
  case productChangeReverted
  /// The product changed immediately: DID_CHANGE_RENEWAL_PREF/UPGRADE, RTDN 17.
  case productChanged
  /// Another purchase, whose linkedPurchaseToken names this one, replaced it.
  case superseded
  /// An offer was redeemed on an active subscription: OFFER_REDEEMED.
  case offerRedeemed
  /// A price change awaits consent, has it, or was announced: PRICE_INCREASE, RTDN 8, 19 and 22.
  case priceChanged
  /// The renewal date was moved later: RENEWAL_EXTENDED, RTDN 9.
  case renewalExtended
  /// The subscription ended: EXPIRED, RTDN 13, HTTP 410 Gone.
  case expired
  /// A payment was refunded: REFUND, RTDN 12, a voided purchase, a cancellation date.
  case refunded
  /// Family Sharing access was revoked: REVOKE.
  case revoked
  /// A refund was reversed: REFUND_REVERSED.
  case refundReversed
  /// A refund request was declined: REFUND_DECLINED.
  case refundDeclined
  /// The store requests information to decide on a refund: CONSUMPTION_REQUEST,
  /// pendingRefundReview.
  case refundRequested
  /// The store sent a notification this build does not recognize; it is stored, counted and shown.
  case unrecognized

  // MARK: Recorded by operators and the app

  /// A payment-fix prompt was shown to the user.
  case promptShown
  /// Prompts are snoozed until ``SubscriptionEvent/Action/until``.
  case promptSnoozed
  /// Prompts are suppressed for the current billing episode.
  case promptSuppressed
  /// An operator wrote a note.
  case noted
  /// An operator claimed the case.
  case claimed
  /// An operator requested a refresh from the store.
  case refreshRequested
  /// An earlier operator event was undone.
  case undone

  /// The kind of action, if an operator or the app recorded the event; `nil` if a store reported
  /// it.
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

  /// A Boolean value that indicates whether an operator or the app recorded the event, rather than
  /// a store.
  public var isAction: Bool { action != nil }

  /// The name in words, for example `pause scheduled`.
  var words: String {
    rawValue.reduce(into: "") { text, letter in
      text += letter.isUppercase ? " " + letter.lowercased() : String(letter)
    }
  }
}

/// The kinds of actions that operators and the app record for a subscription.
public enum ActionKind: Hashable, Sendable, CaseIterable {
  /// A payment-fix prompt was shown.
  case shown
  /// Prompts were snoozed.
  case snoozed
  /// Prompts were suppressed for the billing episode.
  case suppressed
  /// A note was written.
  case noted
  /// An operator claimed the case.
  case claimed
  /// A refresh from the store was requested.
  case refreshRequested
  /// An earlier action was undone.
  case undone
}
