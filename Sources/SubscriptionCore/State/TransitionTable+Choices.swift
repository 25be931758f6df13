// MARK: Choices of users and developers

extension TransitionTable {
  /// AUTO_RENEW_DISABLED, RTDN 3.
  ///
  /// While a renewal is failing or a subscription is paused no paid time is left, so canceling ends
  /// it at once (<doc:EdgeCases#Case-7> and <doc:EdgeCases#Case-8>).
  static func autoRenewDisabled(_ state: SubscriptionState) -> Verdict {
    switch state {
    case .unknown, .active, .renewalPending: .becomes(.canceled)
    case .grace, .hold, .paused: .becomes(.expired)
    case .canceled, .expired, .refunded, .superseded: .stays
    case .pending: .contradicts(.pending)
    }
  }

  /// AUTO_RENEW_ENABLED, RTDN 7.
  ///
  /// On an ended subscription it only precedes a purchase.
  static func autoRenewEnabled(_ state: SubscriptionState) -> Verdict {
    switch state {
    case .unknown, .canceled: .becomes(.active)
    case .active, .renewalPending, .grace, .hold, .paused, .expired, .refunded, .superseded:
      .stays
    case .pending: .contradicts(.pending)
    }
  }

  /// RTDN 18: an instalment plan stays active until its commitment ends (<doc:EdgeCases#Case-38>).
  static func cancellationScheduled(_ state: SubscriptionState) -> Verdict {
    switch state {
    case .unknown: .becomes(.active)
    case .active, .renewalPending, .grace, .hold, .canceled: .stays
    case .pending, .paused, .expired, .refunded, .superseded: .contradicts(state)
    }
  }

  /// RTDN 11: a scheduled pause changes nothing before the period ends (<doc:EdgeCases#Case-31>).
  static func pauseScheduled(_ state: SubscriptionState) -> Verdict {
    switch state {
    case .unknown: .becomes(.active)
    case .active, .renewalPending, .paused, .canceled: .stays
    case .pending, .grace, .hold, .expired, .refunded, .superseded: .contradicts(state)
    }
  }

  /// RTDN 10: only a subscription that renews can be paused.
  static func paused(_ state: SubscriptionState) -> Verdict {
    switch state {
    case .unknown, .active, .renewalPending: .becomes(.paused)
    case .paused: .stays
    case .pending, .grace, .hold, .canceled, .expired, .refunded, .superseded:
      .contradicts(.paused)
    }
  }

  /// DID_CHANGE_RENEWAL_PREF/DOWNGRADE and OFFER_REDEEMED: choosing the next product turns
  /// auto-renew on again (<doc:EdgeCases#Case-20>), and before 2024 revived an ended subscription.
  static func changeOfTerms(_ state: SubscriptionState) -> Verdict {
    switch state {
    case .unknown, .canceled, .expired, .refunded: .becomes(.active)
    case .active, .renewalPending, .grace, .hold: .stays
    case .pending, .paused, .superseded: .contradicts(state)
    }
  }

  /// DID_CHANGE_RENEWAL_PREF without subtype: the next renewal is the current product again.
  static func changeReverted(_ state: SubscriptionState) -> Verdict {
    switch state {
    case .unknown: .becomes(.active)
    case .active, .renewalPending, .grace, .hold, .canceled: .stays
    case .pending, .paused, .expired, .refunded, .superseded: .contradicts(state)
    }
  }

  /// DID_CHANGE_RENEWAL_PREF/UPGRADE, a purchase, so it also pays a failing renewal; RTDN 17, which
  /// leaves it as it is.
  static func productChanged(_ state: SubscriptionState) -> Verdict {
    switch state {
    case .unknown, .active, .renewalPending, .canceled, .grace, .hold, .expired, .refunded:
      .becomes(.active)
    case .pending, .paused, .superseded: .contradicts(.active)
    }
  }
}

// MARK: Ends

extension TransitionTable {
  /// EXPIRED, RTDN 13.
  ///
  /// The notification that follows a refund or a replacement changes nothing.
  static func expired(_ state: SubscriptionState) -> Verdict {
    switch state {
    case .unknown, .pending, .active, .renewalPending, .grace, .hold, .paused, .canceled:
      .becomes(.expired)
    case .expired, .refunded, .superseded: .stays
    }
  }

  /// REFUND, REVOKE, RTDN 12 on the latest transaction.
  ///
  /// The prorated refund of an upgrade is not one of the subscription (<doc:EdgeCases#Case-21>).
  static func refunded(_ state: SubscriptionState) -> Verdict {
    switch state {
    case .unknown, .active, .renewalPending, .grace, .hold, .paused, .canceled, .expired:
      .becomes(.refunded)
    case .refunded, .superseded: .stays
    case .pending: .contradicts(.refunded)
    }
  }

  /// REFUND_REVERSED restores the refunded subscription, with the renewal date unchanged
  /// (<doc:EdgeCases#Case-18>).
  static func refundReversed(_ state: SubscriptionState) -> Verdict {
    switch state {
    case .refunded: .becomes(.active)
    case .unknown, .active, .renewalPending, .grace, .hold, .paused, .canceled, .expired,
      .superseded:
      .stays
    case .pending: .contradicts(.pending)
    }
  }
}
