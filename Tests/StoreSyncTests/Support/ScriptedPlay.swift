import StoreSync
import SubscriptionCore
import Synchronization

/// Google Play as a table of answers, which writes down what it was asked.
final class ScriptedPlay: GooglePlayAPI {
  typealias Answer = @Sendable (String) async throws(StoreAPIError) -> StoreAnswer

  private let subscriptions: Answer
  private let voided: Answer
  private let log = Mutex<[String]>([])

  init(
    voided: @escaping Answer = { (_) throws(StoreAPIError) in throw .notFound(detail: "script") },
    subscriptions: @escaping Answer
  ) {
    (self.subscriptions, self.voided) = (subscriptions, voided)
  }

  /// What was asked, in order.
  var asked: [String] { log.withLock(\.self) }

  func subscription(purchaseToken: String) async throws(StoreAPIError) -> StoreAnswer {
    log.withLock { $0.append(purchaseToken) }
    return try await subscriptions(purchaseToken)
  }

  func voidedPurchases(
    _ span: Range<Timestamp>, after: String?
  ) async throws(StoreAPIError) -> StoreAnswer {
    let page = after ?? ""
    log.withLock { $0.append("voided \(span.lowerBound.rfc3339) \(page)") }
    return try await voided(page)
  }
}
