import StoreSync
import SubscriptionCore

/// The injected dependencies of a client: network, clock, sleep and randomness.
public struct ClientDependencies: Sendable {
  /// The transport of requests and responses.
  public var transport: any HTTPTransport
  /// Returns the current time.
  public var now: @Sendable () -> Timestamp
  /// Sleeps for a duration; throws if the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void
  /// Returns a random duration from zero up to the given one.
  public var jitter: @Sendable (Duration) -> Duration
  /// Receives a report of every API call.
  public var tell: @Sendable (StoreCallReport) -> Void
  /// The percentage of the stores' rate limits to use; the rest is left to other clients.
  public var quotaShare = 100

  /// Creates the dependencies of a client.
  public init(
    transport: any HTTPTransport, now: @escaping @Sendable () -> Timestamp,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    jitter: @escaping @Sendable (Duration) -> Duration,
    tell: @escaping @Sendable (StoreCallReport) -> Void = { _ in }
  ) {
    (self.transport, self.now, self.sleep, self.jitter) = (transport, now, sleep, jitter)
    self.tell = tell
  }

  /// Sleeps for a duration, with cancellation as a client error.
  func wait(_ duration: Duration) async throws(StoreAPIError) {
    guard duration > .zero else { return }
    do {
      try await sleep(duration)
    } catch {
      throw .brokenOff
    }
  }
}
