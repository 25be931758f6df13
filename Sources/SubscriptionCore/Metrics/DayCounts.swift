/// The counts of a day that no episode tells: payments, ends and standing subscriptions.
public struct DayCounts: Hashable, Sendable {
  /// The day, in UTC.
  public var day: CivilDate
  /// The renewals that were paid, recoveries included.
  public var renewed: Int
  /// The money of ``renewed``.
  public var renewedMoney: MoneySums
  /// The first payments after a free trial that were paid at once.
  public var firstPayments: Int
  /// The payments that were refunded.
  public var refunded: Int
  /// The subscriptions that ended, by cause; `nil` where no store says.
  public var ended: [ChurnCause?: Int]
  /// The subscriptions by state at the end of the day.
  public var states: [SubscriptionState: Int]
  /// The monthly recurring revenue by state at the end of the day.
  public var mrr: [SubscriptionState: MoneySums]
  /// The episodes that failed on the day, as known now and without those of trials apart; `nil`
  /// where they are not counted.
  ///
  /// A report of the days alone has its rates from them.
  public var failures: EpisodeCounts?
  /// The failed renewals that were paid on the day, whenever they failed.
  public var recoveries: Int
  /// The subscriptions at the end of the day that have not ended but that no churn rate counts.
  public var exempt: Int

  /// Creates the counts of a day.
  public init(
    day: CivilDate, renewed: Int = 0, renewedMoney: MoneySums = MoneySums(),
    firstPayments: Int = 0, refunded: Int = 0, ended: [ChurnCause?: Int] = [:],
    states: [SubscriptionState: Int] = [:], mrr: [SubscriptionState: MoneySums] = [:],
    failures: EpisodeCounts? = nil, recoveries: Int = 0, exempt: Int = 0
  ) {
    (self.day, self.renewed, self.refunded) = (day, renewed, refunded)
    (self.renewedMoney, self.firstPayments) = (renewedMoney, firstPayments)
    (self.ended, self.states, self.mrr) = (ended, states, mrr)
    (self.failures, self.recoveries, self.exempt) = (failures, recoveries, exempt)
  }

  /// The subscriptions that ended, whatever the cause.
  var endedCount: Int { ended.values.reduce(0, +) }

  /// The subscriptions that churn rates are rates of: neither over nor waiting for a first
  /// payment, without those of ``exempt``.
  var live: Int { states.reduce(-exempt) { $0 + ($1.key.isLive ? $1.value : 0) } }

  /// The states in which a subscription is part of the monthly recurring revenue: those with
  /// access that was or will be paid for.
  public static let revenueStates: [SubscriptionState] = [
    .active, .renewalPending, .grace, .canceled,
  ]
}

/// The sums over the days of a window.
struct DayTotals: Hashable, Sendable {
  /// The renewals that were paid.
  private(set) var renewed = 0
  /// The money of ``renewed``.
  private(set) var renewedMoney = MoneySums()
  /// The renewals that were paid on days on which a failure would be known.
  private(set) var renewedWhenKnown = 0
  /// The first payments after a free trial that were paid at once, on those days.
  private(set) var firstPayments = 0
  /// The payments that were refunded.
  private(set) var refunded = 0
  /// The subscriptions that ended, by cause.
  private(set) var ended: [ChurnCause?: Int] = [:]
  /// The subscriptions at the start of the window; `nil` if the day before is not known.
  let liveAtStart: Int?
  /// The subscriptions at the end of the window.
  let liveAtEnd: Int
  /// The monthly recurring revenue by state at the end of the window.
  private let mrr: [SubscriptionState: MoneySums]
  /// That at the start of the window; `nil` if the day before is not known.
  private let mrrAtStart: [SubscriptionState: MoneySums]?

  /// Creates the sums of a window from days in any order; `nil` unless each day up to the present
  /// is there.
  init?(
    _ days: [CivilDate: DayCounts], in window: Range<CivilDate>, now: Timestamp,
    failuresFrom first: CivilDate?
  ) {
    let dates = window.dates.filter { $0.start <= now }
    let counts = dates.compactMap { days[$0] }
    guard let last = counts.last, counts.count == dates.count else { return nil }
    let before = days[window.lowerBound.adding(days: -1)]
    (liveAtStart, liveAtEnd) = (before?.live, last.live)
    (mrrAtStart, mrr) = (before?.mrr, last.mrr)
    for day in counts {
      renewed += day.renewed
      renewedMoney += day.renewedMoney
      if first.map({ $0 <= day.day }) ?? true {
        renewedWhenKnown += day.renewed
        firstPayments += day.firstPayments
      }
      refunded += day.refunded
      ended.merge(day.ended, uniquingKeysWith: +)
    }
  }

  /// The subscriptions that ended, whatever the cause.
  var endedCount: Int { ended.values.reduce(0, +) }

  /// Returns the monthly recurring revenue of states at the end of the window.
  func mrr(_ states: [SubscriptionState]) -> MetricValue { mrr.sum(states).value }

  /// Returns the monthly recurring revenue of states at the start and at the end of the window.
  func movement(_ states: [SubscriptionState]) -> RevenueFigures.Movement? {
    mrrAtStart.map { RevenueFigures.Movement(from: $0.sum(states), to: mrr.sum(states)) }
  }

  /// The lifetime value of renewals.
  var renewals: RenewalValue {
    RenewalValue(renewals: renewed, ended: endedCount, revenue: renewedMoney)
  }
}

extension [SubscriptionState: MoneySums] {
  /// Returns the sum over some states.
  fileprivate func sum(_ states: [SubscriptionState]) -> MoneySums {
    states.reduce(into: MoneySums()) { $0 += self[$1, default: MoneySums()] }
  }
}
