import StoreSync
import SubscriptionCore
import Synchronization

/// The App Store as a table of answers, which writes down what it was asked.
final class ScriptedAppStore: AppStoreAPI {
  typealias Orders = @Sendable (String) async throws(StoreAPIError) -> StoreAnswer?
  typealias Answer = @Sendable (String) async throws(StoreAPIError) -> StoreAnswer

  private let statuses: Answer
  private let history: Answer
  private let orders: Orders
  private let log = Mutex<[String]>([])

  init(
    statuses: @escaping Answer = { (_) throws(StoreAPIError) in throw .notFound(detail: "4040010")
    },
    history: @escaping Answer = { _ in
      StoreAnswer(body: Array("{\"notificationHistory\":[],\"hasMore\":false}".utf8))
    },
    orders: @escaping Orders = { _ in nil }
  ) {
    (self.statuses, self.history, self.orders) = (statuses, history, orders)
  }

  /// What was asked, in order.
  var asked: [String] { log.withLock(\.self) }

  func subscriptionStatuses(transaction: String) async throws(StoreAPIError) -> StoreAnswer {
    log.withLock { $0.append(transaction) }
    return try await statuses(transaction)
  }

  func notificationHistory(
    _ span: Range<Timestamp>, onlyFailures: Bool, after: String?
  ) async throws(StoreAPIError) -> StoreAnswer {
    let page = after ?? ""
    log.withLock {
      $0.append(
        "history \(span.lowerBound.rfc3339) \(onlyFailures ? "failures" : "all") \(page)")
    }
    return try await history(page)
  }

  func transactions(of order: AppStoreOrderID) async throws(StoreAPIError) -> StoreAnswer? {
    log.withLock { $0.append("order \(order)") }
    return try await orders(order.rawValue)
  }

  func requestTestNotification() async throws(StoreAPIError) -> String {
    throw .refused(status: 0, detail: "not in the script")
  }

  func testNotificationStatus(token: String) async throws(StoreAPIError) -> StoreAnswer {
    throw .refused(status: 0, detail: "not in the script")
  }
}
