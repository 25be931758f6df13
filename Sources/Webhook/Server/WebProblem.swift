import SubscriptionCore

/// The problem details of a failed request (<https://www.rfc-editor.org/rfc/rfc9457>).
struct WebProblem: Error, Sendable {
  /// The kinds of problems of the server's own interface.
  enum Kind: String, Hashable, Sendable, CaseIterable {
    case badRequest = "bad-request"
    case noToken = "no-token"
    case badToken = "bad-token"
    case missingScope = "missing-scope"
    case unknownPath = "unknown-path"
    case unknownSubscription = "unknown-subscription"
    case methodNotAllowed = "method-not-allowed"
    case nothingFailing = "nothing-failing"
    case keyReused = "key-reused"
    case outOfTime = "out-of-time"
    case cursorExpired = "cursor-expired"
    case tooLarge = "too-large"
    case targetTooLong = "target-too-long"
    case fieldsTooLarge = "fields-too-large"
    case notJSON = "not-json"
    case unknownCoding = "unknown-coding"
    case unknownExpectation = "unknown-expectation"
    case tooSlow = "too-slow"
    case unavailable = "unavailable"
    case notReady = "not-ready"
    case broken = "broken"

    /// The table from problem to HTTP status.
    var status: Int {
      switch self {
      case .badRequest: 400
      case .noToken, .badToken: 401
      case .missingScope: 403
      case .unknownPath, .unknownSubscription: 404
      case .methodNotAllowed: 405
      case .tooSlow: 408
      case .nothingFailing, .keyReused, .outOfTime: 409
      case .cursorExpired: 410
      case .tooLarge: 413
      case .targetTooLong: 414
      case .notJSON: 415
      case .unknownExpectation: 417
      case .fieldsTooLarge: 431
      case .broken: 500
      case .unknownCoding: 501
      case .unavailable, .notReady: 503
      }
    }

    /// The problem in a few words.
    var title: String {
      switch self {
      case .badRequest: "The request is not understood"
      case .noToken: "A bearer token is needed"
      case .badToken: "The bearer token is not accepted"
      case .missingScope: "The bearer token does not permit this"
      case .unknownPath: "There is nothing at this path"
      case .unknownSubscription: "The subscription is not known"
      case .methodNotAllowed: "The method is not allowed here"
      case .tooSlow: "The request came too slowly"
      case .nothingFailing: "No renewal of this account is failing"
      case .keyReused: "The idempotency key was used for another request"
      case .outOfTime: "The time does not lie in the last 90 days"
      case .cursorExpired: "What follows the cursor is not there any more"
      case .tooLarge: "The request is too large"
      case .targetTooLong: "The target of the request is too long"
      case .fieldsTooLarge: "The header fields of the request are too large"
      case .notJSON: "The body is not JSON"
      case .unknownCoding: "The transfer coding is not known"
      case .unknownExpectation: "The expectation cannot be met"
      case .broken: "The server failed"
      case .unavailable: "The server cannot answer now"
      case .notReady: "The server is not ready"
      }
    }
  }

  /// The name of the problem.
  var name: String
  var status: Int
  /// The problem in a few words.
  var title: String
  /// The explanation of this problem, and what to do.
  var detail: String
  /// Further header fields.
  var fields: [(name: String, value: String)] = []
  /// A Boolean value that indicates whether the connection ends with the answer.
  var closes = false

  /// Creates a problem of the server's own interface.
  init(
    _ kind: Kind, _ detail: String, fields: [(name: String, value: String)] = [],
    closes: Bool = false
  ) {
    (name, status, title, self.detail) = (kind.rawValue, kind.status, kind.title, detail)
    (self.fields, self.closes) = (fields, closes)
    if status == 503 { self.fields.append(Self.retryAfter) }
  }

  /// Creates the problem of a delivery that was not stored.
  ///
  /// - Parameters:
  ///   - outcome: The outcome.
  ///   - detail: What is wrong with this delivery, and what to do.
  ///   - closes: Whether the connection ends with the answer.
  ///   - retryAfter: When it may be sent again; `nil` for the usual, half a minute if at all.
  init(
    _ outcome: DeliveryOutcome, _ detail: String, closes: Bool = false, retryAfter: Duration?
  ) {
    (name, status, title) = (outcome.rawValue, outcome.status, outcome.title)
    (self.detail, self.closes) = (detail, closes)
    if let retryAfter {
      let seconds = retryAfter.components.seconds + (retryAfter.components.attoseconds > 0 ? 1 : 0)
      fields.append((Self.retryAfter.name, String(seconds)))
    } else if status == 503 {
      fields.append(Self.retryAfter)
    }
    if status == 401 { fields.append(("WWW-Authenticate", #"Bearer realm="churntopd""#)) }
  }

  /// The time after which to retry while the server is not available.
  private static let retryAfter = (name: "Retry-After", value: "30")

  /// The problem as an answer.
  var answer: WebAnswer {
    let id = RequestID.current
    let members: [JSON.Member] = [
      .init(name: "type", value: .string("urn:churntop:problem:" + name)),
      .init(name: "title", value: .string(title)),
      .init(name: "status", value: .integer(Int64(status))),
      .init(name: "detail", value: .string(detail)),
    ]
    let name = id.map { [JSON.Member(name: "requestId", value: .string($0.description))] } ?? []
    return WebAnswer(
      status: status, contentType: "application/problem+json",
      body: JSON.object(members + name).compact, fields: fields, closes: closes)
  }
}
