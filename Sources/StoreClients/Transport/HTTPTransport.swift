import Foundation

/// A transport of requests to a store and its responses.
///
/// It is the only seam between the clients and the network: tests script the responses.
public protocol HTTPTransport: Sendable {
  /// Sends a request once; redirects are not followed, and a partial response is a failure.
  ///
  /// - Parameter question: The request.
  /// - Returns: The response, whatever its status.
  /// - Throws: ``TransportError`` if there is none.
  func reply(to question: ClientRequest) async throws(TransportError) -> ClientResponse
}

/// A request to a store.
public struct ClientRequest: Hashable, Sendable {
  /// The method, in capitals.
  public var method: String
  /// The absolute URL.
  public var url: String
  /// The header fields.
  public var fields: [String: String]
  /// The body; empty for a request without one.
  public var body: [UInt8]
  /// The secret inside the body; `nil` if there is none.
  public var secret: String?

  /// Creates a request.
  public init(
    method: String = "GET", url: String, fields: [String: String] = [:], body: [UInt8] = [],
    secret: String? = nil
  ) {
    (self.method, self.url, self.fields, self.body) = (method, url, fields, body)
    self.secret = secret
  }
}

extension ClientRequest: Guarded {
  /// The method alone: URLs contain purchase tokens, and header fields contain secrets.
  public var description: String { "ClientRequest(\(method))" }
}

/// A response of a store.
public struct ClientResponse: Hashable, Sendable {
  /// The status code.
  public var status: Int
  /// The header fields with lowercase names.
  public var fields: [String: String]
  /// The complete body.
  public var body: [UInt8]

  /// Creates a reply.
  public init(status: Int, fields: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.fields = Dictionary(
      fields.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    self.body = body
  }
}

extension ClientResponse {
  /// Returns the body decoded from JSON; `nil` for one of another form.
  func decoded<Content: Decodable>(as type: Content.Type) -> Content? {
    try? JSONDecoder().decode(type, from: Data(body))
  }
}

/// The reason that a request got no response.
public enum TransportError: Error, Hashable, Sendable {
  /// The response was not complete in time.
  case timedOut
  /// The connection failed or broke; the reason contains no address.
  case unreachable(reason: String)
  /// The response is longer than the limit; its status and header fields arrived, without a body.
  case tooLong(limit: Int, ClientResponse)
  /// The caller cancelled the request.
  case cancelled
}
