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
  /// The date on which the other subscription ended, according to the store; `nil` while it runs.
  public var endedAt: Timestamp?
  /// The date since which it has been on hold; `nil` if it is not.
  ///
  /// At Google Play another purchase of the same product replaces it (<doc:EdgeCases#Case-15>).
  public var heldSince: Timestamp?
  /// The date on which it ends without a further report, with the tries of a failing renewal or
  /// with a paid period that is the last; `nil` if it goes on.
  public var runsOutAt: Timestamp?
  /// The date from which it gives no access without a further report; `nil` if none is known.
  public var accessEnds: Timestamp?
  /// The date from which it is not known whether it gives access without a further report, as a
  /// renewal goes unreported for too long (<doc:EdgeCases#Case-12>); `nil` if none is known.
  public var silentFrom: Timestamp?
  /// The times in which a renewal of it was failing, oldest first.
  public var failures: [Range<Timestamp>]
  /// A Boolean value that indicates whether it renews: auto-renew is on, as far as is known.
  public var autoRenew: Bool
  /// A Boolean value that indicates whether its latest payment was refunded and auto-renew is on
  /// all the same (<doc:EdgeCases#Case-18>).
  public var renewsAfterRefund = false
  /// A Boolean value that indicates whether another member of the family pays for it.
  public var isFamilyShared: Bool
  /// The environment it was made in: a test purchase changes nothing for a real one.
  public var environment: StoreEnvironment
  /// A Boolean value that indicates whether nothing was paid for the other subscription so far: it
  /// is pending, or its first payment was called off.
  public var isPending: Bool
  /// A Boolean value that indicates whether the other subscription ever used an introductory offer.
  public var usedIntroductoryOffer: Bool
  /// The purchase that replaced it, according to the store; `nil` if none did.
  public var replacedBy: SubscriptionID?

  /// Creates a purchase.
  public init(
    subscription: SubscriptionID, product: ProductID, group: String? = nil,
    purchasedAt: Timestamp, endedAt: Timestamp? = nil, heldSince: Timestamp? = nil,
    runsOutAt: Timestamp? = nil, accessEnds: Timestamp? = nil,
    failures: [Range<Timestamp>] = [], autoRenew: Bool = true, isFamilyShared: Bool = false,
    environment: StoreEnvironment = .production, isPending: Bool = false,
    usedIntroductoryOffer: Bool = false
  ) {
    self.subscription = subscription
    self.product = product
    self.group = group
    self.purchasedAt = purchasedAt
    self.endedAt = endedAt
    (self.heldSince, self.failures) = (heldSince, failures)
    (self.runsOutAt, self.accessEnds) = (runsOutAt, accessEnds)
    self.autoRenew = autoRenew
    self.isFamilyShared = isFamilyShared
    self.environment = environment
    self.isPending = isPending
    self.usedIntroductoryOffer = usedIntroductoryOffer
  }

  /// The date on which it ended, or will end without a further report (<doc:EdgeCases#Case-14>).
  public var end: Timestamp? { endedAt ?? runsOutAt }

  /// Returns whether the user is subscribed to it at an instant: it may be on hold.
  func isSubscribed(at now: Timestamp) -> Bool {
    !isPending && purchasedAt <= now && end.map { now < $0 } ?? true
  }

  /// Returns whether it gives access at an instant, by the store's reports and their dates: none in
  /// hold, in a pause, after the end, nor where a renewal goes unreported for too long.
  public func isRunning(at now: Timestamp) -> Bool { purchasedAt <= now && givesAccess(after: now) }

  /// Returns whether it gives access at some time after an instant.
  func givesAccess(after instant: Timestamp) -> Bool {
    !isPending
      && [endedAt, heldSince, accessEnds].allSatisfy { $0.map { instant < $0 } ?? true }
  }

  /// Returns whether its access is known at an instant.
  func isAccessKnown(at now: Timestamp) -> Bool {
    endedAt.map { $0 <= now } ?? false || silentFrom.map { now < $0 } ?? true
  }

  /// Returns whether a renewal of it is failing at an instant.
  func isFailing(at now: Timestamp) -> Bool { failures.contains { $0.contains(now) } }

  /// Returns whether it belongs to a subscription group; one that is not known may be any.
  public func isOf(_ other: String?) -> Bool { group == nil || other == nil || group == other }
}

extension [RelatedPurchase] {
  /// Returns the purchases, of which one on hold ends where another one of the same product
  /// replaced it (<doc:EdgeCases#Case-15>): alone, neither knows of the other.
  func endingReplaced(at store: Store) -> [RelatedPurchase] {
    guard store.replacesHeldPurchases else { return self }
    return map { held in
      guard let since = held.heldSince, !held.isFamilyShared,
        let next = first(where: { next in
          next.subscription != held.subscription && next.product == held.product
            && next.environment == held.environment && !next.isPending && !next.isFamilyShared
            && next.purchasedAt >= since && held.end.map { next.purchasedAt < $0 } ?? true
        })
      else { return held }
      var ended = held
      ended.endedAt = next.purchasedAt
      ended.failures = held.failures.filter { $0.lowerBound < next.purchasedAt }
        .map { $0.lowerBound..<Swift.min($0.upperBound, next.purchasedAt) }
      return ended
    }
  }
}
