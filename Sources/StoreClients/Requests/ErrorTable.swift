import StoreSync
import SubscriptionCore

/// The meanings of error responses and whether to retry them, in one table for the App Store Server
/// API, the Play Developer API and Google's token endpoint.
enum ErrorTable {
  /// The meaning of an error response.
  enum Meaning: Hashable, Sendable {
    case notFound
    case gone
    case refused
    case unauthorized
    case throttled
    /// The store is at fault; `again` if it says that an immediate retry may succeed.
    case unavailable(again: Bool)
  }

  /// A row of the table; the first matching row applies.
  struct Row: Hashable, Sendable {
    /// The store; `nil` for both.
    var store: Store?
    /// The status codes.
    var statuses: ClosedRange<Int>
    /// The store's own error codes; empty for any code.
    var codes: Set<String> = []
    var meaning: Meaning
  }

  /// The rows, from specific to general.
  ///
  /// Apple's codes: developer.apple.com/documentation/appstoreserverapi/error-codes; Google's:
  /// developers.google.com/android-publisher/errors and RFC 6749 section 5.2.
  static let rows: [Row] = [
    // Account, app and original transaction not found for the moment.
    Row(
      store: .appStore, statuses: 404...404, codes: ["4040002", "4040004", "4040006"],
      meaning: .unavailable(again: true)),
    // Apple's general errors: 5000001 may be retried at once, 5000000 may not.
    Row(
      store: .appStore, statuses: 500...500, codes: ["5000000"],
      meaning: .unavailable(again: false)),
    Row(store: .appStore, statuses: 429...429, meaning: .throttled),
    // Google's quotas, which some of its APIs report by 403.
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
    // There is no such app, or the account does not see it, which says nothing about a purchase.
    Row(store: .appStore, statuses: 404...404, codes: ["4040003"], meaning: .refused),
    Row(
      store: .googlePlay, statuses: 404...404, codes: ["applicationNotFound"], meaning: .refused),
    Row(statuses: 401...401, meaning: .unauthorized),
    Row(statuses: 403...403, meaning: .unauthorized),
    Row(statuses: 404...404, meaning: .notFound),
    Row(statuses: 410...410, meaning: .gone),
    Row(statuses: 408...408, meaning: .unavailable(again: true)),
    Row(statuses: 300...499, meaning: .refused),
    Row(statuses: 500...599, meaning: .unavailable(again: true)),
  ]

  /// Returns the meaning of an error response; `nil` for a success.
  static func meaning(of reply: ClientResponse, from store: Store) -> Meaning? {
    if (200...299).contains(reply.status) { return nil }
    let body = StoreErrorBody(reply.body)
    let row = rows.first { row in
      row.statuses.contains(reply.status) && row.store.map { $0 == store } ?? true
        && (row.codes.isEmpty || body.codes.contains(where: row.codes.contains))
    }
    let meaning = row?.meaning ?? .refused
    // A proxy, or another server at the address, does not say what the store knows.
    return body.isForeign && (meaning == .notFound || meaning == .gone) ? .refused : meaning
  }
}

/// A failed request, and whether to retry it.
struct StoreFailure: Error, Hashable, Sendable {
  /// The error for the caller.
  var error: StoreAPIError
  /// A Boolean value that indicates whether a retry may succeed.
  var again: Bool
  /// The earliest time for a retry, if the store states one.
  var notBefore: Timestamp?

  /// Creates the failure of a store's response; `nil` for a success.
  ///
  /// The current time is the reference of `Date` and `Retry-After`.
  init?(_ reply: ClientResponse, from store: Store, now: Timestamp) {
    guard let meaning = ErrorTable.meaning(of: reply, from: store) else { return nil }
    let body = StoreErrorBody(reply.body)
    let words = body.message
    let detail = "HTTP \(reply.status)" + (words.map { ", \($0)" } ?? "")
    switch meaning {
    case .notFound: self.init(.notFound(detail: detail))
    case .gone: self.init(.gone(detail: detail))
    case .refused where (300...399).contains(reply.status):
      self.init(.refused(status: reply.status, detail: "redirects are not followed"))
    case .refused:
      let silence = body.isForeign ? "the answer is not the store's own" : "no reason is stated"
      self.init(.refused(status: reply.status, detail: words ?? silence))
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

  /// Creates the failure of a connection.
  init(_ error: TransportError) {
    switch error {
    case .timedOut: self.init(.unavailable(detail: "no whole reply in time"), again: true)
    case .unreachable(let reason): self.init(.unavailable(detail: reason), again: true)
    case .tooLong(let limit, _): self.init(.malformed(detail: "it is longer than \(limit) bytes"))
    case .cancelled: self.init(.brokenOff)
    }
  }

  private init(_ error: StoreAPIError, again: Bool = false, notBefore: Timestamp? = nil) {
    (self.error, self.again, self.notBefore) = (error, again, notBefore)
  }
}

extension StoreAPIError {
  /// The caller cancelled the request.
  static let brokenOff = StoreAPIError.unavailable(detail: "the request was canceled")
}

/// The parser of the stores' requests to retry later.
enum RetryAfter {
  /// The longest accepted pause; a store's mistake must not stop a program for ever.
  static let longest = Duration.days(1)

  /// Returns the earliest time for a retry that a response states; `nil` if there is none, or if it
  /// is past.
  ///
  /// The App Store states Unix milliseconds
  /// (<https://developer.apple.com/documentation/appstoreserverapi/identifying-rate-limits>),
  /// Google states seconds or a date (RFC 9110 section 10.2.3).
  static func instant(_ reply: ClientResponse, from store: Store, now: Timestamp) -> Timestamp? {
    guard let text = reply.fields["retry-after"] else { return nil }
    let stated: Timestamp? =
      switch store {
      case .appStore: Int64(text).map { Timestamp(milliseconds: $0) }
      case .googlePlay:
        Int64(text).map { now + .seconds(min(max($0, 0), 1 << 40)) } ?? HTTPDate.instant(text)
      }
    guard let stated, stated > now else { return nil }
    return min(stated, now + longest)
  }
}

extension ClientResponse {
  /// Returns the earliest time for a retry according to RFC 9110 section 10.2.3; `nil` if there is
  /// none, or if it is past.
  public func retryAfter(now: Timestamp) -> Timestamp? {
    RetryAfter.instant(self, from: .googlePlay, now: now)
  }
}

/// The difference between this machine's clock and a store's.
enum ClockSkew {
  /// The difference above which a rejected token is attributed to the clock.
  static let tolerated = Duration.seconds(60)

  /// Returns how far the clock is ahead of the `Date` of a response; `nil` within the tolerance.
  static func milliseconds(of reply: ClientResponse, now: Timestamp) -> Int64? {
    guard let date = reply.fields["date"].flatMap(HTTPDate.instant) else { return nil }
    let skew = now - date
    return skew > tolerated || skew < .zero - tolerated ? skew.wholeMilliseconds : nil
  }
}
