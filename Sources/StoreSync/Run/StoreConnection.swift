import StorePayloads
import SubscriptionCore

/// One app with the store's API that answers about it and the way its answers go.
public struct StoreConnection: Sendable {
  /// The API of one of the stores.
  public enum API: Sendable {
    /// The App Store Server API.
    case appStore(any AppStoreAPI)
    /// The Google Play Developer API.
    case googlePlay(any GooglePlayAPI)
  }

  /// The app.
  public let app: StoreApp
  /// Who answers.
  public let api: API
  /// Where answers go: a door that accepts this app and environment and no other.
  public let takeIn: TakeIn

  /// Connects an app of the App Store.
  ///
  /// - Parameters:
  ///   - api: Who answers.
  ///   - bundle: The bundle identifier.
  ///   - environment: The environment that the API answers for.
  ///   - takeIn: Where answers go.
  public init(
    _ api: any AppStoreAPI, bundle: AppID, environment: StoreEnvironment,
    takeIn: @escaping TakeIn
  ) {
    app = StoreApp(store: .appStore, app: bundle, environment: environment)
    (self.api, self.takeIn) = (.appStore(api), takeIn)
  }

  /// Connects an app of Google Play.
  ///
  /// - Parameters:
  ///   - api: Who answers.
  ///   - package: The package name.
  ///   - takeIn: Where answers go.
  public init(_ api: any GooglePlayAPI, package: AppID, takeIn: @escaping TakeIn) {
    app = StoreApp(store: .googlePlay, app: package)
    (self.api, self.takeIn) = (.googlePlay(api), takeIn)
  }

  /// Asks where a subscription stands.
  ///
  /// - Parameters:
  ///   - name: The transaction identifier or purchase token.
  ///   - account: The app's name for the user, where a list states it.
  ///   - clock: The present, read once the store has answered.
  /// - Returns: A document for the door.
  /// - Throws: Why there is none.
  func subscription(
    _ name: String, account: AccountID? = nil, clock: @Sendable () -> Timestamp
  ) async throws(StoreAPIError) -> [UInt8] {
    let record: [UInt8]?
    switch api {
    case .appStore(let api):
      let answer = try await api.subscriptionStatuses(transaction: name)
      record = ArchiveRecord.appStore(
        statuses: answer.body, account: account, receivedAt: clock())
    case .googlePlay(let api):
      let answer = try await api.subscription(purchaseToken: name)
      record = ArchiveRecord.play(
        subscription: answer.body, package: app.app, purchaseToken: name, account: account,
        receivedAt: clock())
    }
    guard let record else { throw .malformed(detail: "it is not a JSON object") }
    return record
  }

  /// Asks for a page of a walk.
  ///
  /// - Parameters:
  ///   - walk: The walk, with the page to ask for.
  ///   - clock: The present, read once the store has answered.
  /// - Returns: A document for the door, and the page that follows.
  /// - Throws: Why there is none.
  func page(
    of walk: HistoryScan, clock: @Sendable () -> Timestamp
  ) async throws(StoreAPIError) -> StoreAnswer {
    let span = walk.from..<max(walk.from, walk.to)
    switch (api, walk.kind) {
    case (.appStore(let api), .notifications):
      return try await api.notificationHistory(
        span, onlyFailures: walk.onlyFailures, after: walk.page)
    case (.googlePlay(let api), .voided):
      let answer = try await api.voidedPurchases(span, after: walk.page)
      guard
        let record = ArchiveRecord.play(
          voided: answer.body, package: app.app, receivedAt: clock())
      else { throw .malformed(detail: "it is not a JSON object") }
      return StoreAnswer(body: record, nextPage: answer.nextPage)
    case (.appStore, .voided), (.googlePlay, .notifications):
      throw .refused(status: 0, detail: "\(walk.kind.store.rawValue) alone keeps that")
    }
  }

  /// Asks what was bought with an order of the App Store.
  ///
  /// - Parameters:
  ///   - order: The order.
  ///   - clock: The present, read once the store has answered.
  /// - Returns: A document for the door; `nil` where the store knows no such order of the app.
  /// - Throws: Why there is none.
  func transactions(
    of order: AppStoreOrderID, clock: @Sendable () -> Timestamp
  ) async throws(StoreAPIError) -> [UInt8]? {
    guard case .appStore(let api) = api else { return nil }
    guard let answer = try await api.transactions(of: order) else { return nil }
    guard let record = ArchiveRecord.appStore(answer.body, order: order, receivedAt: clock())
    else { throw .malformed(detail: "it is not a JSON object") }
    return record
  }

  /// Whether orders can be looked up in the app: at the App Store, in production.
  var looksOrdersUp: Bool { app.store == .appStore && app.environment == .production }

  /// The document that tells that the store answers for a purchase no longer, or never did.
  ///
  /// It goes through the door like any answer: one that is gone is a statement of the store about
  /// a purchase it knew, an unknown one is refused there, with the reason.
  func absence(of name: String, code: Int, detail: String, at now: Timestamp) -> [UInt8] {
    let error = StoreErrorDocument(code: code, message: detail)
    switch app.store {
    case .appStore: return error.appStore
    case .googlePlay:
      return ArchiveRecord.play(
        subscription: error.google, package: app.app, purchaseToken: name, receivedAt: now) ?? []
    }
  }
}
