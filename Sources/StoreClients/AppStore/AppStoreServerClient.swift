import StoreSync
import SubscriptionCore

/// A client of the App Store Server API for one app in one environment
/// (<https://developer.apple.com/documentation/appstoreserverapi>).
///
/// Every response body is returned byte for byte and passes `Intake` unchanged: statuses,
/// transaction history, notification history and the status of a test notification are documents
/// that `PayloadReader` recognises by their keys, and everything in them that counts is signed.
/// Give the reader a `TrustPolicy` with the same bundle and environment.
///
/// Create one client for each app: a client holds the rate limits.
public struct AppStoreServerClient: AppStoreAPI {
  /// The app's bundle identifier.
  public let bundle: AppID
  /// The environment; Xcode has no such API and counts as the sandbox.
  public let environment: StoreEnvironment

  private let host: StoreHost
  private let client: RetryingClient
  private let asking: RateLimiter
  private let lookingUp: RateLimiter
  private let testing: RateLimiter

  /// Creates a client of an app; tests name a host to query instead of the App Store.
  public init(
    key: AppStoreKey, bundle: AppID, environment: StoreEnvironment, host: StoreHost? = nil,
    backoff: Backoff = Backoff(), dependencies: ClientDependencies
  ) {
    (self.bundle, self.environment) = (bundle, environment)
    self.host = host ?? .appStore(environment)
    client = RetryingClient(
      store: .appStore,
      tokens: AppStoreTokens(key: key, bundle: bundle, now: dependencies.now), backoff: backoff,
      dependencies: dependencies)
    func limiter(_ rate: RateLimit) -> RateLimiter {
      RateLimiter(rate: rate, patience: backoff.patience, dependencies: dependencies)
    }
    asking = limiter(.appStoreQuestions(environment))
    lookingUp = limiter(.appStoreOrders)
    testing = limiter(.appStoreTests(environment))
  }

  /// Returns the status of every subscription of a purchaser.
  public func subscriptionStatuses(transaction: String) async throws(StoreAPIError) -> StoreAnswer {
    let question = ClientRequest(
      url: host.url(["inApps", "v1", "subscriptions", try named(transaction)]))
    let reply = try await client.ask(.subscription, question, limiter: asking)
    let page = try AppStorePage(reply, lists: .statuses)
    try page.check(bundle: bundle, environment: environment)
    return StoreAnswer(body: reply.body)
  }

  /// Returns one page of the notifications that the App Store sent or tried to send, at most
  /// twenty.
  ///
  /// A range that begins more than 180 days ago, in the sandbox more than 30, is queried from there
  /// on.
  public func notificationHistory(
    _ span: Range<Timestamp>, onlyFailures: Bool, after: String?
  ) async throws(StoreAPIError) -> StoreAnswer {
    let memory = HistoryScan.Kind.notifications.memory(in: environment)
    let earliest = client.dependencies.now() - memory + .minutes(1)
    let start = max(span.lowerBound, earliest)
    let end = max(span.upperBound, start)
    let body =
      "{\"startDate\":\(start.milliseconds),\"endDate\":\(end.milliseconds)"
      + (onlyFailures ? ",\"onlyFailures\":true}" : "}")
    let question = ClientRequest(
      method: "POST",
      url: host.url(
        ["inApps", "v1", "notifications", "history"],
        query: after.map { [("paginationToken", $0)] } ?? []),
      fields: ["Content-Type": "application/json"], body: Array(body.utf8))
    let reply = try await client.ask(.notifications, question, limiter: asking)
    let page = try AppStorePage(reply, lists: .notifications)
    return StoreAnswer(body: reply.body, nextPage: try page.next(after: after), sentAt: page.sentAt)
  }

  /// Returns the transactions of an order; the endpoint exists in production only.
  public func transactions(of order: AppStoreOrderID) async throws(StoreAPIError) -> StoreAnswer? {
    guard environment == .production else {
      throw .refused(status: 0, detail: "orders are looked up in production alone")
    }
    let question = ClientRequest(url: host.url(["inApps", "v1", "lookup", order.rawValue]))
    let reply = try await client.ask(.order, question, limiter: lookingUp)
    let page = try AppStorePage(reply, lists: .nothing)
    switch page.status {
    case 0:
      guard page.hasTransactions else { throw .malformed(detail: "it lacks its list") }
      return StoreAnswer(body: reply.body)
    case 1: return nil
    default: throw .malformed(detail: "it does not say whether the order is valid")
    }
  }

  /// Requests a test notification, at most one a second in production.
  public func requestTestNotification() async throws(StoreAPIError) -> String {
    let question = ClientRequest(
      method: "POST", url: host.url(["inApps", "v1", "notifications", "test"]))
    let reply = try await client.ask(.testNotification, question, limiter: testing)
    guard let token = try AppStorePage(reply, lists: .nothing).testNotificationToken else {
      throw .malformed(detail: "it names no test notification")
    }
    return token
  }

  /// Returns the status of a test notification: `{"signedPayload", "sendAttempts"}`.
  public func testNotificationStatus(token: String) async throws(StoreAPIError) -> StoreAnswer {
    let question = ClientRequest(
      url: host.url(["inApps", "v1", "notifications", "test", try named(token)]))
    let reply = try await client.ask(.testNotification, question, limiter: testing)
    guard try AppStorePage(reply, lists: .nothing).signedPayload != nil else {
      throw .malformed(detail: "it holds no signed payload")
    }
    return StoreAnswer(body: reply.body)
  }

  private func named(_ identifier: String) throws(StoreAPIError) -> String {
    guard !identifier.isEmpty else { throw .notFound(detail: "no identifier is given") }
    return identifier
  }
}

extension RateLimit {
  /// Fifty requests a second, a tenth of it in the sandbox
  /// (<https://developer.apple.com/documentation/appstoreserverapi/identifying-rate-limits>).
  static func appStoreQuestions(_ environment: StoreEnvironment) -> RateLimit {
    switch environment {
    case .production: RateLimit(questions: 50, window: .seconds(1), burst: 50)
    case .sandbox, .local: RateLimit(questions: 5, window: .seconds(1), burst: 5)
    }
  }

  /// Ten order lookups a second; the sandbox has none.
  static let appStoreOrders = RateLimit(questions: 10, window: .seconds(1), burst: 10)

  /// One test notification a second, a tenth of it in the sandbox.
  static func appStoreTests(_ environment: StoreEnvironment) -> RateLimit {
    switch environment {
    case .production: RateLimit(questions: 1, window: .seconds(1), burst: 1)
    case .sandbox, .local: RateLimit(questions: 1, window: .seconds(10), burst: 1)
    }
  }
}
