import StoreSimulator
import SubscriptionCore

/// Google: the OAuth token endpoint, the keys of Pub/Sub's tokens, and the Play Developer API
/// (<https://developers.google.com/android-publisher/api-ref/rest>).
extension FakeStores {
  static let accessTokenLifetime = Duration.seconds(3_599)

  func tokenAnswer(_ request: FakeRequest) -> FakeReply {
    let form = Dictionary(request.form, uniquingKeysWith: { first, _ in first })
    guard form["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer" else {
      return Self.grantError("unsupported_grant_type", "Invalid grant_type")
    }
    guard let token = form["assertion"].flatMap({ PresentedToken($0) }) else {
      return Self.grantError("invalid_grant", "Bad Request")
    }
    if let fault = credentials.fault(ofAssertion: token, tokenURL: addresses.token) {
      return Self.grantError("invalid_grant", "Invalid JWT Signature.").noting(fault)
    }
    if let fault = faultOfTimes(of: token) {
      return Self.grantError(
        "invalid_grant",
        "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe."
      ).noting(fault)
    }
    tokensGiven += 1
    let access = "ya29.simulated-\(tokensGiven)-\(now.milliseconds)"
    accessTokens[access] = clientNow + Self.accessTokenLifetime
    if token.claims.scope == FakeCredentials.pubSubScope { pubSubTokens.insert(access) }
    let lifetime = Self.accessTokenLifetime.components.seconds
    return .json(
      "{\"access_token\":\"\(access)\",\"expires_in\":\(lifetime)"
        + ",\"token_type\":\"Bearer\"}")
  }

  func certificatesAnswer() -> FakeReply {
    var reply = FakeReply.json(oidc.published())
    reply.fields["Cache-Control"] = "public, max-age=21600, must-revalidate, no-transform"
    return reply
  }

  func googlePlayAnswer(
    _ endpoint: StoreEndpoint, _ request: FakeRequest, _ name: String
  ) -> FakeReply {
    guard let token = request.bearer, let until = accessTokens[token], until > clientNow else {
      return unauthenticated(endpoint, because: "the access token is not known or has run out")
    }
    if pubSubTokens.contains(token) {
      return .googleError(
        403, "insufficientPermissions", "Request had insufficient authentication scopes.",
        name: "PERMISSION_DENIED")
    }
    guard request.path[4] == SimulatedWorld.package.rawValue else {
      return .googleError(
        404, "applicationNotFound", "No application was found for the given package name.",
        name: "NOT_FOUND")
    }
    if endpoint == .voidedPurchases { return voidedPurchases(request) }
    if endpoint == .playSubscriptions || endpoint == .playOffers {
      return playProducts(endpoint, request)
    }
    guard let resource = world.playSubscription(token: name) else {
      return .googleError(
        404, "purchaseTokenNotFound", "The purchase token was not found.", name: "NOT_FOUND")
    }
    if world.isForgotten(token: name) {
      return .googleError(
        410, "subscriptionPurchaseNoLongerAvailable",
        "The subscription purchase is no longer available for query because it has been expired "
          + "for too long.", name: "FAILED_PRECONDITION")
    }
    return .json(resource)
  }

  private func voidedPurchases(_ request: FakeRequest) -> FakeReply {
    func number(_ name: String) -> Int64? { request.value(name).flatMap { Int64($0) } }
    let present = (clientNow + .minutes(1)).milliseconds
    let month = (now - .days(30)).milliseconds
    var (start, end, from) = (number("startTime") ?? month, number("endTime") ?? present, 0)
    if let token = request.value("token") {
      // A page token includes its time range: the times beside it do not count.
      let parts = token.split(separator: "-").compactMap { Int64($0) }
      guard parts.count == 3, parts[0] <= parts[1], let place = Int(exactly: parts[2]), place >= 0
      else {
        return .googleError(400, "invalid", "Invalid page token.", name: "INVALID_ARGUMENT")
      }
      (start, end, from) = (parts[0], parts[1], place)
    } else if start < month - Self.leniency.wholeMilliseconds || start > end || end > present {
      return .googleError(
        400, "invalid", "The time range must lie in the past 30 days.", name: "INVALID_ARGUMENT")
    }
    guard request.value("type") == "1" else { return .json("{}") }
    let most = request.value("maxResults").flatMap { Int($0) } ?? voidedPageSize
    let all = world.playVoidedOrders.filter { (start...end) ~= $0.voidedAt.milliseconds }
    let page = all.dropFirst(from).prefix(min(max(most, 1), voidedPageSize))
    guard !page.isEmpty else { return .json("{}") }
    let next = from + page.count
    let list = page.map(\.json).joined(separator: ",")
    let name = "\(start)-\(end)-\(next)"
    let pages = next < all.count ? ",\"tokenPagination\":{\"nextPageToken\":\"\(name)\"}" : ""
    return .json("{\"voidedPurchases\":[\(list)]\(pages)}")
  }

  private static func grantError(_ name: String, _ words: String) -> FakeReply {
    FakeReply.json(
      "{\"error\":\"\(name)\",\"error_description\":\"\(words)\"}", status: 400
    ).noting(words)
  }
}
