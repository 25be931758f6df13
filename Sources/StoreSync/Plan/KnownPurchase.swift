import EventLedger
import StorePayloads
import SubscriptionCore

/// A purchase by the name that its store knows.
public struct KnownPurchase: Hashable, Sendable {
  /// churntop's name for the subscription.
  public var id: SubscriptionID
  /// The transaction identifier or purchase token.
  public var name: String
  /// The expiry that the store stated last, or the instant of its last statement if it stated none.
  public var expiresAt: Timestamp

  /// Creates a purchase.
  public init(id: SubscriptionID, name: String, expiresAt: Timestamp) {
    (self.id, self.name, self.expiresAt) = (id, name, expiresAt)
  }

  /// Creates the purchase of a subscriber; `nil` where the store has stated no name.
  init?(_ subscriber: Subscriber) {
    let facts = subscriber.facts
    let name: String? =
      switch subscriber.store {
      case .appStore: facts.originalTransactionID ?? facts.transactionID
      case .googlePlay: facts.purchaseToken
      }
    guard let name else { return nil }
    self.init(id: subscriber.id, name: name, expiresAt: facts.expiresAt ?? subscriber.lastEventAt)
  }

  /// A Boolean value that indicates whether the store may have deleted the purchase: Google Play
  /// answers 410 no sooner than 60 days after the expiry (<doc:EdgeCases#Case-16>).
  ///
  /// An earlier 410 is a fault of the store, and no fact about the purchase.
  func mayBeGone(at now: Timestamp) -> Bool { now - expiresAt >= .days(60) }
}

extension Ledger {
  /// Returns the purchase token of an order of Google Play; `nil` if no purchase of the app is
  /// known by it, or by the first order of the same purchase, or several are.
  ///
  /// - Throws: `LedgerError` when the ledger cannot be read.
  public func purchaseToken(ofOrder order: String, app: AppID) throws(LedgerError) -> String? {
    var found = try resolve(order, limit: 2)
    if found.isEmpty, let first = PlayOrderNumber.first(order) {
      found = try resolve(first, limit: 2)
    }
    guard found.count == 1, let purchase = try subscriber(found[0]), purchase.facts.app == app
    else { return nil }
    return purchase.facts.purchaseToken
  }
  /// Returns the position of a notification that was delivered before, if the store has answered
  /// since then what became of the purchase; `nil` otherwise.
  ///
  /// - Throws: `LedgerError` when the ledger cannot be read.
  public func answeredPosition(of rtdn: RTDNotification) throws(LedgerError) -> LedgerPosition? {
    // News is later than all that is known, so that the events are seldom read.
    guard let id = rtdn.subscription, let eventAt = rtdn.eventAt, let known = try summary(id),
      known.lastEventAt >= eventAt, known.refreshRequestedAt == nil
    else { return nil }
    return try events(of: id).first { rtdn.isReported(by: $0.event) }?.position
  }
}
