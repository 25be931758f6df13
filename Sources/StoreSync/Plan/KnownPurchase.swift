import SubscriptionCore

/// A purchase as a store knows it.
public struct KnownPurchase: Hashable, Sendable {
  /// churntop's name for the subscription.
  public var id: SubscriptionID
  /// The transaction identifier or purchase token.
  public var name: String
  /// When it expires by the store's latest word; `nil` where there is none.
  public var expiresAt: Timestamp?

  /// Creates a purchase.
  public init(id: SubscriptionID, name: String, expiresAt: Timestamp? = nil) {
    (self.id, self.name, self.expiresAt) = (id, name, expiresAt)
  }

  /// Names what a subscriber bought; `nil` where the store has told no name.
  init?(_ subscriber: Subscriber) {
    let facts = subscriber.facts
    let name: String? =
      switch subscriber.store {
      case .appStore: facts.originalTransactionID ?? facts.transactionID
      case .googlePlay: facts.purchaseToken
      }
    guard let name else { return nil }
    self.init(id: subscriber.id, name: name, expiresAt: facts.expiresAt)
  }

  /// Whether the store may have forgotten the purchase: Google Play answers 410 no sooner than
  /// 60 days after the expiry (domain case 16).
  ///
  /// An answer that says so before is a fault of the store, and no fact about the purchase.
  func mayBeGone(at now: Timestamp) -> Bool {
    expiresAt.map { now - $0 >= .days(60) } ?? true
  }
}
