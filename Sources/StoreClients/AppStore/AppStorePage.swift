import Foundation
import StoreSync
import SubscriptionCore

/// What must be read out of an answer of the App Store to ask on and to tell it from garbage.
struct AppStorePage: Decodable {
  /// Which list an answer must have.
  enum List {
    case statuses
    case transactions
    case notifications
    case nothing
  }

  var bundleId: String?
  var environment: String?
  var hasMore: Bool?
  var revision: String?
  var paginationToken: String?
  var testNotificationToken: String?
  var signedPayload: String?
  /// Whether an order is valid (0) or not (1), in an answer about one.
  var status: Int?
  /// Whether there is at least one transaction.
  var hasTransactions: Bool { signedTransactions?.isEmpty == false }
  private var data: [Item]?
  private var signedTransactions: [String]?
  private var notificationHistory: [Notification]?

  private struct Item: Decodable {}

  private struct Notification: Decodable {
    var sendAttempts: [Attempt]?

    struct Attempt: Decodable { var attemptDate: Int64? }
  }

  /// When the latest notification of the list was sent first.
  var sentAt: Timestamp? {
    let first = (notificationHistory ?? []).compactMap { notification in
      notification.sendAttempts?.compactMap(\.attemptDate).min()
    }
    return first.max().map(Timestamp.init(milliseconds:))
  }

  /// Reads an answer.
  ///
  /// - Throws: ``StoreAPIError/malformed(detail:)`` where it is no JSON or lacks its list.
  init(_ reply: ClientResponse, lists list: List) throws(StoreAPIError) {
    do {
      self = try JSONDecoder().decode(AppStorePage.self, from: Data(reply.body))
    } catch {
      throw .malformed(detail: "it is not the JSON that the App Store documents")
    }
    let isThere =
      switch list {
      case .statuses: data != nil
      case .transactions: signedTransactions != nil
      case .notifications: notificationHistory != nil
      case .nothing: true
      }
    guard isThere else { throw .malformed(detail: "it lacks its list") }
  }

  /// Refuses an answer about another app or environment than was asked for.
  func check(bundle: AppID, environment: StoreEnvironment) throws(StoreAPIError) {
    if let bundleId, bundleId != bundle.rawValue {
      throw .malformed(detail: "it is about another app than \(bundle.rawValue)")
    }
    let stated = self.environment.map { $0 == "Production" }
    if let stated, stated != (environment == .production) {
      throw .malformed(detail: "it is from another environment than \(environment.rawValue)")
    }
  }

  /// The token of the page that follows; `nil` at the end.
  ///
  /// - Throws: ``StoreAPIError/malformed(detail:)`` where there is more but no way to it, or the
  ///   way leads back to the same page.
  func next(after: String?) throws(StoreAPIError) -> String? {
    guard hasMore == true else { return nil }
    guard let token = revision ?? paginationToken, !token.isEmpty else {
      throw .malformed(detail: "it has more pages and no token for them")
    }
    guard token != after else { throw .malformed(detail: "its next page is itself") }
    return token
  }
}
