import SubscriptionCore

/// A query for a digest.
public struct DigestQuery: Hashable, Sendable {
  /// The span.
  public var span: DigestSpan
  /// The filter that the subscriptions satisfy; `nil` for all.
  public var filter: Filter?
  /// The rates by which amounts in several currencies are ranked; `nil` for none.
  public var rates: ExchangeRates?
  /// The time for which a feed may be silent; `nil` for the usual silence of each feed.
  public var silenceMax: Duration?
  /// A Boolean value that indicates whether the ledger is one of the past, which has neither
  /// quarantine nor outbox.
  public var isPast: Bool

  /// Creates a query.
  public init(
    _ span: DigestSpan, filter: Filter? = nil, rates: ExchangeRates? = nil,
    silenceMax: Duration? = nil, isPast: Bool = false
  ) {
    (self.span, self.rates) = (span, rates)
    self.filter = filter == .all ? nil : filter
    (self.silenceMax, self.isPast) = (silenceMax, isPast)
  }
}

/// The most that a digest reads of each kind, so that it takes seconds at most in any ledger.
public enum DigestLimits {
  /// The most due prompts that are counted one by one, and the most rows that lose access soon.
  public static let rowsMax = DueFigures.countMax
  /// The most refused payloads that are looked at.
  public static let newsMax = 50_000
  /// The most late changes that are looked at.
  public static let lateMax = 10_000
  /// The time by which an event can take effect after it was received, as clocks differ.
  static let clockDifference = Duration.days(1)
  static let pageLength = 500
  static let readsBetweenChecks = 1024
  static let positionsBetweenChecks: Int64 = 20_000
}
