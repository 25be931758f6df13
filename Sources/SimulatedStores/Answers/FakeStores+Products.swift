import StoreSimulator
import SubscriptionCore

/// The settings of the simulated app's products: `monetization.subscriptions.list` and
/// `basePlans.offers.list` of the Play Developer API, and the App Store Connect API.
extension FakeStores {
  /// The number of items on a page of either store's lists, which is small so that clients must
  /// paginate.
  static let productPageSize = 3

  func playProducts(_ endpoint: StoreEndpoint, _ request: FakeRequest) -> FakeReply {
    let isOffers = endpoint == .playOffers
    let all = isOffers ? SimulatedWorld.playOffers : SimulatedWorld.playSubscriptions
    let from = request.value("pageToken").flatMap { Int($0.dropFirst()) } ?? 0
    guard (0...all.count).contains(from) else {
      return .googleError(400, "invalid", "Invalid page token.", name: "INVALID_ARGUMENT")
    }
    let most = request.value("pageSize").flatMap { Int($0) } ?? Self.productPageSize
    let page = all.dropFirst(from).prefix(min(max(most, 1), Self.productPageSize))
    let next = from + page.count
    let token = next < all.count ? ",\"nextPageToken\":\"s\(next)\"" : ""
    let name = isOffers ? "subscriptionOffers" : "subscriptions"
    return .json("{\"\(name)\":[\(page.joined(separator: ","))]\(token)}")
  }

  func connectAnswer(_ request: FakeRequest) -> FakeReply {
    let fault = faultOfToken(in: request) { token in
      credentials.fault(ofConnectToken: token) ?? faultOfTimes(of: token)
    }
    if let fault { return unauthenticated(.appStoreConnect, because: fault) }
    let path = Array(request.path.dropFirst())
    guard let answer = SimulatedWorld.connectAnswer(path) else {
      return .json(
        "{\"errors\":[{\"status\":\"404\",\"code\":\"NOT_FOUND\",\"title\":\"Not found\"}]}",
        status: 404)
    }
    guard answer.isList else { return .json("{\"data\":\(answer.items.first ?? "null")}") }
    var items = answer.items
    if path == ["v1", "apps"], let bundle = request.value("filter[bundleId]"),
      bundle != SimulatedWorld.bundle.rawValue
    {
      items = []
    }
    let from = request.value("cursor").flatMap { Int($0) } ?? 0
    let page = items.dropFirst(from).prefix(Self.productPageSize)
    let next = from + page.count
    let address = addresses.appStoreConnect + "/" + path.joined(separator: "/")
    let link = next < items.count ? "\"next\":\"\(address)?cursor=\(next)&limit=3\"" : ""
    return .json(
      "{\"data\":[\(page.joined(separator: ","))],\"links\":{\(link)},"
        + "\"included\":[\(answer.included.joined(separator: ","))]}")
  }
}
