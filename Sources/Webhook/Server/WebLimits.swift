/// The limits of the server for one client and for all together.
public struct WebLimits: Hashable, Sendable {
  /// The longest body of a request, in bytes.
  public var bodyMax: Int
  /// The bodies of all requests together, in bytes; a request beyond it is answered with 503.
  public var bodiesMax: Int
  /// The longest time from a request's first to its last byte.
  public var readingMax: Duration
  /// The longest time of a connection without a request.
  public var idleMax: Duration
  /// The most connections; when all are busy, further ones are served the health routes only.
  public var connectionsMax: Int
  /// The number of further connections for health routes; more wait in the kernel's queue.
  public var connectionsReserve: Int
  /// The number of further connections that end with their next answer, since others have their
  /// places; of more, the one that has waited longest is closed.
  public var connectionsLeavingMax: Int
  /// The most connections of one peer that is neither local nor a trusted proxy.
  public var peerConnectionsMax: Int
  /// The longest wait for the rest of a request while other clients need the connection.
  public var crowdedBodyMax: Duration
  /// The longest wait for a proxy's next request while other clients need the connection.
  public var crowdedRestMax: Duration
  /// The most requests of one connection, after which it ends.
  public var requestsMax: Int
  /// The most requests of one connection that wait for their answers.
  public var pipelinedMax: Int
  /// The longest time for which an answer waits until its client reads it.
  public var writingMax: Duration
  /// The most bytes of a request's target, and of all its header fields.
  public var headerMax: Int
  /// The most notifications that wait for Google Play's answer at once.
  public var enrichmentsMax: Int
  /// The most unknown certificate chains that are verified in a second: one costs more than the
  /// rest of a notification, and Apple has a new one every year or two.
  public var chainsPerSecond: Int

  /// Creates limits; the default ones suit a server behind nothing but a TLS proxy.
  public init(
    bodyMax: Int = 256 << 10, bodiesMax: Int = 8 << 20, readingMax: Duration = .seconds(10),
    idleMax: Duration = .seconds(15), connectionsMax: Int = 160, headerMax: Int = 16 << 10,
    enrichmentsMax: Int = 128, chainsPerSecond: Int = 20, connectionsReserve: Int = 16,
    connectionsLeavingMax: Int = 80, peerConnectionsMax: Int = 32, requestsMax: Int = 10_000,
    pipelinedMax: Int = 16,
    writingMax: Duration = .seconds(10), crowdedBodyMax: Duration = .milliseconds(250),
    crowdedRestMax: Duration = .milliseconds(250)
  ) {
    self.bodyMax = bodyMax
    self.bodiesMax = bodiesMax
    self.readingMax = readingMax
    self.idleMax = idleMax
    self.connectionsMax = connectionsMax
    self.headerMax = headerMax
    self.enrichmentsMax = enrichmentsMax
    self.chainsPerSecond = chainsPerSecond
    self.connectionsReserve = connectionsReserve
    self.connectionsLeavingMax = connectionsLeavingMax
    self.peerConnectionsMax = peerConnectionsMax
    self.requestsMax = requestsMax
    self.pipelinedMax = pipelinedMax
    self.writingMax = writingMax
    self.crowdedBodyMax = crowdedBodyMax
    self.crowdedRestMax = crowdedRestMax
  }

  /// The most connections of all kinds together.
  public var connectionsInAll: Int { connectionsMax + connectionsLeavingMax + connectionsReserve }
}
