import SubscriptionCore

/// The access token and the quota of one service account, which all its packages share.
public struct GooglePlayAccess: Sendable {
  /// The account's mail address.
  public let email: String

  let host: StoreHost
  let client: RetryingClient
  let subscriptions: RateLimiter
  let voided: RateLimiter
  let products: RateLimiter

  /// Creates access to the Play Developer API; tests name a host to query instead of Google.
  public init(
    account: ServiceAccount, host: StoreHost = .googlePlay, backoff: Backoff = Backoff(),
    dependencies: ClientDependencies
  ) {
    (email, self.host) = (account.email, host)
    client = RetryingClient(
      store: .googlePlay,
      tokens: GoogleTokens(account: account, backoff: backoff, dependencies: dependencies),
      backoff: backoff, dependencies: dependencies)
    func limiter(_ rate: RateLimit) -> RateLimiter {
      RateLimiter(rate: rate, patience: backoff.patience, dependencies: dependencies)
    }
    subscriptions = limiter(.playSubscriptions)
    voided = limiter(.playVoidedPurchases)
    products = limiter(.playSubscriptions)
  }
}

extension RateLimit {
  /// 3,000 requests a minute for subscriptions
  /// (<https://developers.google.com/android-publisher/quotas>).
  static let playSubscriptions = RateLimit(questions: 3_000, window: .minutes(1), burst: 50)

  /// Thirty requests in any thirty seconds for voided purchases
  /// (<https://developers.google.com/android-publisher/voided-purchases#quotas>).
  static let playVoidedPurchases = RateLimit(questions: 15, window: .seconds(30), burst: 15)
}
