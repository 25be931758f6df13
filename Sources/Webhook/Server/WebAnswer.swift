import NIOCore
import NIOHTTP1
import SubscriptionCore

/// An answer of the interface, before it becomes an HTTP response.
struct WebAnswer: Sendable {
  var status = 200
  /// The type of the body.
  var contentType: String
  var body: String
  /// The body as bytes that several answers share; `nil` where each has its own ``body``.
  var shared: ByteBuffer?
  /// Further header fields.
  var fields: [(name: String, value: String)] = []
  /// A Boolean value that indicates whether the connection ends with this answer, because the rest
  /// of the request is not read.
  var closes = false

  /// The header fields of an answer that a handler of the connection writes itself.
  var headers: HTTPHeaders {
    var headers = HTTPHeaders([
      ("Content-Type", contentType), ("Cache-Control", "no-store"),
      ("Content-Length", String(body.utf8.count)),
    ])
    headers.add(contentsOf: fields)
    return headers
  }

  static func json(_ json: JSON) -> WebAnswer {
    WebAnswer(contentType: "application/json", body: json.compact)
  }

  static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> WebAnswer {
    WebAnswer(contentType: type, body: text)
  }

  /// Answers with bytes that several answers share.
  static func shared(_ bytes: ByteBuffer, type: String) -> WebAnswer {
    WebAnswer(contentType: type, body: "", shared: bytes)
  }
}
