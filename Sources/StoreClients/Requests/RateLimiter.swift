import StoreSync
import SubscriptionCore

/// The turns of the questions to one store's bucket: at most so many in a time, none in a pause.
///
/// A token bucket kept as one instant (the generic cell rate algorithm, ITU-T I.371): the time at
/// which the bucket is full again.
actor RateLimiter {
  private let interval: Duration
  private let leeway: Duration
  private let dependencies: ClientDependencies
  private let patience: Duration

  private var fullAt = Timestamp.distantPast
  private var pause: (since: Timestamp, until: Timestamp)?

  /// Creates a bucket that is full.
  ///
  /// - Parameters:
  ///   - rate: How many questions in which time, and how many of them at once.
  ///   - patience: How long a question waits at most.
  ///   - dependencies: The clock, and what waits by it.
  init(
    rate: RateLimit, patience: Duration, dependencies: ClientDependencies
  ) {
    let share = min(max(dependencies.quotaShare, 1), 100)
    interval = rate.window * 100 / (rate.questions * share)
    leeway = interval * (max(1, rate.burst * share / 100) - 1)
    (self.patience, self.dependencies) = (patience, dependencies)
  }

  /// Waits for the turn of a question.
  ///
  /// - Throws: ``StoreAPIError/throttled(until:)`` at once where the turn is further away than the
  ///   patience; the turn is not taken then.
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
      // The store asked for a pause while this question waited.
      until = other
      let rest = other - dependencies.now()
      guard rest <= patience else { throw .throttled(until: other) }
      try await dependencies.wait(rest)
    }
  }

  /// Lets no question pass before an instant.
  func pause(until instant: Timestamp) {
    pause = (dependencies.now(), max(instant, pause?.until ?? instant))
  }
}

/// How many questions a store takes in which time.
struct RateLimit: Hashable, Sendable {
  /// How many questions.
  var questions: Int
  /// In which time.
  var window: Duration
  /// How many at once.
  var burst: Int
}
