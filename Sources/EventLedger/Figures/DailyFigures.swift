import SubscriptionCore

/// The counts of one UTC day, for production subscriptions.
///
/// A day counts what is known of it today: late news and imports of old payloads change past days.
public struct DailyFigures: Hashable, Sendable {
  /// The day.
  public var day: CivilDate
  /// The renewals that a store collected on the day, recoveries included.
  public var renewed = 0
  /// The sum of the prices of ``renewed``, in millionths, by currency, where they are known.
  public var renewedMicros: [String: Int64] = [:]
  /// The subscriptions that began.
  public var started = 0
  /// The episodes by class whose failure lies on the day.
  public var failed: [EpisodeClass: Int] = [:]
  /// The sum of the prices of the failed renewals, in millionths, by currency, where they are
  /// known.
  public var failedMicros: [String: Int64] = [:]
  /// The episodes by class that ended on the day, whenever they failed; none is open.
  public var closed: [EpisodeClass: Int] = [:]
  /// The sum of the prices of the episodes that were recovered on the day, by currency.
  public var recoveredMicros: [String: Int64] = [:]
  /// The sum of the prices of the episodes that ran out on the day, by currency.
  public var lostMicros: [String: Int64] = [:]
  /// The subscriptions that ended, by cause; `nil` where no store says.
  public var ended: [ChurnCause?: Int] = [:]
  /// The first payments after a free trial that were paid at once.
  public var firstPayments = 0
  /// The payments that were refunded on the day.
  public var refunded = 0
  /// The subscriptions by state at the end of the day; none before it began.
  public var states: [SubscriptionState: Int] = [:]
  /// The monthly recurring revenue at the end of the day by state and currency, in millionths.
  public var mrrMicros: [SubscriptionState: [String: Int64]] = [:]
  /// The number of ``renewed`` whose price is unknown.
  public var renewedUnpriced = 0
  /// The number of ``failed`` whose price is unknown.
  public var failedUnpriced = 0
  /// The subscriptions by state at the end of the day that have not ended and whose price per month
  /// is unknown.
  public var unpriced: [SubscriptionState: Int] = [:]
  /// The subscriptions at the end of the day that have not ended but that no churn rate counts
  /// (``SubscriptionDays/exemptSince``).
  public var exempt = 0

  /// Creates the counts of a day on which nothing happened.
  public init(day: CivilDate) { self.day = day }

  /// Returns the counts of days without any, oldest first.
  public static func days(from: CivilDate, through: CivilDate) -> [DailyFigures] {
    var days: [DailyFigures] = []
    var start = from.start
    while start <= through.start {
      days.append(DailyFigures(day: CivilDate(start)))
      start = start + .days(1)
    }
    return days
  }
}
