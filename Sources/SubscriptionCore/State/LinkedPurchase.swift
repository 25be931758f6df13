/// Another purchase of the same user that support has to look at together with this one.
public struct LinkedPurchase: Hashable, Sendable {
  /// What the other purchase is to this one.
  public enum Relation: String, Hashable, Sendable, CaseIterable {
    /// It took this one's place: an upgrade, a resubscription from the store's pages.
    case replacement
    /// It was bought anew while this one was on hold, and closes it (domain case 15).
    case repurchaseOnHold
    /// This one took its place.
    case predecessor
    /// It was bought while a renewal of this one is failing; both may be charged (domain case 6).
    case doubleBilling
    /// It ended before this one began: the user came back.
    case earlier
    /// It began after this one ended: the user came back.
    case later
    /// It runs or ran at the same time.
    case beside
  }

  /// What the other purchase is to this one.
  public var relation: Relation
  /// The other subscription.
  public var subscription: SubscriptionID
  /// The product bought there; empty where it is not known.
  public var product: ProductID
  /// When it was bought; `nil` where only its name is known.
  public var since: Timestamp?
  /// When it ended; `nil` while it runs.
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
  /// The other purchases of the same user heard of by an instant, those that replace first.
  ///
  /// - Complexity: O(*n*) for *n* purchases.
  public func linkedPurchases(at now: Timestamp) -> [LinkedPurchase] {
    var links: [LinkedPurchase] = []
    var known: Set<SubscriptionID> = [id]
    func add(_ relation: LinkedPurchase.Relation, _ other: SubscriptionID) {
      guard known.insert(other).inserted else { return }
      let purchase = related.first { $0.subscription == other }
      links.append(
        LinkedPurchase(
          relation, other, product: purchase?.product ?? "", since: purchase?.purchasedAt,
          until: purchase?.endedAt.flatMap { $0 <= now ? $0 : nil }))
    }
    let replacedAt = machine.periods.last { $0.state == .superseded }?.since
    if let other = machine.facts.replacedBy, replacedAt.map({ $0 <= now }) ?? true {
      add(wasHeld(at: replacedAt) ? .repurchaseOnHold : .replacement, other)
    }
    if let other = machine.facts.replaces { add(.predecessor, other) }
    let heard = related.filter { $0.purchasedAt <= now }
    for risk in doubleBilling where risk.since <= now && risk.until.map({ $0 > now }) ?? true {
      add(.doubleBilling, risk.other)
    }
    for purchase in heard { add(relation(to: purchase, at: now), purchase.subscription) }
    return links
  }

  /// Whether this one was on hold when it was replaced.
  private func wasHeld(at replacedAt: Timestamp?) -> Bool {
    guard let replacedAt else { return false }
    return machine.periods.last { $0.since < replacedAt }?.state == .hold
  }

  private func relation(
    to purchase: RelatedPurchase, at now: Timestamp
  ) -> LinkedPurchase.Relation {
    let own = RelatedPurchase(of: self)
    if let end = purchase.endedAt, end <= now, end <= own.purchasedAt { return .earlier }
    if let end = own.endedAt, end <= now, end <= purchase.purchasedAt { return .later }
    return .beside
  }
}
