import Foundation

/// One request as the fake stores see it, whatever carried it.
public struct FakeRequest: Hashable, Sendable {
  /// The method, in capitals.
  public var method: String
  /// The path without its query, escapes resolved part by part.
  public var path: [String]
  /// The query, escapes resolved; a name may stand in it several times.
  public var query: [(name: String, value: String)] { Self.pairs(queryText) }
  /// The header fields, their names in lowercase.
  public var fields: [String: String]
  /// The body, whole.
  public var body: [UInt8]

  private var queryText: String

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - method: The method, in capitals.
  ///   - target: Path and query as they stand in the request line.
  ///   - fields: The header fields.
  ///   - body: The body, whole.
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

  /// The first value of a name in the query.
  func value(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// All values of a name in the query.
  func values(_ name: String) -> Set<String> {
    Set(query.lazy.filter { $0.name == name }.map(\.value))
  }

  /// The body of a form.
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

/// One reply of the fake stores.
public struct FakeReply: Hashable, Sendable {
  /// The status code.
  public var status: Int
  /// The header fields.
  public var fields: [String: String]
  /// The body.
  public var body: [UInt8]
  /// How long the reply is held back.
  public var delay: Duration = .zero
  /// Whether the connection closes instead of a reply.
  public var breaksOff = false
  /// Why the request was refused, for whoever looks for the mistake; it is not sent.
  public var note: String?

  /// Creates a reply.
  public init(status: Int, fields: [String: String] = [:], body: [UInt8] = []) {
    (self.status, self.fields, self.body) = (status, fields, body)
  }

  /// A reply of JSON; Apple's library knows an error by exactly this type, without a charset.
  static func json(_ text: String, status: Int = 200) -> FakeReply {
    FakeReply(
      status: status, fields: ["Content-Type": "application/json"], body: Array(text.utf8))
  }

  /// A refusal as the App Store Server API states it.
  static func appStoreError(_ status: Int, _ code: Int, _ message: String) -> FakeReply {
    var reply = json("{\"errorCode\":\(code),\"errorMessage\":\"\(message)\"}", status: status)
    reply.note = message
    return reply
  }

  /// A refusal as Google's APIs state it.
  static func googleError(
    _ status: Int, _ reason: String, _ message: String, name: String
  ) -> FakeReply {
    var reply = json(
      "{\"error\":{\"code\":\(status),\"message\":\"\(message)\",\"errors\":[{\"message\":"
        + "\"\(message)\",\"domain\":\"androidpublisher\",\"reason\":\"\(reason)\"}],"
        + "\"status\":\"\(name)\"}}", status: status)
    reply.note = message
    return reply
  }

  /// The same refusal with the reason for whoever looks for the mistake.
  func noting(_ note: String) -> FakeReply {
    var reply = self
    reply.note = note
    return reply
  }
}
