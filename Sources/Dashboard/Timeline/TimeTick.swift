import SubscriptionCore

/// The round instants that an axis names: hours of the day, days of the month, months, years.
enum TimeTick: Hashable, Sendable {
  /// Every so many minutes, counted from midnight.
  case minutes(Int64)
  /// Every so many days, counted from the first of each month; what is left of a month is no tick.
  case days(Int)
  /// Every so many months, counted from January.
  case months(Int)
  /// Every so many years.
  case years(Int)

  /// The ticks to choose from, from fine to coarse; each hour divides the day, each number of days
  /// leaves the end of a month room for the next label.
  private static let all: [TimeTick] =
    [5, 10, 15, 30, 60, 120, 240, 360, 480, 720].map(TimeTick.minutes)
    + [1, 2, 3, 5, 10, 15].map(TimeTick.days)
    + [1, 3].map(TimeTick.months) + [1, 5, 20].map(TimeTick.years)

  /// The finest ticks whose labels have room between them.
  static func fitting(_ zoom: TimeZoom) -> TimeTick {
    all.first { tick in
      tick.shortest / zoom.milliseconds >= tick.columns
    } ?? .years(100)
  }

  /// The shortest time between two ticks, in milliseconds.
  private var shortest: Int64 {
    let day: Int64 = 86_400_000
    return switch self {
    case .minutes(let count): count * 60_000
    case .days(let count): Int64(count) * day
    case .months(let count): Int64(count) * 28 * day
    case .years(let count): Int64(count) * 365 * day
    }
  }

  /// The columns that a label needs with the blank after it.
  private var columns: Int64 {
    switch self {
    case .minutes: 7
    case .days: 6
    case .months: 4
    case .years: 5
    }
  }

  /// The ticks of a zone's calendar from an instant up to another, at most a thousand.
  func instants(
    from start: Timestamp, to end: Timestamp, in zone: DisplayZone = .utc
  ) -> [Timestamp] {
    var instants: [Timestamp] = []
    var wall = first(before: zone.wallClock(start))
    for _ in 0..<1_000 {
      let instant = zone.instant(ofWallClock: wall)
      guard instant < end else { break }
      // A change may leave a time out; what is left of it is the tick after.
      if instant >= start, instant != instants.last { instants.append(instant) }
      let following = self.next(after: wall)
      guard following > wall else { break }
      wall = following
    }
    return instants
  }

  private func first(before instant: Timestamp) -> Timestamp {
    let date = CivilDate(instant)
    return switch self {
    case .minutes(let count):
      Timestamp(milliseconds: instant.milliseconds.floored(to: count * 60_000))
    case .days: CivilDate(year: date.year, month: date.month, day: 1).start
    case .months: CivilDate(year: date.year, month: 1, day: 1).start
    case .years(let count):
      CivilDate(
        year: Int(Int64(date.year).floored(to: Int64(count))), month: 1, day: 1
      ).start
    }
  }

  private func next(after instant: Timestamp) -> Timestamp {
    let date = CivilDate(instant)
    switch self {
    case .minutes(let count):
      return Timestamp(milliseconds: instant.milliseconds.addingClamped(count * 60_000))
    case .days(let count):
      let day = date.day + count
      let rest = CivilDate.days(inMonth: date.month, of: date.year) - day + 1
      guard rest * 2 > count else { return Self.month(1, after: date) }
      return CivilDate(year: date.year, month: date.month, day: day).start
    case .months(let count): return Self.month(count, after: date)
    case .years(let count): return CivilDate(year: date.year + count, month: 1, day: 1).start
    }
  }

  /// The first day of a later month.
  private static func month(_ count: Int, after date: CivilDate) -> Timestamp {
    let month = date.month - 1 + count
    return CivilDate(year: date.year + month / 12, month: month % 12 + 1, day: 1).start
  }

  /// A Boolean value that indicates whether the ticks are times of day.
  var isWithinDay: Bool {
    guard case .minutes = self else { return false }
    return true
  }

  /// The label of a tick: the parts of the date that changed since the tick before it.
  func text(_ instant: Timestamp, after previous: Timestamp?, _ dates: DateFormatting) -> String {
    let date = dates.date(instant)
    let before = previous.map(dates.date)
    let month = date.monthName
    let isNewYear = before.map { $0.year != date.year } ?? (date.month == 1 && date.day == 1)
    switch self {
    case .minutes:
      if date == before { return dates.time(instant) }
      return "\(date.day) \(month)" + (dates.isDayStart(instant) ? "" : " " + dates.time(instant))
    case .days:
      if isNewYear { return "\(date.day) \(month) \(date.year)" }
      return before?.month == date.month ? "\(date.day)" : "\(date.day) \(month)"
    case .months: return isNewYear || date.month == 1 ? "\(date.year)" : month
    case .years: return "\(date.year)"
    }
  }

  /// Returns a Boolean value that indicates whether a label matters more than its neighbours:
  /// midnight, the first of a month, January.
  func isMajor(_ instant: Timestamp, _ dates: DateFormatting) -> Bool {
    let date = dates.date(instant)
    return switch self {
    case .minutes: dates.isDayStart(instant)
    case .days: date.day == 1
    case .months: date.month == 1
    case .years: false
    }
  }
}
