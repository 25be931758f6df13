import StoreSync
import SubscriptionCore

/// A client of the Google Play Developer API for one package
/// (<https://developers.google.com/android-publisher/api-ref/rest>).
///
/// Response bodies are returned byte for byte. They contain neither package nor token and carry no
/// signature, so they pass `Intake` inside an archive record:
/// `ArchiveRecord.play(_:answer:receivedAt:)` wraps a notification with its response,
/// `play(subscription:package:purchaseToken:receivedAt:)` a response by itself,
/// `play(voided:package:receivedAt:)` a page of voided purchases.
public struct GooglePlayClient: GooglePlayAPI {
  /// The package name.
  public let package: AppID

  private let access: GooglePlayAccess

  /// The period for which Google Play retains voided purchases.
  static let memory = Duration.days(30)

  /// Creates a client of a package with the access that all packages of the service account share.
  public init(package: AppID, access: GooglePlayAccess) {
    (self.package, self.access) = (package, access)
  }

  /// Returns the status of one purchase, as a `SubscriptionPurchaseV2`.
  public func subscription(purchaseToken: String) async throws(StoreAPIError) -> StoreAnswer {
    guard !purchaseToken.isEmpty else { throw .notFound(detail: "no purchase token is given") }
    let question = ClientRequest(
      url: access.host.url(purchases + ["subscriptionsv2", "tokens", purchaseToken]))
    let reply = try await access.client.ask(.subscription, question, limiter: access.subscriptions)
    guard let answer = reply.decoded(as: Resource.self),
      answer.subscriptionState != nil || answer.lineItems != nil
    else { throw .malformed(detail: "it is not a SubscriptionPurchaseV2") }
    return StoreAnswer(body: reply.body)
  }

  /// Returns one page of voided purchases; a range that begins more than 30 days ago is queried
  /// from there on.
  public func voidedPurchases(
    _ span: Range<Timestamp>, after: String?
  ) async throws(StoreAPIError) -> StoreAnswer {
    let now = access.client.dependencies.now()
    let start = max(span.lowerBound, now - Self.memory + .minutes(1))
    let end = max(min(span.upperBound, now), start)
    var query = [
      (name: "startTime", value: String(start.milliseconds)),
      ("endTime", String(end.milliseconds)), ("type", "1"),
    ]
    if let after { query.append(("token", after)) }
    let question = ClientRequest(
      url: access.host.url(purchases + ["voidedpurchases"], query: query))
    let reply = try await access.client.ask(.voidedPurchases, question, limiter: access.voided)
    guard let page = reply.decoded(as: VoidedPage.self) else {
      throw .malformed(detail: "it is not a list of voided purchases")
    }
    let next = page.tokenPagination?.nextPageToken.flatMap { $0.isEmpty ? nil : $0 }
    guard next == nil || next != after else { throw .malformed(detail: "its next page is itself") }
    return StoreAnswer(body: reply.body, nextPage: next)
  }

  private var purchases: [String] {
    ["androidpublisher", "v3", "applications", package.rawValue, "purchases"]
  }

  private struct Resource: Decodable {
    var subscriptionState: String?
    var lineItems: [Item]?
  }

  private struct VoidedPage: Decodable {
    var voidedPurchases: [Item]?
    var tokenPagination: Pages?
  }

  private struct Pages: Decodable { var nextPageToken: String? }

  private struct Item: Decodable {}
}
