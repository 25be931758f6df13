/// A retry policy: exponential backoff with a cap and full jitter
/// (<https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/>).
public struct Backoff: Hashable, Sendable {
  /// The maximum number of attempts.
  public var attempts: Int
  /// The longest pause after the first attempt; it doubles with each further attempt.
  public var first: Duration
  /// The longest pause after any attempt.
  public var cap: Duration
  /// The longest time that a request waits for the rate limit before
  /// `StoreAPIError.throttled(until:)`.
  public var patience: Duration

  /// Creates a retry policy.
  public init(
    attempts: Int = 4, first: Duration = .milliseconds(500), cap: Duration = .seconds(20),
    patience: Duration = .seconds(10)
  ) {
    (self.attempts, self.first, self.cap, self.patience) = (attempts, first, cap, patience)
  }

  /// Returns the longest pause after an attempt, counted from one.
  func longestPause(after attempt: Int) -> Duration {
    min(cap, first * (1 << min(max(attempt, 1) - 1, 20)))
  }
}
