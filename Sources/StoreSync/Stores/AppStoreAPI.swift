import SubscriptionCore

/// What the App Store Server API answers about one app in one environment.
///
/// Bodies are given byte for byte as they came, so that they pass the one door like everything
/// else; only what is needed to ask on is read out of them.
///
/// Source: developer.apple.com/documentation/appstoreserverapi.
public protocol AppStoreAPI: Sendable {
  /// Where every subscription of a purchaser stands (Get All Subscription Statuses).
  ///
  /// - Parameter transaction: Any transaction identifier of the purchaser.
  /// - Returns: The answer as it came.
  /// - Throws: Why there is none.
  func subscriptionStatuses(transaction: String) async throws(StoreAPIError) -> StoreAnswer

  /// One page of a purchaser's transactions (Get Transaction History, version 2).
  ///
  /// - Parameters:
  ///   - transaction: Any transaction identifier of the purchaser.
  ///   - after: The page token of the answer before; `nil` for the first page.
  /// - Returns: The answer as it came.
  /// - Throws: Why there is none.
  func transactionHistory(
    transaction: String, after: String?
  ) async throws(StoreAPIError) -> StoreAnswer

  /// One page of the notifications that the App Store sent or tried to send.
  ///
  /// - Parameters:
  ///   - span: The time in which they were sent; the App Store keeps 180 days.
  ///   - onlyFailures: Whether only those are asked for that never reached the server.
  ///   - after: The page token of the answer before; `nil` for the first page.
  /// - Returns: The answer as it came.
  /// - Throws: Why there is none.
  func notificationHistory(
    _ span: Range<Timestamp>, onlyFailures: Bool, after: String?
  ) async throws(StoreAPIError) -> StoreAnswer

  /// The transactions that were bought with an order (Look Up Order ID).
  ///
  /// The App Store has no such endpoint in its sandbox.
  ///
  /// - Parameter order: The order.
  /// - Returns: The answer as it came; `nil` where the App Store knows no such order of the app.
  /// - Throws: Why there is none.
  func transactions(
    of order: AppStoreOrderID
  ) async throws(StoreAPIError) -> StoreAnswer?

  /// Asks for a test notification; the token names it in ``testNotificationStatus(token:)``.
  func requestTestNotification() async throws(StoreAPIError) -> String

  /// What became of a test notification.
  func testNotificationStatus(token: String) async throws(StoreAPIError) -> StoreAnswer
}
