import SubscriptionCore

/// The filter of a transaction history, in the terms of Get Transaction History.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/get-v2-history-_transactionid_>
public struct TransactionQuery: Hashable, Sendable {
  /// The earliest purchase date.
  public var start: Timestamp?
  /// The instant before which the purchase date must be.
  public var end: Timestamp?
  /// The products; empty for all.
  public var products: Set<String> = []
  /// The product types; empty for all.
  public var types: Set<String> = []
  /// The subscription groups; empty for all.
  public var groups: Set<String> = []
  /// The ownership type; `nil` for any.
  public var ownership: String?
  /// A Boolean value for revoked or not revoked transactions; `nil` for both.
  public var revoked: Bool?

  /// Creates a filter for all transactions.
  public init() {}

  /// Returns whether a payment matches the filter.
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
