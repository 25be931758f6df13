import StoreSync
import SubscriptionCore

/// Everything around a client that is not the same twice: network, clock, waiting, chance.
public struct ClientDependencies: Sendable {
  /// What carries questions and replies.
  public var transport: any HTTPTransport
  /// The present.
  public var now: @Sendable () -> Timestamp
  /// Waits that long; throws when whoever waits is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void
  /// A random duration from zero up to the given one.
  public var jitter: @Sendable (Duration) -> Duration
  /// Told of every call of a store.
  public var tell: @Sendable (StoreCallReport) -> Void
  /// The part of the stores' limits that is used up, in hundredths; the rest is left to others.
  public var quotaShare = 100

  /// Creates the surroundings of a client.
  public init(
    transport: any HTTPTransport, now: @escaping @Sendable () -> Timestamp,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    jitter: @escaping @Sendable (Duration) -> Duration,
    tell: @escaping @Sendable (StoreCallReport) -> Void = { _ in }
  ) {
    (self.transport, self.now, self.sleep, self.jitter) = (transport, now, sleep, jitter)
    self.tell = tell
  }

  /// Waits in the terms of a client's errors.
  func wait(_ duration: Duration) async throws(StoreAPIError) {
    guard duration > .zero else { return }
    do {
      try await sleep(duration)
    } catch {
      throw .brokenOff
    }
  }
}
