import StoreSync
import SubscriptionCore

/// A source of Google's access tokens: an assertion signed by RS256 is exchanged for a token that
/// is valid for an hour
/// (<https://developers.google.com/identity/protocols/oauth2/service-account#httprest>, RFC 7523).
///
/// Concurrent callers share the outcome of one exchange.
actor GoogleTokens: TokenSource {
  /// The time before its expiry from which a token is no longer used.
  static let margin = Duration.minutes(2)
  /// The lifetime of an assertion; Google accepts an hour at most.
  static let assertionLifetime = Duration.minutes(10)
  /// The time by which an assertion is dated back, so that a clock slightly ahead does no harm.
  static let backdating = Duration.seconds(10)
  /// The time for which a rejection is cached, so that a wrong key is not sent with every request.
  static let sulk = Duration.seconds(30)
  /// The default OAuth scope, the only one of the Play Developer API.
  static let scope = "https://www.googleapis.com/auth/androidpublisher"

  private let account: ServiceAccount
  private let scope: String
  private let client: RetryingClient
  private let limiter: RateLimiter
  private var kept: Kept?
  private var refusal: (error: StoreAPIError, at: Timestamp)?
  private var exchange: Task<Result<Kept, StoreAPIError>, Never>?

  private struct Kept: Sendable {
    var token: String
    var from: Timestamp
    var until: Timestamp
  }

  init(
    account: ServiceAccount, scope: String = scope, backoff: Backoff,
    dependencies: ClientDependencies
  ) {
    (self.account, self.scope) = (account, scope)
    client = RetryingClient(
      store: .googlePlay, tokens: nil, backoff: backoff, dependencies: dependencies)
    limiter = RateLimiter(
      rate: RateLimit(questions: 5, window: .seconds(1), burst: 5),
      patience: backoff.patience, dependencies: dependencies)
  }

  func token() async throws(StoreAPIError) -> String {
    let now = client.dependencies.now()
    if let kept, kept.from <= now, now < kept.until - Self.margin { return kept.token }
    if let refusal, refusal.at <= now, now - refusal.at < Self.sulk { throw refusal.error }
    let exchange = exchange ?? Task { await fetched(now: now) }
    self.exchange = exchange
    return try await Self.outcome(of: exchange).token
  }

  func discard(_ token: String) { if kept?.token == token { kept = nil } }

  /// Waits for an exchange; cancellation ends the wait of one caller, while the exchange continues
  /// for the others.
  private static func outcome(
    of exchange: Task<Result<Kept, StoreAPIError>, Never>
  ) async throws(StoreAPIError) -> Kept {
    let (outcomes, signal) = AsyncStream.makeStream(of: Result<Kept, StoreAPIError>.self)
    Task {
      signal.yield(await exchange.value)
      signal.finish()
    }
    for await outcome in outcomes { return try outcome.get() }
    throw .brokenOff
  }

  /// Exchanges an assertion and caches the outcome.
  private func fetched(now: Timestamp) async -> Result<Kept, StoreAPIError> {
    let outcome = await fetch(now: now)
    exchange = nil
    switch outcome {
    case .success(let fresh): (kept, refusal) = (fresh, nil)
    case .failure(let error): refusal = error.isRetryable ? nil : (error, now)
    }
    return outcome
  }

  private func fetch(now: Timestamp) async -> Result<Kept, StoreAPIError> {
    do throws(StoreAPIError) {
      let reply = try await client.ask(.token, try question(now: now), limiter: limiter)
      guard let answer = reply.decoded(as: Answer.self), !answer.access_token.isEmpty else {
        throw .malformed(detail: "the token endpoint gives no access token")
      }
      let lifetime = Duration.seconds(min(max(answer.expires_in ?? 0, 0), 3_600))
      return .success(Kept(token: answer.access_token, from: now, until: now + lifetime))
    } catch {
      switch error {
      case .notFound(let detail), .gone(let detail): return .failure(.unauthorized(detail: detail))
      case .refused(let status, let detail):
        // It is about the account, and not about what a token is needed for.
        return .failure(.unauthorized(detail: "HTTP \(status), \(detail)"))
      case .unauthorized, .clockSkew, .throttled, .unavailable, .malformed: return .failure(error)
      }
    }
  }

  private func question(now: Timestamp) throws(StoreAPIError) -> ClientRequest {
    let issuedAt = (now - Self.backdating).milliseconds / 1000
    let assertion = WebToken.make(
      header: Header(kid: account.keyID),
      claims: Claims(
        iss: account.email, scope: scope, aud: account.tokenHost.address, iat: issuedAt,
        exp: issuedAt + Self.assertionLifetime.components.seconds),
      by: account.signature)
    guard let assertion else {
      throw .unauthorized(detail: "the service account's key cannot sign")
    }
    let grant = StoreHost.escaped("urn:ietf:params:oauth:grant-type:jwt-bearer")
    return ClientRequest(
      method: "POST", url: account.tokenHost.address,
      fields: ["Content-Type": "application/x-www-form-urlencoded"],
      body: Array("grant_type=\(grant)&assertion=\(assertion)".utf8), secret: assertion)
  }

  private struct Header: Encodable {
    var alg = "RS256"
    var kid: String
    var typ = "JWT"
  }

  private struct Claims: Encodable {
    var iss: String
    var scope: String
    var aud: String
    var iat: Int64
    var exp: Int64
  }

  private struct Answer: Decodable {
    var access_token: String
    var expires_in: Int64?
  }
}
