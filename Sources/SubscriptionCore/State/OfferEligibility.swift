/// The eligibility of a user for an introductory offer in a subscription group.
///
/// A user who never subscribed is eligible; a user whose subscription lapsed is eligible if no
/// transaction in the group was a trial or had an introductory price; a subscriber never is
/// (<doc:GoldenCases#G14>; <https://developer.apple.com/app-store/subscriptions/>). If the first
/// payment was never reported, it may have had one.
public enum OfferEligibility: String, Hashable, Sendable, CaseIterable {
  /// Lapsed, and no introductory offer was ever used.
  case lapsedWithoutOffer
  /// Subscribed, or the store still retries a renewal.
  case subscribed
  /// An introductory offer was used before.
  case offerUsed
  /// Another family member pays; the user would have to subscribe.
  case familyShared
  /// The state of the subscription is unknown, or a payment that may have had an offer.
  case notKnown

  /// A Boolean value that indicates whether the user is eligible for the offer.
  public var isEligible: Bool { self == .lapsedWithoutOffer }

  /// The reason as a sentence.
  public var sentence: String {
    switch self {
    case .lapsedWithoutOffer: "The user is not subscribed and has used no introductory offer."
    case .subscribed: "Introductory offers are for those who are not subscribed."
    case .offerUsed: "An introductory offer was used before, and there is one for each user."
    case .familyShared: "Another member of the family pays for it."
    case .notKnown:
      "It is not known whether the user is subscribed, or has used an introductory offer."
    }
  }
}

extension Subscriber {
  /// Returns the user's eligibility for an introductory offer, according to the known purchases.
  ///
  /// Purchases in other groups do not count; if a store has no groups, as Google Play, every
  /// purchase in the app counts.
  public func offerEligibility(at now: Timestamp, policy: ChurnPolicy) -> OfferEligibility {
    let status = status(at: now, policy: policy)
    switch status.state {
    case .active, .renewalPending, .grace, .hold, .paused, .canceled, .pending: return .subscribed
    case .superseded:
      guard let other = machine.facts.replacedBy else { return .subscribed }
      guard let successor = related.first(where: { $0.subscription == other }) else {
        return .notKnown
      }
      if successor.isSubscribed(at: now) { return .subscribed }
    case .expired, .refunded, .unknown: break
    }
    let group = machine.facts.group
    let isSubscribedElsewhere = related.contains { $0.isSubscribed(at: now) && $0.isOf(group) }
    if isSubscribedElsewhere { return .subscribed }
    if machine.facts.familyShared == true, machine.periods.last?.endReason != .familySharing {
      return .familyShared
    }
    let usedElsewhere = related.contains { $0.usedIntroductoryOffer && $0.isOf(group) }
    if machine.usedIntroductoryOffer || usedElsewhere { return .offerUsed }
    // The purchase that this one replaced may have begun with an offer.
    let isPredecessorKnown =
      machine.facts.replaces.map { replaced in
        related.contains { $0.subscription == replaced }
      } ?? true
    // An order may have been voided without ending the subscription.
    let isLapsed = status.state != .unknown && !status.isAccessInDoubt
    return isLapsed && isPredecessorKnown && !mayHaveUsedOffer ? .lapsedWithoutOffer : .notKnown
  }

  /// A Boolean value that indicates whether an introductory offer may have been used without a
  /// report: the first payment is not known, or Google names an offer and not its phase.
  private var mayHaveUsedOffer: Bool {
    switch store {
    case .appStore:
      return facts.originalTransactionID.map { !names.transactionIDs.contains($0) } ?? false
    case .googlePlay:
      if facts.basePlan?.contains("/") ?? false { return true }
      return machine.periods.first?.state != .pending
        && !names.orderIDs.contains { PlayOrderNumber.of($0) == 0 }
    }
  }
}
