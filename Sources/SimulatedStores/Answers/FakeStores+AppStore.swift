import StoreSimulator
import SubscriptionCore

/// The App Store Server API (<https://developer.apple.com/documentation/appstoreserverapi>).
extension FakeStores {
  /// The number of items on a page of either history.
  static let pageSize = 20

  func appStoreAnswer(
    _ endpoint: StoreEndpoint, _ request: FakeRequest, _ environment: StoreEnvironment,
    _ name: String
  ) throws -> FakeReply {
    let fault = faultOfToken(in: request) { token in
      credentials.fault(ofAppStoreToken: token, bundle: SimulatedWorld.bundle.rawValue)
        ?? faultOfTimes(of: token, needsIssue: false)
    }
    if let fault { return unauthenticated(endpoint, because: fault) }
    if StoreEndpoint.ofTransactions.contains(endpoint),
      name.isEmpty || !name.allSatisfy(\.isASCIINumber)
    {
      return .appStoreError(400, 4_000_006, "Invalid transaction id.")
    }
    switch endpoint {
    case .statuses: return try statuses(request, environment, name)
    case .transactionInfo: return try transactionInfo(environment, name)
    case .transactionHistory: return try transactions(request, environment, name)
    case .refundHistory: return try refunds(request, environment, name)
    case .orderLookup: return try orders(environment, name)
    case .notificationHistory: return notices(request, environment)
    case .testNotification: return try requestTest(environment)
    case .testNotificationStatus: return testStatus(name, environment)
    case .token, .certificates, .subscription, .voidedPurchases, .playSubscriptions, .playOffers,
      .appStoreConnect, .appStorePush, .googlePlayPush, .pull, .acknowledge,
      .acknowledgeDeadline:
      return FakeReply(status: 404)
    }
  }

  private static let transactionNotFound = FakeReply.appStoreError(
    404, 4_040_010, "Transaction id not found.")

  /// Returns the error in the bearer token of a request: that it is no token, or one that is found.
  func faultOfToken(in request: FakeRequest, found fault: (PresentedToken) -> String?) -> String? {
    guard let text = request.bearer else { return "there is no bearer token" }
    guard let token = PresentedToken(text) else { return "the bearer token is no JWT" }
    return fault(token)
  }

  /// Returns the error in the times of a token, by the stores' present as well as by their
  /// clients'.
  func faultOfTimes(of token: PresentedToken, needsIssue: Bool = true) -> String? {
    let faults = [now, clientNow].map { token.faultOfTimes(now: $0, needsIssue: needsIssue) }
    return faults.contains(nil) ? nil : faults[0]
  }

  private func statuses(
    _ request: FakeRequest, _ environment: StoreEnvironment, _ name: String
  ) throws -> FakeReply {
    let asked = request.values("status")
    let statuses = Set(asked.compactMap { Int64($0) }.filter { (1...5).contains($0) })
    guard statuses.count == asked.count else {
      return .appStoreError(400, 4_000_031, "Invalid request. The status parameter is invalid.")
    }
    return try world.appStoreStatuses(transaction: name, environment: environment, of: statuses)
      .map { .json($0) } ?? Self.transactionNotFound
  }

  private func transactionInfo(
    _ environment: StoreEnvironment, _ name: String
  ) throws -> FakeReply {
    try world.appStoreTransaction(name, environment: environment)
      .map { .json("{\"signedTransactionInfo\":\"\($0)\"}") } ?? Self.transactionNotFound
  }

  private func transactions(
    _ request: FakeRequest, _ environment: StoreEnvironment, _ name: String
  ) throws -> FakeReply {
    let query: TransactionQuery
    switch Self.query(request) {
    case .success(let understood): query = understood
    case .failure(let refusal): return refusal.reply
    }
    let all = try world.appStoreTransactions(
      transaction: name, environment: environment, where: query)
    return transactionPage(
      all, request,
      with: "\"bundleId\":\"\(SimulatedWorld.bundle.rawValue)\""
        + ",\"appAppleId\":\(SimulatedWorld.appNumber)"
        + ",\"environment\":\"\(Self.title(environment))\",")
  }

  private func refunds(
    _ request: FakeRequest, _ environment: StoreEnvironment, _ name: String
  ) throws -> FakeReply {
    var query = TransactionQuery()
    query.revoked = true
    let all = try world.appStoreTransactions(
      transaction: name, environment: environment, where: query)
    return transactionPage(all, request, with: "")
  }

  /// Returns the page of a list at a request's revision.
  private func transactionPage(
    _ all: [String]?, _ request: FakeRequest, with more: String
  ) -> FakeReply {
    guard var all else { return Self.transactionNotFound }
    if request.value("sort") == "DESCENDING" { all.reverse() }
    guard let from = Self.place(request.value("revision"), prefix: "r") else {
      return .appStoreError(400, 4_000_005, "Invalid request revision.")
    }
    let page = all.dropFirst(from).prefix(Self.pageSize)
    let next = from + page.count
    let list = page.map { "\"\($0)\"" }.joined(separator: ",")
    return .json(
      "{\"revision\":\"r\(next)\",\"hasMore\":\(next < all.count),"
        + more + "\"signedTransactions\":[\(list)]}")
  }

  private func orders(_ environment: StoreEnvironment, _ name: String) throws -> FakeReply {
    // The sandbox has no such endpoint.
    guard environment == .production else { return FakeReply(status: 404) }
    let found = try AppStoreOrderID(name).flatMap { try world.appStoreTransactions(of: $0) }
    guard let found else { return .json("{\"status\":1}") }
    let list = found.map { "\"\($0)\"" }.joined(separator: ",")
    return .json("{\"status\":0,\"signedTransactions\":[\(list)]}")
  }

  /// Returns the number of items before a page token; `nil` for a token of another list.
  static func place(_ token: String?, prefix: Character) -> Int? {
    guard let token else { return 0 }
    return token.first == prefix ? Int(token.dropFirst()).flatMap { $0 < 0 ? nil : $0 } : nil
  }

  private static func title(_ environment: StoreEnvironment) -> String {
    environment == .production ? "Production" : "Sandbox"
  }
}

extension StoreEndpoint {
  /// The endpoints whose paths end in the identifier of a transaction.
  fileprivate static let ofTransactions: Set<StoreEndpoint> = [
    .statuses, .transactionInfo, .transactionHistory, .refundHistory,
  ]
}

extension Character {
  /// A Boolean value that indicates whether it is one of the ten digits.
  fileprivate var isASCIINumber: Bool { isASCII && isNumber }
}
