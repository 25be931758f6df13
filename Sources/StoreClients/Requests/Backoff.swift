/// How often and after which pauses a question is asked again: exponential, capped, full jitter
/// (<https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/>).
public struct Backoff: Hashable, Sendable {
  /// How often a question is asked at most.
  public var attempts: Int
  /// The longest pause after the first attempt; it doubles with each further one.
  public var first: Duration
  /// The longest pause of all.
  public var cap: Duration
  /// How long a question waits for its turn before it says ``StoreAPIError/throttled(until:)``.
  public var patience: Duration

  /// Creates a way to ask again.
  public init(
    attempts: Int = 4, first: Duration = .milliseconds(500), cap: Duration = .seconds(20),
    patience: Duration = .seconds(10)
  ) {
    (self.attempts, self.first, self.cap, self.patience) = (attempts, first, cap, patience)
  }

  /// The longest pause after an attempt, counted from one.
  func longestPause(after attempt: Int) -> Duration {
    min(cap, first * (1 << min(max(attempt, 1) - 1, 20)))
  }
}
