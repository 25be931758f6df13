import StoreSync
import SubscriptionCore

/// The parts of an App Store response that are needed to validate it and to request the next page.
struct AppStorePage: Decodable {
  /// The list that a response must contain.
  enum List {
    case statuses
    case notifications
    case nothing
  }

  var bundleId: String?
  var environment: String?
  var hasMore: Bool?
  var paginationToken: String?
  var testNotificationToken: String?
  var signedPayload: String?
  /// The status of an order, valid (0) or invalid (1), in the response of an order lookup.
  var status: Int?
  /// A Boolean value that indicates whether the response contains a transaction.
  var hasTransactions: Bool { signedTransactions?.isEmpty == false }
  private var data: [Item]?
  private var signedTransactions: [String]?
  private var notificationHistory: [Notification]?

  private struct Item: Decodable {}

  private struct Notification: Decodable {
    var sendAttempts: [Attempt]?

    struct Attempt: Decodable { var attemptDate: Int64? }
  }

  /// The time at which the latest notification of the list was first sent.
  var sentAt: Timestamp? {
    let first = (notificationHistory ?? []).compactMap { notification in
      notification.sendAttempts?.compactMap(\.attemptDate).min()
    }
    return first.max().map(Timestamp.init(milliseconds:))
  }

  /// Parses a response.
  ///
  /// - Throws: `StoreAPIError.malformed(detail:)` if it is not JSON or lacks its list.
  init(_ reply: ClientResponse, lists list: List) throws(StoreAPIError) {
    guard let page = reply.decoded(as: AppStorePage.self) else {
      throw .malformed(detail: "it is not the JSON that the App Store documents")
    }
    self = page
    let isThere =
      switch list {
      case .statuses: data != nil
      case .notifications: notificationHistory != nil
      case .nothing: true
      }
    guard isThere else { throw .malformed(detail: "it lacks its list") }
  }

  /// Rejects a response about another app or environment than requested.
  func check(bundle: AppID, environment: StoreEnvironment) throws(StoreAPIError) {
    if let bundleId, bundleId != bundle.rawValue {
      throw .malformed(detail: "it is about another app than \(bundle.rawValue)")
    }
    let stated = self.environment.map { $0 == "Production" }
    if let stated, stated != (environment == .production) {
      throw .malformed(detail: "it is from another environment than \(environment.rawValue)")
    }
  }

  /// Returns the token of the next page; `nil` at the end.
  ///
  /// - Throws: `StoreAPIError.malformed(detail:)` if there are more pages without a token, or if
  ///   the token leads back to the same page.
  func next(after: String?) throws(StoreAPIError) -> String? {
    guard hasMore == true else { return nil }
    guard let token = paginationToken, !token.isEmpty else {
      throw .malformed(detail: "it has more pages and no token for them")
    }
    guard token != after else { throw .malformed(detail: "its next page is itself") }
    return token
  }
}
