/// The time since it was made.
struct Stopwatch: Sendable {
  private let start = ContinuousClock.now

  /// The time that has passed.
  @Sendable func read() -> Duration { ContinuousClock.now - start }
}
