import StoreSync
import SubscriptionCore

/// One service account at work: its token and its quota, which all its packages share.
public struct GooglePlayAccess: Sendable {
  /// The account's mail address.
  public let email: String

  let host: StoreHost
  let client: RetryingClient
  let subscriptions: RateLimiter
  let voided: RateLimiter
  let products: RateLimiter

  /// Creates access to the Play Developer API.
  ///
  /// - Parameters:
  ///   - account: The service account.
  ///   - host: Where to ask instead of Google; for tests.
  ///   - backoff: How often and after which pauses.
  ///   - dependencies: Network, clock, waiting, chance.
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
  /// 3,000 questions a minute about subscriptions
  /// (<https://developers.google.com/android-publisher/quotas>).
  static let playSubscriptions = RateLimit(questions: 3_000, window: .minutes(1), burst: 50)

  /// Thirty questions in any thirty seconds about voided purchases
  /// (<https://developers.google.com/android-publisher/voided-purchases#quotas>).
  static let playVoidedPurchases = RateLimit(questions: 15, window: .seconds(30), burst: 15)
}
