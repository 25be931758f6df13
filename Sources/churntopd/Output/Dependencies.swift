import Foundation
import ProgramConventions
import StoreClients
import StoreSync
import SubscriptionCore

/// The environment of the process, read once; everything below gets values.
struct Dependencies: Sendable {
  /// The environment variables.
  var environment: [String: String]
  /// Returns the current time: that of the system clock, or of the stores of a simulation.
  var clock: @Sendable () -> Timestamp
  /// Returns the current time of the system clock.
  var systemClock: @Sendable () -> Timestamp
  /// Returns the time of a monotonic clock.
  var uptime: @Sendable () -> Duration
  /// Returns a random duration from zero up to the given one.
  var jitter: @Sendable (Duration) -> Duration

  /// The environment of this process.
  static let current = Dependencies(
    environment: ProcessInfo.processInfo.environment, clock: MachineClock.now,
    systemClock: MachineClock.now, uptime: { ContinuousClock.now - start },
    jitter: { longest in
      .milliseconds(Int64.random(in: 0...max(0, longest.wholeMilliseconds)))
    })

  /// The time at which the process first read its clock.
  private static let start = ContinuousClock.now
}

extension ClientDependencies {
  /// Creates dependencies with the network, clock and randomness of this process.
  init(
    _ dependencies: Dependencies, tell: @escaping @Sendable (StoreCallReport) -> Void = { _ in }
  ) {
    self.init(
      transport: URLSessionTransport(), now: dependencies.clock,
      sleep: { try await Task.sleep(for: $0) }, jitter: dependencies.jitter, tell: tell)
  }

  /// The transport of requests whose responses may take a minute and more.
  var patient: any HTTPTransport {
    transport is URLSessionTransport ? URLSessionTransport(limit: .seconds(100)) : transport
  }
}
