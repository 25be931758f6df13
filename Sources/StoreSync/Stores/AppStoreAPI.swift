import SubscriptionCore

/// A client of the App Store Server API for one app in one environment.
///
/// Bodies are returned byte for byte, so that they are ingested like everything else; only page
/// tokens are read out of them.
///
/// Source: developer.apple.com/documentation/appstoreserverapi.
public protocol AppStoreAPI: Sendable {
  /// The status of every subscription of the purchaser of any transaction, byte for byte (Get All
  /// Subscription Statuses).
  func subscriptionStatuses(transaction: String) async throws(StoreAPIError) -> StoreAnswer

  /// One page of the notifications that the App Store sent or tried to send.
  ///
  /// - Parameters:
  ///   - span: The time in which they were sent; the App Store keeps 180 days, and 30
  ///     in the sandbox.
  ///   - onlyFailures: Whether only those that never reached the server are requested.
  ///   - after: The page token of the answer before; `nil` for the first page.
  /// - Returns: The answer byte for byte.
  /// - Throws: The error of the API.
  func notificationHistory(
    _ span: Range<Timestamp>, onlyFailures: Bool, after: String?
  ) async throws(StoreAPIError) -> StoreAnswer

  /// The transactions that were bought with an order (Look Up Order ID), byte for byte; `nil` where
  /// the App Store knows no such order of the app.
  ///
  /// The App Store has no such endpoint in its sandbox.
  func transactions(of order: AppStoreOrderID) async throws(StoreAPIError) -> StoreAnswer?

  /// Requests a test notification; the token names it in ``testNotificationStatus(token:)``.
  func requestTestNotification() async throws(StoreAPIError) -> String

  /// The status of a test notification.
  func testNotificationStatus(token: String) async throws(StoreAPIError) -> StoreAnswer
}
