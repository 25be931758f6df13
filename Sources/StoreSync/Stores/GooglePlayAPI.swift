import SubscriptionCore

/// What the Google Play Developer API answers about one package.
///
/// Source: developers.google.com/android-publisher/api-ref/rest.
public protocol GooglePlayAPI: Sendable {
  /// Where one purchase stands (`purchases.subscriptionsv2.get`).
  ///
  /// - Parameter purchaseToken: The purchase token, whole.
  /// - Returns: The answer as it came.
  /// - Throws: Why there is none.
  func subscription(purchaseToken: String) async throws(StoreAPIError) -> StoreAnswer

  /// One page of voided purchases, subscriptions included (`purchases.voidedpurchases.list`).
  ///
  /// - Parameters:
  ///   - span: The time in which they were voided; Google Play keeps 30 days.
  ///   - after: The page token of the answer before; `nil` for the first page.
  /// - Returns: The answer as it came.
  /// - Throws: Why there is none.
  func voidedPurchases(
    _ span: Range<Timestamp>, after: String?
  ) async throws(StoreAPIError) -> StoreAnswer
}
