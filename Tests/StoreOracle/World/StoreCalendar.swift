import SubscriptionCore

/// Calendar arithmetic as the stores bill, written apart from the core's own.
enum StoreCalendar {
  private static let day: Int64 = 86_400_000

  /// The end of a billing period that begins at an instant, in UTC.
  ///
  /// A day that the month lacks becomes its last one and stays (31 January, 28 February,
  /// 28 March).
  static func end(of period: BillingPeriod, from instant: Timestamp) -> Timestamp {
    switch period.unit {
    case .day: instant + .days(period.count)
    case .week: instant + .days(7 * period.count)
    case .month: adding(period.count, to: instant)
    case .year: adding(12 * period.count, to: instant)
    }
  }

  private static func adding(_ months: Int, to instant: Timestamp) -> Timestamp {
    let number = Int(instant.milliseconds / day)
    var (year, month, rest) = (1970, 1, number)
    while rest >= daysInYear(year) {
      rest -= daysInYear(year)
      year += 1
    }
    while rest >= daysInMonth(month, year) {
      rest -= daysInMonth(month, year)
      month += 1
    }
    // Walk month by month from the first of this month to the first of the one wanted.
    var first = number - rest
    for _ in 0..<months {
      first += daysInMonth(month, year)
      (month, year) = month == 12 ? (1, year + 1) : (month + 1, year)
    }
    let landed = first + min(rest, daysInMonth(month, year) - 1)
    return Timestamp(milliseconds: Int64(landed) * day + instant.milliseconds % day)
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func daysInYear(_ year: Int) -> Int { isLeap(year) ? 366 : 365 }

  private static func daysInMonth(_ month: Int, _ year: Int) -> Int {
    month == 2 && isLeap(year) ? 29 : [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }
}
