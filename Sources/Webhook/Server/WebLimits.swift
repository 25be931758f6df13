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
  /// The most connections; further ones wait in the kernel's queue.
  public var connectionsMax: Int
  /// The most bytes of one header field, and of all of a request's.
  public var headerMax: Int
  /// The most notifications that wait for Google Play's answer at once.
  public var knocksMax: Int

  /// Creates limits; the usual ones hold for a server behind nothing but a TLS proxy.
  public init(
    bodyMax: Int = 256 << 10, bodiesMax: Int = 8 << 20, readingMax: Duration = .seconds(10),
    idleMax: Duration = .seconds(15), connectionsMax: Int = 160, headerMax: Int = 16 << 10,
    knocksMax: Int = 128
  ) {
    self.bodyMax = bodyMax
    self.bodiesMax = bodiesMax
    self.readingMax = readingMax
    self.idleMax = idleMax
    self.connectionsMax = connectionsMax
    self.headerMax = headerMax
    self.knocksMax = knocksMax
  }
}
