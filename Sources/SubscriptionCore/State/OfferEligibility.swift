/// Whether an account may still get an introductory offer in a subscription group.
///
/// Who never subscribed may; who lapsed may if no transaction in the group was a trial or had an
/// introductory price; who is subscribed never (golden case G14;
/// <https://developer.apple.com/app-store/subscriptions/>).
public enum OfferEligibility: String, Hashable, Sendable, CaseIterable {
  /// Lapsed, and no introductory offer was ever used.
  case lapsedWithoutOffer
  /// Subscribed, or the store still tries to collect a renewal.
  case subscribed
  /// An introductory offer was used before.
  case offerUsed
  /// Somebody else of the family pays and would have to buy.
  case familyShared
  /// No store has said where the subscription stands.
  case notKnown

  /// Whether the offer may be had.
  public var isEligible: Bool { self == .lapsedWithoutOffer }

  /// The reason as a sentence.
  public var sentence: String {
    switch self {
    case .lapsedWithoutOffer: "The user is not subscribed and has used no introductory offer."
    case .subscribed: "Introductory offers are for those who are not subscribed."
    case .offerUsed: "An introductory offer was used before, and there is one for each user."
    case .familyShared: "Another member of the family pays for it."
    case .notKnown: "It is not known whether the user is subscribed."
    }
  }
}

extension Subscriber {
  /// Whether the user may still get an introductory offer, as far as the purchases heard of tell.
  ///
  /// Purchases of other groups do not count; where a store names no groups, as Google Play, every
  /// purchase in the app does.
  public func offerEligibility(at now: Timestamp, policy: ChurnPolicy) -> OfferEligibility {
    let state = status(at: now, policy: policy).state
    switch state {
    case .active, .renewalPending, .grace, .hold, .paused, .canceled, .pending: return .subscribed
    case .superseded: return .subscribed
    case .expired, .refunded, .unknown: break
    }
    if machine.facts.familyShared == true { return .familyShared }
    let group = machine.facts.group
    let usedElsewhere = related.contains {
      $0.usedIntroductoryOffer && (group == nil || $0.group == nil || $0.group == group)
    }
    if machine.usedIntroductoryOffer || usedElsewhere { return .offerUsed }
    return state == .unknown ? .notKnown : .lapsedWithoutOffer
  }
}
