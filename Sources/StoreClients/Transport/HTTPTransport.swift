/// What carries a question to a store and its reply back.
///
/// The one seam between the clients and the network: tests script the replies.
public protocol HTTPTransport: Sendable {
  /// Asks once; redirects are not followed, and the reply is whole or not there at all.
  ///
  /// - Parameter question: What is asked.
  /// - Returns: The reply, whatever its status.
  /// - Throws: Why there is none.
  func reply(to question: ClientRequest) async throws(TransportError) -> ClientResponse
}

/// One question to a store.
public struct ClientRequest: Hashable, Sendable {
  /// The method, in capitals.
  public var method: String
  /// The whole address.
  public var url: String
  /// The header fields.
  public var fields: [String: String]
  /// What is sent along; empty for a question without a body.
  public var body: [UInt8]
  /// What the body must not show to anybody else; `nil` for a body without a secret.
  public var secret: String?

  /// Creates a question.
  public init(
    method: String = "GET", url: String, fields: [String: String] = [:], body: [UInt8] = [],
    secret: String? = nil
  ) {
    (self.method, self.url, self.fields, self.body) = (method, url, fields, body)
    self.secret = secret
  }
}

extension ClientRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The method alone: addresses hold purchase tokens, and header fields hold secrets.
  public var description: String { "ClientRequest(\(method))" }
  /// The method alone.
  public var debugDescription: String { description }
  /// Nothing, so that `dump` shows no secret.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// One reply of a store.
public struct ClientResponse: Hashable, Sendable {
  /// The status code.
  public var status: Int
  /// The header fields, their names in lowercase.
  public var fields: [String: String]
  /// The body, whole.
  public var body: [UInt8]

  /// Creates a reply.
  public init(status: Int, fields: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.fields = Dictionary(
      fields.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    self.body = body
  }
}

/// Why a question got no reply.
public enum TransportError: Error, Hashable, Sendable {
  /// The reply was not whole in time.
  case timedOut
  /// No connection came about, or it broke; the words name no address.
  case unreachable(reason: String)
  /// The reply is longer than a store's is.
  case tooLong(limit: Int)
  /// Whoever asked no longer wants to know.
  case cancelled
}
