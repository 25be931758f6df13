import SubscriptionCore

/// How much a store is asked, and how often.
public struct SyncPolicy: Hashable, Sendable {
  /// The most subscriptions asked about in one run and app.
  public var lookupsMax: Int
  /// How long a subscription is not asked about after the store said anything of it, unless
  /// somebody requests it.
  public var answerTTL: Duration
  /// How long a question that was answered or refused is not asked again, whoever requests it.
  public var retryAfter: Duration
  /// How long a store that cannot be asked is left alone, unless it says itself for how long.
  public var pause: Duration
  /// How long a purchase that the store does not know is not asked about again.
  public var unknownLasts: Duration
  /// The least time between two walks through the notification history.
  public var notificationsEvery: Duration
  /// The least time between two walks through voided purchases.
  public var voidedEvery: Duration
  /// How far a walk reaches back into the one before, for what was on its way then.
  public var overlap: Duration
  /// How many questions are on their way at once.
  public var concurrency: Int

  /// Creates a policy.
  public init(
    lookupsMax: Int = 500, answerTTL: Duration = .hours(6), retryAfter: Duration = .minutes(10),
    pause: Duration = .seconds(15),
    unknownLasts: Duration = .days(1), notificationsEvery: Duration = .hours(1),
    voidedEvery: Duration = .hours(6), overlap: Duration = .hours(1), concurrency: Int = 4
  ) {
    self.lookupsMax = lookupsMax
    self.answerTTL = answerTTL
    self.retryAfter = retryAfter
    self.pause = pause
    self.unknownLasts = unknownLasts
    self.notificationsEvery = notificationsEvery
    self.voidedEvery = voidedEvery
    self.overlap = overlap
    self.concurrency = concurrency
  }

  /// What holds where nothing is configured.
  public static let standard = SyncPolicy()

  /// The least time between two walks of a kind.
  func every(_ kind: HistoryScan.Kind) -> Duration {
    switch kind {
    case .notifications: notificationsEvery
    case .voided: voidedEvery
    }
  }
}
