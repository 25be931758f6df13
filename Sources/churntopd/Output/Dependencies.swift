import Foundation
import ProgramConventions
import SubscriptionCore

/// What the program was started in, read once; everything below gets values.
struct Dependencies: Sendable {
  /// The environment variables.
  var environment: [String: String]
  /// The present by the machine's clock.
  var clock: @Sendable () -> Timestamp
  /// A time that never goes back.
  var uptime: @Sendable () -> Duration
  /// A random duration from zero up to the given one.
  var jitter: @Sendable (Duration) -> Duration

  /// The surroundings of this process.
  static let current = Dependencies(
    environment: ProcessInfo.processInfo.environment, clock: MachineClock.now,
    uptime: { ContinuousClock.now - start },
    jitter: { longest in
      .milliseconds(Int64.random(in: 0...max(0, longest.wholeMilliseconds)))
    })

  /// When the process looked at its clock first.
  private static let start = ContinuousClock.now
}
