/// What one client, and all of them together, may ask of the server.
public struct WebLimits: Hashable, Sendable {
  /// The longest body of a request, in bytes.
  public var bodyMax: Int
  /// The bodies of all requests together, in bytes; what does not fit is answered with 503.
  public var bodiesMax: Int
  /// How long a request may take to arrive, from its first to its last byte.
  public var readingMax: Duration
  /// How long a connection may stay without a request.
  public var idleMax: Duration
  /// The most connections; where all are busy, further ones are served health alone.
  public var connectionsMax: Int
  /// How many connections beyond that are told of health; further ones wait in the kernel's queue.
  public var connectionsReserve: Int
  /// The most connections of one peer that is neither local nor a trusted proxy.
  public var peerConnectionsMax: Int
  /// How long the rest of a request is waited for while others want the place.
  public var crowdedBodyMax: Duration
  /// How many requests one connection serves before it ends.
  public var requestsMax: Int
  /// How many requests of one connection may wait for their answers.
  public var pipelinedMax: Int
  /// How long an answer may wait for whoever asked to read it.
  public var writingMax: Duration
  /// The most bytes of one header field, and of all of a request's.
  public var headerMax: Int
  /// The most notifications that wait for Google Play's answer at once.
  public var enrichmentsMax: Int
  /// How many unknown certificate chains are looked at in a second: one costs more than all the
  /// rest of a notification, and Apple has a new one once in a year or two.
  public var chainsPerSecond: Int

  /// Creates limits; the usual ones hold for a server behind nothing but a TLS proxy.
  public init(
    bodyMax: Int = 256 << 10, bodiesMax: Int = 8 << 20, readingMax: Duration = .seconds(10),
    idleMax: Duration = .seconds(15), connectionsMax: Int = 160, headerMax: Int = 16 << 10,
    enrichmentsMax: Int = 128, chainsPerSecond: Int = 20, connectionsReserve: Int = 16,
    peerConnectionsMax: Int = 32, requestsMax: Int = 10_000, pipelinedMax: Int = 16,
    writingMax: Duration = .seconds(10), crowdedBodyMax: Duration = .milliseconds(250)
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
    self.peerConnectionsMax = peerConnectionsMax
    self.requestsMax = requestsMax
    self.pipelinedMax = pipelinedMax
    self.writingMax = writingMax
    self.crowdedBodyMax = crowdedBodyMax
  }
}
