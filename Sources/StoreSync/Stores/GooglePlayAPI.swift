import SubscriptionCore

/// A client of the Google Play Developer API for one package.
///
/// Source: developers.google.com/android-publisher/api-ref/rest.
public protocol GooglePlayAPI: Sendable {
  /// The status of one purchase, byte for byte, by its whole token
  /// (`purchases.subscriptionsv2.get`).
  func subscription(purchaseToken: String) async throws(StoreAPIError) -> StoreAnswer

  /// One page of voided purchases, subscriptions included (`purchases.voidedpurchases.list`).
  ///
  /// - Parameters:
  ///   - span: The time in which they were voided; Google Play keeps 30 days.
  ///   - after: The page token of the answer before; `nil` for the first page.
  /// - Returns: The answer byte for byte.
  /// - Throws: The error of the API.
  func voidedPurchases(
    _ span: Range<Timestamp>, after: String?
  ) async throws(StoreAPIError) -> StoreAnswer
}
