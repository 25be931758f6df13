import SubscriptionCore

/// The counts of one UTC day, for production subscriptions.
///
/// A day counts what is known of it today: late news and imports of old payloads change past days.
public struct DailyFigures: Hashable, Sendable {
  /// The day.
  public var day: CivilDate
  /// The renewals that a store collected on the day, recoveries included.
  public var renewed: Int
  /// The sum of the prices of ``renewed``, in millionths, by currency, where they are known.
  public var renewedMicros: [String: Int64]
  /// The subscriptions that began.
  public var started: Int
  /// The episodes by class whose failure lies on the day.
  public var failed: [EpisodeClass: Int]
  /// The sum of the prices of the failed renewals, in millionths, by currency, where they are
  /// known.
  public var failedMicros: [String: Int64]
  /// The episodes by class that ended on the day, whenever they failed; none is open.
  public var closed: [EpisodeClass: Int]
  /// The sum of the prices of the episodes that were recovered on the day, by currency.
  public var recoveredMicros: [String: Int64]
  /// The sum of the prices of the episodes that ran out on the day, by currency.
  public var lostMicros: [String: Int64]
  /// The subscriptions that ended, by cause; `nil` where no store says.
  public var ended: [ChurnCause?: Int]
  /// The first payments after a free trial that were paid at once.
  public var firstPayments: Int
  /// The payments that were refunded on the day.
  public var refunded: Int
  /// The subscriptions by state at the end of the day; none before it began.
  public var states: [SubscriptionState: Int]
  /// The monthly recurring revenue at the end of the day by state and currency, in millionths.
  public var mrrMicros: [SubscriptionState: [String: Int64]]
  /// The number of ``renewed`` whose price is unknown.
  public var renewedUnpriced: Int
  /// The number of ``failed`` whose price is unknown.
  public var failedUnpriced: Int
  /// The subscriptions by state at the end of the day that have not ended and whose price per month
  /// is unknown.
  public var unpriced: [SubscriptionState: Int]
  /// The subscriptions at the end of the day that have not ended but that no churn rate counts
  /// (``SubscriptionDays/exemptSince``).
  public var exempt: Int

  /// Creates the counts of a day; without any, for a day on which nothing happened.
  public init(
    day: CivilDate, renewed: Int = 0, renewedMicros: [String: Int64] = [:], started: Int = 0,
    failed: [EpisodeClass: Int] = [:], failedMicros: [String: Int64] = [:],
    closed: [EpisodeClass: Int] = [:], recoveredMicros: [String: Int64] = [:],
    lostMicros: [String: Int64] = [:], ended: [ChurnCause?: Int] = [:], firstPayments: Int = 0,
    refunded: Int = 0, states: [SubscriptionState: Int] = [:],
    mrrMicros: [SubscriptionState: [String: Int64]] = [:], renewedUnpriced: Int = 0,
    failedUnpriced: Int = 0, unpriced: [SubscriptionState: Int] = [:], exempt: Int = 0
  ) {
    self.day = day
    (self.renewed, self.renewedMicros, self.started) = (renewed, renewedMicros, started)
    (self.failed, self.failedMicros, self.closed) = (failed, failedMicros, closed)
    (self.recoveredMicros, self.lostMicros) = (recoveredMicros, lostMicros)
    (self.ended, self.firstPayments, self.refunded) = (ended, firstPayments, refunded)
    (self.states, self.mrrMicros) = (states, mrrMicros)
    (self.renewedUnpriced, self.failedUnpriced) = (renewedUnpriced, failedUnpriced)
    (self.unpriced, self.exempt) = (unpriced, exempt)
  }

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
