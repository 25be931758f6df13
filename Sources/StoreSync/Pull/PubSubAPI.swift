/// A client for one Pub/Sub pull subscription
/// (<https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.subscriptions>).
public protocol PubSubAPI: Sendable {
  /// The subscription's name, `projects/…/subscriptions/…`.
  var subscription: String { get }

  /// Pulls messages; none when there are none after a while.
  ///
  /// - Parameters:
  ///   - most: The most messages.
  ///   - waits: Whether to wait for messages when there are none.
  /// - Returns: The messages, which are delivered again unless they are acknowledged in time.
  /// - Throws: The error of the API.
  func pull(_ most: Int, waits: Bool) async throws(StoreAPIError) -> [PulledMessage]

  /// Acknowledges messages, so that they are not delivered again.
  func acknowledge(_ handles: [String]) async throws(StoreAPIError)

  /// Sets the acknowledgement deadline of messages from now; zero has them delivered again at once.
  func setDeadline(_ handles: [String], to length: Duration) async throws(StoreAPIError)
}

/// A message that was pulled.
public struct PulledMessage: Hashable, Sendable {
  /// The acknowledgement identifier.
  public var handle: String
  /// The message as Pub/Sub pushes it: JSON with `message` and `subscription`.
  public var envelope: [UInt8]

  /// Creates a message.
  public init(handle: String, envelope: [UInt8]) {
    (self.handle, self.envelope) = (handle, envelope)
  }
}
