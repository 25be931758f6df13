/// Another purchase of the same user that support needs to see together with this one.
public struct LinkedPurchase: Hashable, Sendable {
  /// The relation of another purchase to this one.
  public enum Relation: String, Hashable, Sendable, CaseIterable {
    /// It replaced this one: an upgrade, or a resubscription from the store's pages.
    case replacement
    /// It was bought while this one was on hold, and closes it (<doc:EdgeCases#Case-15>).
    case repurchaseOnHold
    /// This one replaced it.
    case predecessor
    /// One of the two was bought while a renewal of the other was failing; both may be charged
    /// (<doc:EdgeCases#Case-6>).
    case doubleBilling
    /// It ended before this one began: the user came back.
    case earlier
    /// It began after this one ended: the user came back.
    case later
    /// It runs or ran at the same time.
    case beside
  }

  /// The relation of the other purchase to this one.
  public var relation: Relation
  /// The other subscription.
  public var subscription: SubscriptionID
  /// The product bought there; empty if it is unknown.
  public var product: ProductID
  /// The date of the purchase; `nil` if only its identifier is known.
  public var since: Timestamp?
  /// The date on which it ended; `nil` while it runs.
  public var until: Timestamp?

  /// Creates a link.
  public init(
    _ relation: Relation, _ subscription: SubscriptionID, product: ProductID = "",
    since: Timestamp? = nil, until: Timestamp? = nil
  ) {
    (self.relation, self.subscription, self.product) = (relation, subscription, product)
    (self.since, self.until) = (since, until)
  }
}

extension Subscriber {
  /// Returns the other purchases of the same user known at an instant, each once, replacements
  /// first.
  ///
  /// - Complexity: O(*n*) for *n* purchases.
  public func linkedPurchases(at now: Timestamp, policy: ChurnPolicy) -> [LinkedPurchase] {
    var links: [LinkedPurchase] = []
    var known: Set<SubscriptionID> = [id]
    func add(_ relation: LinkedPurchase.Relation, _ other: SubscriptionID) {
      guard known.insert(other).inserted else { return }
      let purchase = related.first { $0.subscription == other }
      links.append(
        LinkedPurchase(
          relation, other, product: purchase?.product ?? "", since: purchase?.purchasedAt,
          until: purchase?.end.flatMap { $0 <= now ? $0 : nil }))
    }
    let replacedAt = machine.periods.last { $0.state == .superseded }?.since
    if let other = machine.facts.replacedBy, replacedAt.map({ $0 <= now }) ?? true {
      add(wasHeld(at: replacedAt) ? .repurchaseOnHold : .replacement, other)
    }
    if let other = machine.facts.replaces { add(.predecessor, other) }
    if let other = machine.facts.resubscribes { add(.earlier, other) }
    let own = RelatedPurchase(of: self, policy: policy)
    let heard = related.filter { $0.purchasedAt <= now }
    for risk in doubleBilling(at: now, isFailing: machine.state.isFailing) {
      add(.doubleBilling, risk.other)
    }
    for purchase in heard { add(relation(of: own, to: purchase, at: now), purchase.subscription) }
    return links
  }

  /// Returns whether this one was on hold when it was replaced.
  private func wasHeld(at replacedAt: Timestamp?) -> Bool {
    guard let replacedAt else { return false }
    return machine.periods.last { $0.since < replacedAt }?.state == .hold
  }

  private func relation(
    of own: RelatedPurchase, to purchase: RelatedPurchase, at now: Timestamp
  ) -> LinkedPurchase.Relation {
    if purchase.replacedBy == id { return .predecessor }
    if let end = purchase.end, end <= now, end <= own.purchasedAt { return .earlier }
    if store.replacesHeldPurchases, let held = purchase.heldSince, held <= own.purchasedAt,
      purchase.product == own.product
    {
      return .predecessor
    }
    if let end = own.end, end <= now, end <= purchase.purchasedAt { return .later }
    return .beside
  }
}
