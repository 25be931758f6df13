import Foundation
import StoreSimulator
import SubscriptionCore

/// The App Store Server API (<https://developer.apple.com/documentation/appstoreserverapi>).
extension FakeStores {
  /// The number of items on a page of either history.
  static let pageSize = 20

  /// A test notification that somebody asked for.
  struct TestNotification: Sendable {
    var body: [UInt8]
    var environment: StoreEnvironment
  }

  func appStoreAnswer(
    _ endpoint: StoreEndpoint, _ request: FakeRequest, _ environment: StoreEnvironment,
    _ name: String
  ) throws -> FakeReply {
    if let fault = faultOfToken(request) { return unauthenticated(endpoint, because: fault) }
    switch endpoint {
    case .statuses:
      let body = try world.appStoreStatuses(transaction: name, environment: environment)
      return body.map { FakeReply.json($0) } ?? Self.transactionNotFound
    case .transactionHistory: return try transactions(request, environment, name)
    case .orderLookup: return try orders(environment, name)
    case .notificationHistory: return notices(request, environment)
    case .testNotification: return try requestTest(environment)
    case .testNotificationStatus: return testStatus(name, environment)
    case .token, .certificates, .subscription, .voidedPurchases, .playSubscriptions, .playOffers,
      .appStoreConnect, .appStorePush, .googlePlayPush:
      return FakeReply(status: 404)
    }
  }

  private static let transactionNotFound = FakeReply.appStoreError(
    404, 4_040_010, "Transaction id not found.")

  private func faultOfToken(_ request: FakeRequest) -> String? {
    guard let text = request.bearer else { return "there is no bearer token" }
    guard let token = PresentedToken(text) else { return "the bearer token is no JWT" }
    return credentials.fault(ofAppStoreToken: token, bundle: SimulatedWorld.bundle.rawValue)
      ?? token.faultOfTimes(now: now)
  }

  private func transactions(
    _ request: FakeRequest, _ environment: StoreEnvironment, _ name: String
  ) throws -> FakeReply {
    let all = try world.appStoreTransactions(transaction: name, environment: environment)
    guard var all else { return Self.transactionNotFound }
    if request.value("sort") == "DESCENDING" { all.reverse() }
    guard let from = Self.place(request.value("revision"), prefix: "r") else {
      return .appStoreError(400, 4_000_005, "Invalid revision.")
    }
    let page = all.dropFirst(from).prefix(Self.pageSize)
    let next = from + page.count
    let list = page.map { "\"\($0)\"" }.joined(separator: ",")
    return .json(
      "{\"revision\":\"r\(next)\",\"hasMore\":\(next < all.count),"
        + "\"bundleId\":\"\(SimulatedWorld.bundle.rawValue)\",\"appAppleId\":1234567890,"
        + "\"environment\":\"\(Self.title(environment))\",\"signedTransactions\":[\(list)]}")
  }

  private func orders(_ environment: StoreEnvironment, _ name: String) throws -> FakeReply {
    // The sandbox has no such endpoint.
    guard environment == .production else { return FakeReply(status: 404) }
    let found = try AppStoreOrderID(name).flatMap { try world.appStoreTransactions(of: $0) }
    guard let found else { return .json("{\"status\":1}") }
    let list = found.map { "\"\($0)\"" }.joined(separator: ",")
    return .json("{\"status\":0,\"signedTransactions\":[\(list)]}")
  }

  private struct HistoryRequest: Decodable {
    var startDate: Int64?
    var endDate: Int64?
    var onlyFailures: Bool?
  }

  private func notices(_ request: FakeRequest, _ environment: StoreEnvironment) -> FakeReply {
    let asked = try? JSONDecoder().decode(HistoryRequest.self, from: Data(request.body))
    guard let start = asked?.startDate, let end = asked?.endDate else {
      return .appStoreError(400, 4_000_012, "Invalid request.")
    }
    if start > end { return .appStoreError(400, 4_000_015, "Start date after end date.") }
    if Timestamp(milliseconds: start) < now - .days(180) {
      return .appStoreError(400, 4_000_016, "Start date too far in past.")
    }
    guard let from = Self.place(request.value("paginationToken"), prefix: "p") else {
      return .appStoreError(400, 4_000_014, "Invalid pagination token.")
    }
    let all = world.appStoreNotices(environment).filter { notice in
      notice.sentAt.milliseconds >= start && notice.sentAt.milliseconds <= end
        && (asked?.onlyFailures != true || isUndelivered(notice))
    }
    let page = all.dropFirst(from).prefix(Self.pageSize)
    let next = from + page.count
    let items = page.map { item($0.body) }.joined(separator: ",")
    let token = next < all.count ? "\"paginationToken\":\"p\(next)\"," : ""
    return .json(
      "{\(token)\"hasMore\":\(next < all.count),\"notificationHistory\":[\(items)]}")
  }

  /// Whether a notification never reached the app's server, though it was time.
  private func isUndelivered(_ notice: AppStoreNotice) -> Bool {
    guard notice.sentAt > world.start, now - notice.sentAt > .minutes(1) else { return false }
    return attempts[notice.body]?.contains { $0.result == .success } != true
  }

  private func requestTest(_ environment: StoreEnvironment) throws -> FakeReply {
    let number = tests.count + 1
    let token = "simulated-test-\(number)_\(now.milliseconds)"
    let uuid = "00000000-0000-4000-8000-" + String(1_000_000_000_000 + number).dropFirst(1)
    let body = try world.appStoreTestNotification(uuid: uuid, environment: environment)
    tests[token] = TestNotification(body: body, environment: environment)
    postman.add(
      StorePush(
        store: .appStore, environment: environment, name: token, body: body, firstDueAt: now,
        dueAt: now))
    return .json("{\"testNotificationToken\":\"\(token)\"}")
  }

  private func testStatus(_ token: String, _ environment: StoreEnvironment) -> FakeReply {
    guard let test = tests[token], test.environment == environment else {
      return .appStoreError(404, 4_040_008, "Test notification not found.")
    }
    return .json(item(test.body))
  }

  /// A notification with its attempts.
  private func item(_ body: [UInt8]) -> String {
    let attempts = (attempts[body] ?? []).suffix(6).map(\.json).joined(separator: ",")
    let head = String(decoding: body.dropLast(), as: UTF8.self)
    return head + ",\"sendAttempts\":[\(attempts)]}"
  }

  private static func place(_ token: String?, prefix: Character) -> Int? {
    guard let token else { return 0 }
    return token.first == prefix ? Int(token.dropFirst()) : nil
  }

  private static func title(_ environment: StoreEnvironment) -> String {
    environment == .production ? "Production" : "Sandbox"
  }
}
