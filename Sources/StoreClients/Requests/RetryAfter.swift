import SubscriptionCore

/// The parser of the stores' requests to retry later.
enum RetryAfter {
  /// The longest accepted pause; a store's mistake must not stop a program for ever.
  static let longest = Duration.days(1)

  /// Returns the earliest time for a retry that a response states.
  ///
  /// The App Store states Unix milliseconds
  /// (<https://developer.apple.com/documentation/appstoreserverapi/identifying-rate-limits>),
  /// Google states seconds or a date (RFC 9110 section 10.2.3).
  ///
  /// - Returns: `nil` if there is none, or if it is past.
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
