import SubscriptionCore

extension OverviewFigures {
  /// The number of UTC days of ``trend30d``.
  public static let trendDays = 30
  /// The number of UTC days of ``promptsScheduled7d``.
  public static let scheduledDays = 7
  /// The bounds between the dated parts of ``losesAccess``.
  public static let lossBounds: [Duration] = [.hours(24), .days(3), .days(7)]
  /// The bounds between the parts of ``retryEnds`` that lie ahead.
  public static let retryBounds: [Duration] = [.hours(24), .days(7)]
  /// The lengths of the windows of ``recovery``, in days.
  public static let recoveryWindows = [7, 30, 60, 90, 120]

  /// The difference between these windows and those of a report of metrics, as a sentence.
  public static let windowSentence =
    "The last 7 and 30 days are counted up to now; Metrics counts whole days up to yesterday "
    + "(UTC), and ends after which a subscription came back as well."

  /// The instant that ``change24h`` compares with: the beginning of the hour that lay 24 hours
  /// ago.
  public static func comparisonInstant(for now: Timestamp) -> Timestamp {
    let hour: Int64 = 3_600_000
    let past = now.milliseconds - 24 * hour
    let into = past % hour
    return Timestamp(milliseconds: past - (into < 0 ? into + hour : into))
  }
}

extension OverviewFigures.Total {
  /// The monthly worth that counts for one subscription: at most ``worthMax``, so that no nonsense
  /// can break the sums.
  public static func clamped(_ micros: Int64) -> Int64 { min(max(micros, -worthMax), worthMax) }

  /// The most that a subscription counts with: 250 million units, which is what the App Store's
  /// dearest price, 10,000 USD, comes to in the currency of the smallest unit, the dong
  /// (<https://developer.apple.com/help/app-store-connect/manage-app-pricing/set-a-price>).
  public static let worthMax: Int64 = 250_000_000_000_000

  /// A sum that stays at the ends of the range.
  public static func sum(_ left: Int64, _ right: Int64) -> Int64 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? (left < 0 ? .min : .max) : sum
  }
}

extension OverviewFigures {
  /// Recovery over the episodes whose failure lies between two windows of ``recovery``, in days;
  /// `nil` where one of them is not counted.
  ///
  /// Both stores try for at most 60 days, so that of failures longer ago every outcome is known
  /// and shares are final, while those of a window that ends now only grow.
  public func recovery(from newer: Int, to older: Int) -> Recovery? {
    guard let inner = recovery.first(where: { $0.windowDays == newer }),
      let outer = recovery.first(where: { $0.windowDays == older })
    else { return nil }
    var between = Recovery(windowDays: older)
    between.failed = outer.failed - inner.failed
    between.enteredGrace = outer.enteredGrace - inner.enteredGrace
    between.recoveredInGrace = outer.recoveredInGrace - inner.recoveredInGrace
    between.enteredHold = outer.enteredHold - inner.enteredHold
    between.recoveredInHold = outer.recoveredInHold - inner.recoveredInHold
    between.ranOut = outer.ranOut - inner.ranOut
    between.canceledByUser = outer.canceledByUser - inner.canceledByUser
    between.open = outer.open - inner.open
    return between
  }
}

extension OverviewFigures.Recovery {
  /// Counts a number of episodes of one class.
  public mutating func add(_ kind: EpisodeClass, count: Int) {
    failed += count
    if kind.enteredGrace { enteredGrace += count }
    if kind.enteredHold { enteredHold += count }
    switch kind.outcome {
    case .open: open += count
    case .recoveredInGrace: recoveredInGrace += count
    case .recoveredInHold: recoveredInHold += count
    case .canceledByUser: canceledByUser += count
    case .ranOut: ranOut += count
    case .refunded, .superseded: break
    }
  }
}

/// The class of a billing episode in the recovery figures.
public struct EpisodeClass: Hashable, Sendable {
  /// The outcome.
  public var outcome: BillingEpisode.Outcome
  /// A Boolean value that indicates whether the store granted grace.
  public var enteredGrace: Bool
  /// A Boolean value that indicates whether access was lost while the store tried.
  public var enteredHold: Bool

  /// Creates a class from its parts.
  public init(outcome: BillingEpisode.Outcome, enteredGrace: Bool, enteredHold: Bool) {
    (self.outcome, self.enteredGrace, self.enteredHold) = (outcome, enteredGrace, enteredHold)
  }

  /// The class of an episode.
  public init(_ episode: BillingEpisode) {
    self.init(
      outcome: episode.outcome, enteredGrace: episode.enteredGrace,
      enteredHold: episode.holdStartedAt != nil)
  }
}
