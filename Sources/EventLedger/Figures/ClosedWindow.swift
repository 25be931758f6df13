import SubscriptionCore

// See <doc:Metrics#Recovery-rates>.
/// The thirty UTC days of failures whose recovery window is over at an instant.
///
/// Both stores try for at most 60 days, so that the shares of these episodes are final but for late
/// news; those of newer failures only grow.
public struct ClosedWindow: Hashable, Sendable {
  /// The first day.
  public let first: CivilDate
  /// The last day.
  public let last: CivilDate

  /// The number of days.
  public static let length = 30
  /// The number of days for which a store tries.
  public static let retryDays = 60

  /// Creates the window that is closed at an instant.
  public init(at now: Timestamp) {
    let end = CivilDate(now).start - .days(Self.retryDays)
    first = CivilDate(end - .days(Self.length))
    last = CivilDate(end - .days(1))
  }

  /// Recovery over the days of the window.
  ///
  /// An episode that is still open, as one whose end no store has stated, counts in neither
  /// direction.
  public func recovery(over days: [DailyFigures]) -> OverviewFigures.Recovery {
    var recovery = OverviewFigures.Recovery(windowDays: Self.length)
    for day in days where day.day >= first && day.day <= last {
      for (kind, count) in day.failed where kind.outcome != .open {
        recovery.add(kind, count: count)
      }
    }
    return recovery
  }
}
