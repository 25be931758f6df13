import Foundation
import StorePayloads
import SubscriptionCore

/// An app with the client of its store's API and the ingestion of its answers.
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
  /// The client of the store's API.
  public let api: API
  /// The ingestion of answers, which accepts this app and environment and no other.
  public let takeIn: TakeIn

  /// Connects an app of the App Store.
  public init(
    _ api: any AppStoreAPI, bundle: AppID, environment: StoreEnvironment,
    takeIn: @escaping TakeIn
  ) {
    app = StoreApp(store: .appStore, app: bundle, environment: environment)
    (self.api, self.takeIn) = (.appStore(api), takeIn)
  }

  /// Connects an app of Google Play.
  public init(_ api: any GooglePlayAPI, package: AppID, takeIn: @escaping TakeIn) {
    app = StoreApp(store: .googlePlay, app: package)
    (self.api, self.takeIn) = (.googlePlay(api), takeIn)
  }

  /// Requests the status of a transaction identifier or purchase token and returns the document to
  /// ingest, received when the store has answered.
  func subscription(
    _ name: String, account: AccountID? = nil, clock: @Sendable () -> Timestamp
  ) async throws(StoreAPIError) -> [UInt8] {
    let record: [UInt8]?
    switch api {
    case .appStore(let api):
      let answer = try await api.subscriptionStatuses(transaction: name)
      record = ArchiveRecord.appStore(statuses: answer.body, account: account, receivedAt: clock())
    case .googlePlay(let api):
      let answer = try await api.subscription(purchaseToken: name)
      record = ArchiveRecord.play(
        subscription: answer.body, package: app.app, purchaseToken: name, account: account,
        receivedAt: clock())
    }
    guard let record else { throw .malformed(detail: "it is not a JSON object") }
    return record
  }

  /// Requests a page of a history scan and returns the document to ingest, received when the store
  /// has answered, and the token of the next page.
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
        let record = ArchiveRecord.play(voided: answer.body, package: app.app, receivedAt: clock())
      else { throw .malformed(detail: "it is not a JSON object") }
      return StoreAnswer(body: record, nextPage: answer.nextPage)
    case (.appStore, .voided), (.googlePlay, .notifications):
      throw .refused(status: 0, detail: "\(walk.kind.store.rawValue) alone keeps that")
    }
  }

  /// Requests the transactions of an order of the App Store and returns the document to ingest;
  /// `nil` where the store knows no such order of the app.
  func transactions(
    of order: AppStoreOrderID, clock: @Sendable () -> Timestamp
  ) async throws(StoreAPIError) -> [UInt8]? {
    guard case .appStore(let api) = api else { return nil }
    guard let answer = try await api.transactions(of: order) else { return nil }
    guard let record = ArchiveRecord.appStore(answer.body, order: order, receivedAt: clock())
    else { throw .malformed(detail: "it is not a JSON object") }
    return record
  }

  /// A Boolean value that indicates whether orders of the app can be looked up: only at the App
  /// Store, in production.
  var looksOrdersUp: Bool { app.store == .appStore && app.environment == .production }

  /// The document for a purchase that the store does not know, or no longer.
  ///
  /// It is ingested like any answer: "gone" is a statement of the store about a purchase that it
  /// knew, and an unknown purchase is refused with the reason.
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

/// An error answer of a store, in the form in which the store writes it.
struct StoreErrorDocument {
  /// The status of the answer.
  var code: Int
  /// The store's message.
  var message: String

  /// `{"error": {"code", "message"}}` (<https://cloud.google.com/apis/design/errors>).
  var google: [UInt8] { Self.encoded(["error": Inner(code: code, message: message)]) }

  /// `{"errorCode", "errorMessage"}`
  /// (<https://developer.apple.com/documentation/appstoreserverapi/error-codes>).
  var appStore: [UInt8] { Self.encoded(Apple(errorCode: code, errorMessage: message)) }

  private struct Inner: Encodable {
    var code: Int
    var message: String
  }

  private struct Apple: Encodable {
    var errorCode: Int
    var errorMessage: String
  }

  private static func encoded(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return (try? encoder.encode(value)).map { Array($0) } ?? []
  }
}
