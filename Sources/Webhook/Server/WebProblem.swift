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
    case unavailable
    case notReady = "not-ready"
    case broken

    /// The HTTP status.
    var status: Int { row.status }
    /// The problem in a few words.
    var title: String { row.title }

    private var row: (status: Int, title: String) {
      switch self {
      case .badRequest: (400, "The request is not understood")
      case .noToken: (401, "A bearer token is needed")
      case .badToken: (401, "The bearer token is not accepted")
      case .missingScope: (403, "The bearer token does not permit this")
      case .unknownPath: (404, "There is nothing at this path")
      case .unknownSubscription: (404, "The subscription is not known")
      case .methodNotAllowed: (405, "The method is not allowed here")
      case .nothingFailing: (409, "No renewal of this account is failing")
      case .keyReused: (409, "The idempotency key was used for another request")
      case .outOfTime: (409, "The time does not lie in the last 90 days")
      case .cursorExpired: (410, "What follows the cursor is not there any more")
      case .tooLarge: (413, "The request is too large")
      case .targetTooLong: (414, "The target of the request is too long")
      case .fieldsTooLarge: (431, "The header fields of the request are too large")
      case .notJSON: (415, "The body is not JSON")
      case .unknownCoding: (501, "The transfer coding is not known")
      case .unknownExpectation: (417, "The expectation cannot be met")
      case .tooSlow: (408, "The request came too slowly")
      case .unavailable: (503, "The server cannot answer now")
      case .notReady: (503, "The server is not ready")
      case .broken: (500, "The server failed")
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

  /// Creates the problem of a delivery that was not stored, which may be sent again after a while;
  /// `nil` for the usual one, half a minute if at all.
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
    let problem: JSON = [
      "type": .string("urn:churntop:problem:" + name), "title": .string(title),
      "status": .integer(Int64(status)), "detail": .string(detail),
    ]
    let request: JSON = RequestID.current.map { ["requestId": .string($0.description)] } ?? [:]
    return WebAnswer(
      status: status, contentType: "application/problem+json",
      body: problem.adding(request).compact, fields: fields, closes: closes)
  }
}
