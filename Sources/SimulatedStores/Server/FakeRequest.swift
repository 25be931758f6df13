import Foundation

/// One request to the fake stores, independent of the transport.
public struct FakeRequest: Hashable, Sendable {
  /// The method, in capitals.
  public var method: String
  /// The components of the path without its query, percent-decoded.
  public var path: [String]
  /// The query, percent-decoded; a name may occur several times.
  public var query: [(name: String, value: String)] { Self.pairs(queryText) }
  /// The header fields, their names in lowercase.
  public var fields: [String: String]
  /// The complete body.
  public var body: [UInt8]

  private var queryText: String

  /// Creates a request with its method in capitals, the path and query of its first line, and its
  /// complete body.
  public init(
    method: String = "GET", target: String, fields: [String: String] = [:], body: [UInt8] = []
  ) {
    let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.method = method
    path = halves[0].split(separator: "/").map { Self.unescaped(String($0)) }
    queryText = halves.count > 1 ? String(halves[1]) : ""
    self.fields = Dictionary(
      fields.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    self.body = body
  }

  func value(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// Returns all values of a name in the query.
  func values(_ name: String) -> Set<String> {
    Set(query.lazy.filter { $0.name == name }.map(\.value))
  }

  /// The fields of a form body.
  var form: [(name: String, value: String)] { Self.pairs(String(decoding: body, as: UTF8.self)) }

  /// The token of `Authorization: Bearer …`.
  var bearer: String? {
    guard let field = fields["authorization"], field.hasPrefix("Bearer ") else { return nil }
    return String(field.dropFirst(7))
  }

  private static func pairs(_ text: String) -> [(name: String, value: String)] {
    text.split(separator: "&").map { pair in
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = halves.count > 1 ? String(halves[1]).replacing("+", with: " ") : ""
      return (unescaped(String(halves[0])), unescaped(value))
    }
  }

  private static func unescaped(_ text: String) -> String { text.removingPercentEncoding ?? text }
}

/// One response of the fake stores.
public struct FakeReply: Hashable, Sendable {
  /// The status code.
  public var status: Int
  /// The header fields.
  public var fields: [String: String] = [:]
  /// The body.
  public var body: [UInt8] = []
  /// The delay of the response.
  public var delay: Duration = .zero
  /// A Boolean value that indicates whether the connection closes instead of a response.
  public var breaksOff = false
  /// The reason of a refusal, for the log; it is not sent.
  public var note: String?

  /// Returns a JSON response; Apple's library recognizes an error by exactly this type, without a
  /// charset.
  static func json(_ text: String, status: Int = 200) -> FakeReply {
    FakeReply(status: status, fields: ["Content-Type": "application/json"], body: Array(text.utf8))
  }

  /// Returns an error in the form of the App Store Server API.
  static func appStoreError(_ status: Int, _ code: Int, _ message: String) -> FakeReply {
    json("{\"errorCode\":\(code),\"errorMessage\":\"\(message)\"}", status: status).noting(message)
  }

  /// Returns an error in the form of Google's APIs.
  static func googleError(
    _ status: Int, _ reason: String, _ message: String, name: String
  ) -> FakeReply {
    json(
      "{\"error\":{\"code\":\(status),\"message\":\"\(message)\",\"errors\":[{\"message\":"
        + "\"\(message)\",\"domain\":\"androidpublisher\",\"reason\":\"\(reason)\"}],"
        + "\"status\":\"\(name)\"}}", status: status
    ).noting(message)
  }

  /// Returns the same response with a reason for the log.
  func noting(_ note: String) -> FakeReply {
    var reply = self
    reply.note = note
    return reply
  }
}
