/// A day of the proleptic Gregorian calendar in UTC.
///
/// The arithmetic is Howard Hinnant's `days_from_civil`
/// (<https://howardhinnant.github.io/date_algorithms.html>): integers only, so a date maps to the
/// same day on every machine.
public struct CivilDate: Hashable, Sendable, Comparable {
  /// The year; 1 BC is year 0.
  public var year: Int
  /// The month, 1 to 12.
  public var month: Int
  /// The day of the month, 1 to 31.
  public var day: Int

  /// Creates a date from its parts, which must name a day that exists.
  public init(year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Creates the UTC date on which an instant falls.
  public init(_ instant: Timestamp) {
    let days = Int(instant.milliseconds.quotientFloored(by: 86_400_000)) + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    month = shifted < 10 ? shifted + 3 : shifted - 9
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The first instant of the day, midnight UTC.
  public var start: Timestamp {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Timestamp(seconds: Int64(era * 146_097 + dayOfEra - 719_468) * 86_400)
  }

  /// The English three-letter names of the months, January first.
  public static let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The English three-letter name of the month.
  public var monthName: String { Self.monthNames[month - 1] }

  /// The number of days in a month of a year.
  public static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Orders dates by the calendar.
  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension Int64 {
  /// Returns the quotient rounded towards negative infinity; the divisor is positive.
  @inlinable public func quotientFloored(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }

  /// Returns the greatest multiple of a positive step that is not above the number, or the least
  /// number if that multiple does not fit.
  @inlinable public func floored(to step: Int64) -> Int64 {
    let (product, overflow) = quotientFloored(by: step).multipliedReportingOverflow(by: step)
    return overflow ? .min : product
  }
}
