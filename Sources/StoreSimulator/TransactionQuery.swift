import SubscriptionCore

/// Which transactions a question asks for, in the words of Get Transaction History.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/get-v2-history-_transactionid_>
public struct TransactionQuery: Hashable, Sendable {
  /// The earliest purchase date.
  public var start: Timestamp?
  /// The instant before which the purchase date has to lie.
  public var end: Timestamp?
  /// The products; none for all.
  public var products: Set<String> = []
  /// The product types; none for all.
  public var types: Set<String> = []
  /// The subscription groups; none for all.
  public var groups: Set<String> = []
  /// How the transaction came into the family; `nil` for any way.
  public var ownership: String?
  /// Whether it was revoked; `nil` for both.
  public var revoked: Bool?

  /// Asks for every transaction.
  public init() {}

  /// Whether a payment is asked for.
  func fits(_ paid: SimulatedSubscription) -> Bool {
    let at = AppStorePayloadEncoder.purchaseDate(paid)
    func among(_ names: Set<String>, _ name: String) -> Bool {
      names.isEmpty || names.contains(name)
    }
    return (start.map { at >= $0 } ?? true) && (end.map { at < $0 } ?? true)
      && among(products, paid.plan.product.rawValue) && among(types, "AUTO_RENEWABLE")
      && among(groups, AppStorePayloadEncoder.group)
      && (ownership.map { $0 == AppStorePayloadEncoder.ownership(paid) } ?? true)
      && (revoked.map { $0 == AppStorePayloadEncoder.isRevoked(paid) } ?? true)
  }
}
