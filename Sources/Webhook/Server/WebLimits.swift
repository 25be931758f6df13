/// The limits of the server for one client and for all together.
public struct WebLimits: Hashable, Sendable {
  /// The longest body of a request, in bytes.
  public var bodyMax = 256 << 10
  /// The bodies of all requests together, in bytes; a request beyond it is answered with 503.
  public var bodiesMax = 8 << 20
  /// The longest time from a request's first to its last byte.
  public var readingMax = Duration.seconds(10)
  /// The longest time of a connection without a request.
  public var idleMax = Duration.seconds(15)
  /// The most connections; when all are busy, further ones are served the health routes only.
  public var connectionsMax = 160
  /// The number of further connections for health routes; more wait in the kernel's queue.
  public var connectionsReserve = 16
  /// The number of further connections that end with their next answer, since others have their
  /// places; of more, the one that has waited longest is closed.
  public var connectionsLeavingMax = 80
  /// The most connections of one peer that is neither local nor a trusted proxy.
  public var peerConnectionsMax = 32
  /// The longest wait for the rest of a request while other clients need the connection.
  public var crowdedBodyMax = Duration.milliseconds(250)
  /// The longest wait for a proxy's next request while other clients need the connection.
  public var crowdedRestMax = Duration.milliseconds(250)
  /// The most requests of one connection, after which it ends.
  public var requestsMax = 10_000
  /// The most requests of one connection that wait for their answers.
  public var pipelinedMax = 16
  /// The longest time for which an answer waits until its client reads it.
  public var writingMax = Duration.seconds(10)
  /// The most bytes of a request's target, and of all its header fields.
  public var headerMax = 16 << 10
  /// The most notifications that wait for Google Play's answer at once.
  public var enrichmentsMax = 128
  /// The most unknown certificate chains that are verified in a second: one costs more than the
  /// rest of a notification, and Apple has a new one every year or two.
  public var chainsPerSecond = 20

  /// Creates limits that suit a server behind nothing but a TLS proxy.
  public init() {}

  /// The most connections of all kinds together.
  public var connectionsInAll: Int { connectionsMax + connectionsLeavingMax + connectionsReserve }
}
