import StoreSync
import SubscriptionCore

/// A token-bucket rate limiter for one endpoint of a store, with pauses that the store requests.
///
/// The bucket is stored as one instant (the generic cell rate algorithm, ITU-T I.371): the time at
/// which it is full again.
actor RateLimiter {
  private let interval: Duration
  private let leeway: Duration
  private let dependencies: ClientDependencies
  private let patience: Duration

  private var fullAt = Timestamp.distantPast
  private var pause: (since: Timestamp, until: Timestamp)?

  /// Creates a full bucket, for which a request waits no longer than its patience.
  init(rate: RateLimit, patience: Duration, dependencies: ClientDependencies) {
    let share = min(max(dependencies.quotaShare, 1), 100)
    interval = rate.window * 100 / (rate.questions * share)
    leeway = interval * (max(1, rate.burst * share / 100) - 1)
    (self.patience, self.dependencies) = (patience, dependencies)
  }

  /// Waits until a request is permitted.
  ///
  /// - Throws: `StoreAPIError.throttled(until:)` at once if the wait would exceed the patience;
  ///   the request is not counted then.
  func turn() async throws(StoreAPIError) {
    let now = dependencies.now()
    if let since = pause?.since, now < since { pause = nil }  // The clock was set back.
    if fullAt > now + patience + leeway + interval + interval { fullAt = now }
    let earliest = max(now, pause?.until ?? now)
    let paid = max(fullAt, earliest)
    let at = max(earliest, paid - leeway)
    guard at - now <= patience else { throw .throttled(until: at) }
    fullAt = paid + interval
    var until = pause?.until
    try await dependencies.wait(at - now)
    while let other = pause?.until, other != until {
      // The store requested a pause while this request waited.
      until = other
      let rest = other - dependencies.now()
      guard rest <= patience else { throw .throttled(until: other) }
      try await dependencies.wait(rest)
    }
  }

  /// Permits no request before an instant.
  func pause(until instant: Timestamp) {
    pause = (dependencies.now(), max(instant, pause?.until ?? instant))
  }
}

/// A rate limit of a store.
struct RateLimit: Hashable, Sendable {
  /// The number of requests in a window.
  var questions: Int
  /// The length of the window.
  var window: Duration
  /// The number of requests at once.
  var burst: Int
}
