import SubscriptionCore

extension Ledger {
  /// The payments of a subscription and of the same user's other purchases up to an instant, oldest
  /// first.
  ///
  /// Those for the same time on two purchases are marked; see `Payment.joined(_:with:)`.
  ///
  /// - Throws: A ``LedgerError`` where the ledger cannot be read.
  public func payments(
    of subscriber: Subscriber, _ events: [SubscriptionEvent], at now: Timestamp
  ) throws(LedgerError) -> [Payment] {
    var others: [(relation: LinkedPurchase.Relation, payments: [Payment])] = []
    let links = subscriber.linkedPurchases(at: now, policy: policy)
    for link in links.prefix(linkedPurchasesMax) {
      guard let other = try self.subscriber(link.subscription) else { continue }
      let told = try self.events(of: link.subscription).map(\.event)
      others.append((link.relation, other.payments(in: told, at: now)))
    }
    return Payment.joined(subscriber.payments(in: events, at: now), with: others)
  }
}

/// The most other purchases of a user that are looked through for payments.
private let linkedPurchasesMax = 20
