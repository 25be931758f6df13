import SubscriptionCore

/// The formatter of instants on screens: in the zone in force, seen from the present.
///
/// With digits and letters only, so that a column's width is the count of its letters. Wherever a
/// time of day is not under a heading that names the zone, the zone follows it.
struct DateFormatting: Hashable, Sendable {
  /// The zone in force.
  var zone: DisplayZone
  /// The present, whose year is not written.
  var now: Timestamp

  /// Creates the words of a zone at a present.
  init(_ zone: DisplayZone = .utc, now: Timestamp) { (self.zone, self.now) = (zone, now) }

  /// The English three-letter days, Thursday first, because 1 January 1970 was one.
  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

  /// The day of the zone's calendar on which an instant falls.
  func date(_ instant: Timestamp) -> CivilDate { zone.date(instant) }

  /// A day as `20 Nov`, with the year when it is not the present one.
  func day(_ instant: Timestamp) -> String {
    let date = date(instant)
    return date.year == self.date(now).year
      ? "\(date.day) \(date.monthName)" : zone.day(instant)
  }

  /// An inclusive last day: the day of the last instant before an end.
  func lastDay(_ end: Timestamp) -> String { day(end - .milliseconds(1)) }

  /// A time of day as `17:42`.
  func time(_ instant: Timestamp) -> String { zone.time(instant) }

  /// A time of day with seconds, as `17:41:58`.
  func timeWithSeconds(_ instant: Timestamp) -> String { zone.timeWithSeconds(instant) }

  /// A time of day with its zone, as `17:42Z` or `18:42+01`.
  func clock(_ instant: Timestamp) -> String { time(instant) + zone.suffix(at: instant) }

  /// A day and a time as `20 Nov 17:42Z` or `20 Nov 18:42+01`.
  @Sendable func moment(_ instant: Timestamp) -> String { day(instant) + " " + clock(instant) }

  /// An instant in full, as `20 Nov 2025 17:42 UTC` or `20 Nov 2025 18:42 +01:00`.
  @Sendable func longMoment(_ instant: Timestamp) -> String {
    let suffix = zone.isUTC ? "UTC" : zone.longSuffix(at: instant)
    return "\(zone.day(instant)) \(time(instant)) \(suffix)"
  }

  /// The three-letter day of the week.
  func weekday(_ instant: Timestamp) -> String {
    let day = zone.wallClock(instant).milliseconds.quotientFloored(by: 86_400_000)
    return Self.weekdays[Int((day % 7 + 7) % 7)]
  }

  /// An instant as RFC 3339 with the zone's offset, as `2025-11-20T18:42:00+01:00`.
  func rfc3339(_ instant: Timestamp) -> String {
    guard !zone.isUTC else { return instant.rfc3339 }
    return zone.wallClock(instant).rfc3339.dropLast() + zone.longSuffix(at: instant)
  }

  /// Returns a Boolean value that indicates whether a day of the zone's calendar begins at an
  /// instant.
  func isDayStart(_ instant: Timestamp) -> Bool { zone.start(of: date(instant)) == instant }
}

extension DashboardModel {
  /// The formatter of instants, in the zone in force, seen from the present on screen.
  var dates: DateFormatting { DateFormatting(settings.zone, now: now) }

  /// The formatter of instants seen from the machine's present.
  var machineDates: DateFormatting { DateFormatting(settings.zone, now: machineNow) }
}
