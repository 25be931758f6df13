import SubscriptionCore

extension AppStorePayloadEncoder {
  /// Returns the notification types and subtypes of an event; several if Apple sends several, none
  /// if the App Store has no such event.
  static func notifications(
    for word: SimulatedEvent.Word, _ contract: SimulatedSubscription
  ) -> [(type: String, subtype: String?)] {
    switch word {
    case .purchased(let again): [("SUBSCRIBED", again ? "RESUBSCRIBE" : "INITIAL_BUY")]
    case .introduced where contract.renewals == 0: [("SUBSCRIBED", "INITIAL_BUY")]
    case .renewed, .introduced: [("DID_RENEW", nil)]
    case .recovered: [("DID_RENEW", "BILLING_RECOVERY")]
    case .failed: [("DID_FAIL_TO_RENEW", contract.status == .grace ? "GRACE_PERIOD" : nil)]
    case .holdStarted: [("GRACE_PERIOD_EXPIRED", nil)]
    case .autoRenewOff: [("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED")]
    case .autoRenewOn: [("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED")]
    case .upgraded: [("DID_CHANGE_RENEWAL_PREF", "UPGRADE")]
    case .downgradeScheduled: [("DID_CHANGE_RENEWAL_PREF", "DOWNGRADE")]
    case .postponed: [("RENEWAL_EXTENDED", nil)]
    case .priceIncrease(let accepted): [("PRICE_INCREASE", accepted ? "ACCEPTED" : "PENDING")]
    case .refunded: [("REFUND", nil)]
    case .revoked: [("REVOKE", nil)]
    case .refundAsked: [("CONSUMPTION_REQUEST", nil)]
    case .expired, .canceledAndExpired: [("EXPIRED", expiry(contract.endReason))]
    case .pendingPurchase, .pendingGivenUp, .resumed, .cancellationScheduled,
      .pauseScheduled, .paused, .replaced, .unheardOf, .action:
      []
    }
  }

  private static func expiry(_ reason: EndReason?) -> String? {
    switch reason {
    case .voluntary: "VOLUNTARY"
    case .billing: "BILLING_RETRY"
    case .priceIncrease: "PRICE_INCREASE"
    case .productUnavailable: "PRODUCT_NOT_FOR_SALE"
    case .developer, .refund, .familySharing, .other, nil: nil
    }
  }
}
