// MARK: Purchases known only from notifications

extension Subscriber {
  /// A Boolean value that indicates whether the purchase is known only from notifications.
  ///
  /// A notification of Google Play states only a change: no product, no dates, no
  /// account, and not always the state (<doc:GooglePlayRules#Notifications>,
  /// <doc:EdgeCases#Case-9>). The App Store includes the signed transaction.
  public var isNotYetAsked: Bool {
    guard store.describesOnRequest else { return false }
    let facts = machine.facts
    return facts.status == nil && facts.expiresAt == nil && facts.startedAt == nil
  }

  /// A Boolean value that indicates whether only Google's list of voided purchases names the
  /// purchase, which does not say whether it is a subscription (<doc:GooglePlayRules#Purchases>).
  var isOnlyListedVoid: Bool { machine.isOnlyListedVoid }
}

extension Phase {
  /// The phase without a state, where not even the kind of the purchase is known.
  var unknown: Phase { Phase(state: .unknown, from: from, to: to, access: false) }

  /// The phase as far as notifications alone establish it.
  ///
  /// The type of a notification establishes a failing renewal, a pause or an end. A payment
  /// establishes access, but not its end, so the state is unknown.
  var withoutUnprovenAccess: Phase {
    switch state {
    case .active, .renewalPending, .canceled: unknown
    case .pending, .grace, .hold, .paused, .expired, .refunded, .superseded, .unknown: self
    }
  }
}
