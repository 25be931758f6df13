/// Another purchase of the same user that may be charged beside this one: one of the two was bought
/// while a renewal of the other was failing (<doc:EdgeCases#Case-6>).
///
/// It is only a warning: a statement about one subscription never ends another.
public struct DoubleBilling: Hashable, Sendable {
  /// The other subscription.
  public var other: SubscriptionID
  /// The product bought there.
  public var product: ProductID
  /// The date of the other purchase.
  public var since: Timestamp
  /// The date on which the other subscription ended, or ends without a further report; `nil` while
  /// it goes on.
  public var until: Timestamp?

  /// Returns whether both are subscribed to at an instant.
  func isRisk(at now: Timestamp) -> Bool { since <= now && until.map { now < $0 } ?? true }
}

extension Subscriber {
  /// Returns the purchases that may be charged beside this one at an instant: while a renewal of
  /// this one is failing, or as long as the other one renews.
  func doubleBilling(at now: Timestamp, isFailing: Bool) -> [DoubleBilling] {
    doubleBilling.filter { risk in
      guard risk.isRisk(at: now) else { return false }
      return isFailing || related.first { $0.subscription == risk.other }?.autoRenew != false
    }
  }
}
