import StoreSync
import SubscriptionCore

/// What a refusal means and whether the same question is asked again at once: one table for the
/// App Store Server API, the Play Developer API and Google's token endpoint.
enum ErrorTable {
  /// What a row of the table says.
  enum Meaning: Hashable, Sendable {
    case notFound
    case gone
    case refused
    case unauthorized
    case throttled
    /// The store is at fault; `again` where it says that a second try may succeed at once.
    case unavailable(again: Bool)
  }

  /// One row: the first that fits counts.
  struct Row: Hashable, Sendable {
    /// The store it is about; both where `nil`.
    var store: Store?
    /// The status codes it is about.
    var statuses: ClosedRange<Int>
    /// The store's own codes it is about; any where empty.
    var codes: Set<String> = []
    /// What it means.
    var meaning: Meaning
  }

  /// The rows, from the particular to the general.
  ///
  /// Apple's codes: developer.apple.com/documentation/appstoreserverapi/error-codes; Google's:
  /// developers.google.com/android-publisher/errors and RFC 6749 section 5.2.
  static let rows: [Row] = [
    // Account, app and original transaction not found for now.
    Row(
      store: .appStore, statuses: 404...404, codes: ["4040002", "4040004", "4040006"],
      meaning: .unavailable(again: true)),
    // Apple's general errors: 5000001 may be asked again at once, 5000000 may not.
    Row(
      store: .appStore, statuses: 500...500, codes: ["5000000"],
      meaning: .unavailable(again: false)),
    Row(store: .appStore, statuses: 429...429, meaning: .throttled),
    // Google's quotas, which some of its APIs state by 403.
    Row(
      store: .googlePlay, statuses: 403...403,
      codes: [
        "rateLimitExceeded", "userRateLimitExceeded", "quotaExceeded", "dailyLimitExceeded",
        "RESOURCE_EXHAUSTED",
      ], meaning: .throttled),
    Row(store: .googlePlay, statuses: 429...429, meaning: .throttled),
    // The token endpoint refuses the assertion or the account.
    Row(
      store: .googlePlay, statuses: 400...400,
      codes: ["invalid_grant", "invalid_client", "unauthorized_client", "access_denied"],
      meaning: .unauthorized),
    Row(statuses: 401...401, meaning: .unauthorized),
    Row(statuses: 403...403, meaning: .unauthorized),
    Row(statuses: 404...404, meaning: .notFound),
    Row(statuses: 410...410, meaning: .gone),
    Row(statuses: 408...408, meaning: .unavailable(again: true)),
    Row(statuses: 300...499, meaning: .refused),
    Row(statuses: 500...599, meaning: .unavailable(again: true)),
  ]

  /// What a reply means; `nil` for an answer.
  static func meaning(of reply: ClientResponse, from store: Store) -> Meaning? {
    if (200...299).contains(reply.status) { return nil }
    let codes = StoreErrorBody(reply.body).codes
    let row = rows.first { row in
      row.statuses.contains(reply.status) && row.store.map { $0 == store } ?? true
        && (row.codes.isEmpty || codes.contains(where: row.codes.contains))
    }
    return row?.meaning ?? .refused
  }
}

/// A question that got no answer, and whether it is worth a second try at once.
struct StoreFailure: Error, Hashable, Sendable {
  /// What the caller is told.
  var error: StoreAPIError
  /// Whether a second try may succeed.
  var again: Bool
  /// Before when the store does not want to be asked again, where it says so.
  var notBefore: Timestamp?

  /// What a reply means; `nil` for an answer.
  ///
  /// - Parameters:
  ///   - reply: The reply.
  ///   - store: Who replied.
  ///   - now: The present, against which `Date` and `Retry-After` are read.
  init?(_ reply: ClientResponse, from store: Store, now: Timestamp) {
    guard let meaning = ErrorTable.meaning(of: reply, from: store) else { return nil }
    let words = StoreErrorBody(reply.body).message
    let detail = "HTTP \(reply.status)" + (words.map { ", \($0)" } ?? "")
    switch meaning {
    case .notFound: self.init(.notFound(detail: detail))
    case .gone: self.init(.gone(detail: detail))
    case .refused where (300...399).contains(reply.status):
      self.init(.refused(status: reply.status, detail: "redirects are not followed"))
    case .refused:
      self.init(.refused(status: reply.status, detail: words ?? "no reason is stated"))
    case .unauthorized:
      let skew = reply.status == 403 ? nil : ClockSkew.milliseconds(of: reply, now: now)
      self.init(skew.map { .clockSkew(milliseconds: $0) } ?? .unauthorized(detail: detail))
    case .throttled:
      let until = RetryAfter.instant(reply, from: store, now: now)
      self.init(.throttled(until: until), again: true, notBefore: until)
    case .unavailable(let again):
      self.init(
        .unavailable(detail: detail), again: again,
        notBefore: RetryAfter.instant(reply, from: store, now: now))
    }
  }

  /// What a failed connection means.
  init(_ error: TransportError) {
    switch error {
    case .timedOut: self.init(.unavailable(detail: "no whole reply in time"), again: true)
    case .unreachable(let reason): self.init(.unavailable(detail: reason), again: true)
    case .tooLong(let limit):
      self.init(.malformed(detail: "it is longer than \(limit) bytes"))
    case .cancelled: self.init(.brokenOff)
    }
  }

  private init(_ error: StoreAPIError, again: Bool = false, notBefore: Timestamp? = nil) {
    (self.error, self.again, self.notBefore) = (error, again, notBefore)
  }
}

extension StoreAPIError {
  /// Whoever asked no longer wants to know.
  static let brokenOff = StoreAPIError.unavailable(detail: "the question was broken off")
}
