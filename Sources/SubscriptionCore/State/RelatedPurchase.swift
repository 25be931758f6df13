/// Another subscription of the same user in the same app, with what matters to this one.
///
/// A purchase made while this one is on hold replaces it at Google Play, where a user who buys
/// again gets a new token that nothing links to the old one (<doc:EdgeCases#Case-15>). Any other
/// purchase made while a renewal is failing may end with both being charged
/// (<doc:EdgeCases#Case-6>).
public struct RelatedPurchase: Hashable, Sendable {
  /// The other subscription.
  public var subscription: SubscriptionID
  /// The product bought.
  public var product: ProductID
  /// Apple's subscription group of the product, if it is known.
  public var group: String?
  /// The date on which the other subscription was first bought.
  public var purchasedAt: Timestamp
  /// The date on which the other subscription ended; `nil` while it runs.
  public var endedAt: Timestamp?
  /// A Boolean value that indicates whether the other subscription ever used an introductory offer.
  public var usedIntroductoryOffer: Bool

  /// Creates a purchase.
  public init(
    subscription: SubscriptionID, product: ProductID, group: String? = nil,
    purchasedAt: Timestamp, endedAt: Timestamp? = nil, usedIntroductoryOffer: Bool = false
  ) {
    self.subscription = subscription
    self.product = product
    self.group = group
    self.purchasedAt = purchasedAt
    self.endedAt = endedAt
    self.usedIntroductoryOffer = usedIntroductoryOffer
  }
}
