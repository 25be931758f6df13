import StoreSync
import SubscriptionCore
import Synchronization

/// The App Store as a table of answers, which writes down what it was asked.
final class ScriptedAppStore: AppStoreAPI {
  typealias Answer = @Sendable (String) async throws(StoreAPIError) -> StoreAnswer

  private let statuses: Answer
  private let history: Answer
  private let log = Mutex<[String]>([])

  init(
    statuses: @escaping Answer = { (_) throws(StoreAPIError) in throw .notFound(detail: "4040010")
    },
    history: @escaping Answer = { _ in
      StoreAnswer(body: Array("{\"notificationHistory\":[],\"hasMore\":false}".utf8))
    }
  ) {
    (self.statuses, self.history) = (statuses, history)
  }

  /// What was asked, in order.
  var asked: [String] { log.withLock(\.self) }

  func subscriptionStatuses(transaction: String) async throws(StoreAPIError) -> StoreAnswer {
    log.withLock { $0.append(transaction) }
    return try await statuses(transaction)
  }

  func transactionHistory(
    transaction: String, after: String?
  ) async throws(StoreAPIError) -> StoreAnswer {
    throw .refused(status: 0, detail: "not in the script")
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

  func requestTestNotification() async throws(StoreAPIError) -> String {
    throw .refused(status: 0, detail: "not in the script")
  }

  func testNotificationStatus(token: String) async throws(StoreAPIError) -> StoreAnswer {
    throw .refused(status: 0, detail: "not in the script")
  }
}
