/// What Pub/Sub answers about one subscription that is pulled
/// (<https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.subscriptions>).
public protocol PubSubAPI: Sendable {
  /// The subscription's name, `projects/…/subscriptions/…`.
  var subscription: String { get }

  /// Messages that wait, or none after a while.
  ///
  /// - Parameters:
  ///   - most: The most messages.
  ///   - waits: Whether to wait for messages where there are none.
  /// - Returns: The messages, which are sent again unless they are acknowledged in time.
  /// - Throws: Why there are none.
  func pull(_ most: Int, waits: Bool) async throws(StoreAPIError) -> [PulledMessage]

  /// Says that messages are stored, so that they are not sent again.
  func acknowledge(_ handles: [String]) async throws(StoreAPIError)

  /// Says how long messages need from now until they are acknowledged; zero has them sent again.
  func setDeadline(_ handles: [String], to length: Duration) async throws(StoreAPIError)
}

/// A message that was pulled.
public struct PulledMessage: Hashable, Sendable {
  /// What it is acknowledged by.
  public var handle: String
  /// The message as Pub/Sub pushes it: JSON with `message` and `subscription`.
  public var envelope: [UInt8]

  /// Creates a message.
  public init(handle: String, envelope: [UInt8]) {
    (self.handle, self.envelope) = (handle, envelope)
  }
}
