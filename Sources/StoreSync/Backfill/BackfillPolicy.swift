/// The concurrency, pauses and retries of a backfill.
public struct BackfillPolicy: Hashable, Sendable {
  /// The number of concurrent requests for one app; the client keeps the store's own rate limit.
  public var concurrency: Int
  /// The pause after a store fails, unless it states one itself.
  public var pause: Duration
  /// The number of attempts for one purchase in one run.
  public var attempts: Int
  /// The number of consecutive failures that mean that a store is down.
  public var failuresMax: Int

  /// Creates a policy.
  public init(
    concurrency: Int = 16, pause: Duration = .seconds(15), attempts: Int = 3,
    failuresMax: Int = 48
  ) {
    (self.concurrency, self.pause) = (concurrency, pause)
    (self.attempts, self.failuresMax) = (attempts, failuresMax)
  }
}
