import StoreSync
import SubscriptionCore

/// One service account at work: its token and its quota, which all its packages share.
public struct GooglePlayAccess: Sendable {
  /// The account's mail address.
  public let email: String

  let host: StoreHost
  let asker: StoreAsker
  let subscriptions: QuestionPace
  let voided: QuestionPace
  let products: QuestionPace

  /// Creates access to the Play Developer API.
  ///
  /// - Parameters:
  ///   - account: The service account.
  ///   - host: Where to ask instead of Google; for tests.
  ///   - backoff: How often and after which pauses.
  ///   - surroundings: Network, clock, waiting, chance.
  public init(
    account: ServiceAccount, host: StoreHost = .googlePlay, backoff: Backoff = Backoff(),
    surroundings: ClientSurroundings
  ) {
    (email, self.host) = (account.email, host)
    asker = StoreAsker(
      store: .googlePlay,
      tokens: GoogleTokens(account: account, backoff: backoff, surroundings: surroundings),
      backoff: backoff, surroundings: surroundings)
    func pace(_ rate: QuestionRate) -> QuestionPace {
      QuestionPace(rate: rate, patience: backoff.patience, surroundings: surroundings)
    }
    subscriptions = pace(.playSubscriptions)
    voided = pace(.playVoidedPurchases)
    products = pace(.playSubscriptions)
  }
}

extension QuestionRate {
  /// 3,000 questions a minute about subscriptions
  /// (<https://developers.google.com/android-publisher/quotas>).
  static let playSubscriptions = QuestionRate(questions: 3_000, window: .minutes(1), burst: 50)

  /// Thirty questions in any thirty seconds about voided purchases
  /// (<https://developers.google.com/android-publisher/voided-purchases#quotas>).
  static let playVoidedPurchases = QuestionRate(questions: 15, window: .seconds(30), burst: 15)
}
