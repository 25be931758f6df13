import SubscriptionCore

/// An error of a store's API; the cases differ in what to do next.
public enum StoreAPIError: Error, Hashable, Sendable {
  /// The store does not know the resource (404): a retry does not help.
  case notFound(detail: String)
  // See <doc:EdgeCases#Case-16>.
  /// The store has deleted the resource (410).
  ///
  /// Google Play deletes a purchase token 60 days after its expiry.
  case gone(detail: String)
  /// The store refuses the request itself: a retry gives the same answer.
  case refused(status: Int, detail: String)
  /// The store does not accept the credentials (401, 403, or a refused token request).
  case unauthorized(detail: String)
  /// This machine's clock differs from the store's so much that its tokens are not accepted.
  ///
  /// Positive where this machine is ahead.
  case clockSkew(milliseconds: Int64)
  /// Too many requests (429): retry at that time, or after a pause where none is stated.
  case throttled(until: Timestamp?)
  /// The store cannot be reached or is at fault (5xx, time-outs, broken connections): retry.
  case unavailable(detail: String)
  /// The answer is not what the store documents; kept out of the ledger.
  case malformed(detail: String)

  /// A Boolean value that indicates whether a later retry may succeed.
  public var isRetryable: Bool {
    switch self {
    case .throttled, .unavailable: true
    case .notFound, .gone, .refused, .unauthorized, .clockSkew, .malformed: false
    }
  }

  /// A Boolean value that indicates whether every further request would fail with it, unless a new
  /// token helps.
  public var isUnauthorized: Bool {
    switch self {
    case .unauthorized, .clockSkew: true
    case .notFound, .gone, .refused, .throttled, .unavailable, .malformed: false
    }
  }
}

extension StoreAPIError: CustomStringConvertible {
  /// The message: what happened and what to do next, in one sentence.
  public var description: String {
    switch self {
    case .notFound(let detail): "the store does not know it: \(detail)"
    case .gone(let detail): "the store no longer answers for it: \(detail)"
    case .refused(let status, let detail): "the store refused the request (\(status)): \(detail)"
    case .unauthorized(let detail):
      "the store does not accept the credentials: \(detail); check the key and its permissions"
    case .clockSkew(let milliseconds):
      "this machine's clock is \(abs(milliseconds) / 1000) s "
        + "\(milliseconds > 0 ? "ahead of" : "behind") the store's; set it by NTP"
    case .throttled(let until):
      "too many requests; the store answers again "
        + (until.map { "at \($0.rfc3339)" } ?? "after a pause")
    case .unavailable(let detail): "the store cannot be queried: \(detail)"
    case .malformed(let detail): "the store's answer is not understood: \(detail)"
    }
  }
}
