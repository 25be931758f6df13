/// A measurement of elapsed time, from its creation on.
struct Stopwatch: Sendable {
  private let start = ContinuousClock.now

  /// The elapsed time.
  @Sendable func read() -> Duration { ContinuousClock.now - start }
}
