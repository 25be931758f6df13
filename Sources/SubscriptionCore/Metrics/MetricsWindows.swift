/// The windows of a report: the days asked for, and those that they are compared with.
public struct MetricsWindows: Hashable, Sendable {
  /// The days of the window, in UTC.
  public let window: Range<CivilDate>
  /// The instant of the report.
  public let now: Timestamp

  /// Creates the windows of a range of days.
  public init(_ window: Range<CivilDate>, now: Timestamp) {
    (self.window, self.now) = (window, now)
  }

  /// Creates the windows of a number of whole days, the last of which is a day or the day before
  /// the instant of the report.
  public init(days: Int, ending last: CivilDate? = nil, now: Timestamp) {
    let end = last.map { $0.adding(days: 1) } ?? CivilDate(now)
    self.init(end.adding(days: -max(1, days))..<end, now: now)
  }

  /// The number of days.
  public var days: Int { window.dayCount }

  /// The days before the window, as many.
  public var previous: Range<CivilDate> { window.moved(days: -days) }

  /// The latest days, as many, whose failures are at least ``recoveryWindow`` past.
  public var closed: Range<CivilDate> {
    let latest = CivilDate(now - Self.recoveryWindow)
    let end = min(latest, window.upperBound)
    return end.adding(days: -days)..<end
  }

  /// The instant at which the window before is judged: as long after its end as now is after the
  /// end of the window.
  public var previousNow: Timestamp { now - .days(days) }

  /// The time since the failure by which the days of a trend are compared: a quarter of the window,
  /// a week at most.
  ///
  /// The failures of the last days had little time to be recovered. Judged as of now, every trend
  /// of recovery would fall towards its end.
  public var trendAge: Duration { .days(trendAgeDays) }

  /// The days of ``trendAge``.
  public var trendAgeDays: Int { min(7, max(1, days / 4)) }

  /// Returns a Boolean value that indicates whether all failures of a day are of ``trendAge``.
  func isOfTrendAge(_ day: CivilDate) -> Bool { day.adding(days: 1).start + trendAge <= now }

  /// A Boolean value that indicates whether the window's last day is not over.
  public var isUnfinished: Bool { window.upperBound.start > now }

  /// The Monday of the first week of failures that a report lists.
  public var firstCohort: CivilDate {
    window.upperBound.adding(days: -1).monday.adding(days: -7 * (Self.cohortsMax - 1))
  }

  /// The failures that a report reads: those of all windows, those that may have ended in one of
  /// them, and those of the weeks.
  public var failures: Range<Timestamp> {
    let first = min(window.lowerBound, previous.lowerBound, closed.lowerBound)
    let earliest = min(first.start - Self.recoveryWindow, firstCohort.start)
    return earliest..<max(earliest, min(window.upperBound.start, now + .milliseconds(1)))
  }

  /// The time after a failure in which both stores try to collect it.
  ///
  /// Source: <doc:AppStoreRules>, <doc:GooglePlayRules>.
  public static let recoveryWindow = Duration.days(60)

  /// The number of weeks that a report lists.
  public static let cohortsMax = 13
}

extension CivilDate {
  /// Returns the date a number of days later, or earlier for a negative number.
  public func adding(days: Int) -> CivilDate { CivilDate(start + .days(days)) }

  /// The Monday of the date's week, by ISO 8601.
  public var monday: CivilDate {
    // 1970-01-01 was a Thursday.
    let weekday = (start.milliseconds.quotientFloored(by: 86_400_000) + 3)
    return adding(days: -Int(weekday - weekday.floored(to: 7)))
  }

  /// The date as ISO 8601, for example `2025-11-20`.
  public var iso8601: String { String(start.rfc3339.prefix(10)) }

  /// Parses a date in ISO 8601; `nil` for any other text.
  public init?(iso8601 text: String) {
    guard text.utf8.count == 10, let midnight = Timestamp(rfc3339: text) else { return nil }
    self.init(midnight)
  }
}

extension Range<CivilDate> {
  /// The number of days.
  public var dayCount: Int { (upperBound.start - lowerBound.start).wholeDays }

  /// Returns the range a number of days later.
  public func moved(days: Int) -> Range<CivilDate> {
    lowerBound.adding(days: days)..<upperBound.adding(days: days)
  }

  /// Returns a Boolean value that indicates whether an instant lies on one of the days.
  public func contains(_ instant: Timestamp) -> Bool {
    lowerBound.start <= instant && instant < upperBound.start
  }

  /// The days, first to last.
  public var dates: [CivilDate] { (0..<dayCount).map { lowerBound.adding(days: $0) } }
}
