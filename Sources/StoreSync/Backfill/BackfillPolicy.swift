import SubscriptionCore

/// How a base that exists is asked about.
public struct BackfillPolicy: Hashable, Sendable {
  /// How many questions about one app are on their way at once; how many a second the store's own
  /// limit says, which its client keeps.
  public var concurrency: Int
  /// How long a store that cannot be asked is left alone, unless it says itself for how long.
  public var pause: Duration
  /// How often a question is put to a store that fails before the next run has to put it.
  public var attempts: Int
  /// How many failures in a row mean that a store is down.
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
