import StoreSync
import SubscriptionCore

/// A reader of one package's subscriptions from the Play Developer API:
/// `monetization.subscriptions.list` and `basePlans.offers.list`
/// (<https://developers.google.com/android-publisher/api-ref/rest/v3/monetization.subscriptions>).
public struct GooglePlayProducts: ProductSettingsAPI {
  /// The package.
  public let app: StoreApp

  private let access: GooglePlayAccess

  /// The maximum number of pages of one list, in case the list has no end.
  static let pagesMax = 200

  /// Creates a reader of a package with the access that all packages of the service account share.
  public init(package: AppID, access: GooglePlayAccess) {
    app = StoreApp(store: .googlePlay, app: package)
    self.access = access
  }

  /// Reads every subscription with its base plans, and every offer.
  public func productSettings() async throws(StoreAPIError) -> [CatalogueStatement] {
    let subscriptions = try await pages(["subscriptions"], as: PlaySubscriptionPage.self)
    var statements = subscriptions.flatMap(\.items).flatMap { $0.statements(app: app.app) }
    guard !statements.isEmpty else { return [] }
    let offers = try await pages(
      ["subscriptions", "-", "basePlans", "-", "offers"], as: PlayOfferPage.self)
    statements += offers.flatMap(\.items).compactMap { $0.statement(app: app.app) }
    return statements
  }

  private func pages<Page: PlayPage>(
    _ path: [String], as type: Page.Type
  ) async throws(StoreAPIError) -> [Page] {
    var pages: [Page] = []
    var next: String?
    repeat {
      var query = [(name: "pageSize", value: "100")]
      if let next { query.append(("pageToken", next)) }
      let question = ClientRequest(
        url: access.host.url(
          ["androidpublisher", "v3", "applications", app.app.rawValue] + path, query: query))
      let reply = try await access.client.ask(.products, question, limiter: access.products)
      guard let page = reply.decoded(as: Page.self) else {
        throw .malformed(detail: "it is not a list of \(path.last ?? "subscriptions")")
      }
      let following = page.nextPageToken.flatMap { $0.isEmpty ? nil : $0 }
      guard following == nil || following != next, pages.count < Self.pagesMax else {
        throw .malformed(detail: "its pages have no end")
      }
      pages.append(page)
      next = following
    } while next != nil
    return pages
  }
}

/// A page of a list.
protocol PlayPage: Decodable { var nextPageToken: String? { get } }
