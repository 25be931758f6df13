import SubscriptionCore

/// The quotas and pauses of requests to a store.
public struct SyncPolicy: Hashable, Sendable {
  /// The most subscriptions that are requested in one run for one app.
  public var lookupsMax: Int
  /// The time for which a store's statement about a subscription counts as fresh; a requested
  /// refresh ignores it.
  public var answerTTL: Duration
  /// The least time between two requests for one subscription, requested refreshes included.
  public var retryAfter: Duration
  /// The pause after a store fails, unless it states one itself.
  public var pause: Duration
  /// The pause of a purchase that the store does not know.
  public var unknownLasts: Duration
  /// The least time between two scans of the notification history.
  public var notificationsEvery: Duration
  /// The least time between two scans of voided purchases.
  public var voidedEvery: Duration
  /// The overlap of a scan with the one before, for messages that were in flight then.
  public var overlap: Duration
  /// The number of concurrent requests.
  public var concurrency: Int

  /// Creates a policy.
  public init(
    lookupsMax: Int = 500, answerTTL: Duration = .hours(6), retryAfter: Duration = .minutes(10),
    pause: Duration = .seconds(15), unknownLasts: Duration = .days(1),
    notificationsEvery: Duration = .hours(1), voidedEvery: Duration = .hours(6),
    overlap: Duration = .hours(1), concurrency: Int = 4
  ) {
    (self.lookupsMax, self.answerTTL, self.retryAfter) = (lookupsMax, answerTTL, retryAfter)
    (self.pause, self.unknownLasts, self.overlap) = (pause, unknownLasts, overlap)
    (self.notificationsEvery, self.voidedEvery) = (notificationsEvery, voidedEvery)
    self.concurrency = concurrency
  }

  /// The policy without configuration.
  public static let standard = SyncPolicy()

  /// The least time between two scans of a kind.
  func every(_ kind: HistoryScan.Kind) -> Duration {
    switch kind {
    case .notifications: notificationsEvery
    case .voided: voidedEvery
    }
  }
}
