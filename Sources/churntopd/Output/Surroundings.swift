import Foundation
import SubscriptionCore

/// What the program was started in, read once; everything below gets values.
struct Surroundings: Sendable {
  /// The environment variables.
  var environment: [String: String]
  /// The present by the machine's clock.
  var clock: @Sendable () -> Timestamp
  /// A time that never goes back.
  var uptime: @Sendable () -> Duration
  /// A random duration from zero up to the given one.
  var jitter: @Sendable (Duration) -> Duration

  /// The surroundings of this process.
  static let current = Surroundings(
    environment: ProcessInfo.processInfo.environment, clock: { now() },
    uptime: { .nanoseconds(monotonic()) },
    jitter: { longest in
      .milliseconds(Int64.random(in: 0...max(0, longest.wholeMilliseconds)))
    })

  /// The present by the machine's clock, to the millisecond.
  private static func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Nanoseconds since the machine was started.
  private static func monotonic() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
