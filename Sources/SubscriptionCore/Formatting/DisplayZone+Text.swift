/// The texts of instants in a zone, of which the formats of screens, tables and sentences consist.
extension DisplayZone {
  /// Returns a day of the zone's calendar, for example `20 Nov 2025`.
  public func day(_ instant: Timestamp) -> String {
    let date = date(instant)
    return "\(date.day) \(date.monthName) \(date.year)"
  }

  /// Returns a time of day to the minute, for example `17:42`.
  public func time(_ instant: Timestamp) -> String {
    let minutes = secondsIntoDay(instant) / 60
    return padded(minutes / 60, 2) + ":" + padded(minutes % 60, 2)
  }

  /// Returns a time of day to the second, for example `17:41:58`.
  public func timeWithSeconds(_ instant: Timestamp) -> String {
    time(instant) + ":" + padded(secondsIntoDay(instant) % 60, 2)
  }

  /// Returns an instant to the minute with the zone's name, for example `27 Nov 2026 09:14 UTC` or
  /// `27 Nov 2026 10:14 Europe/Berlin`.
  func dayAndTime(_ instant: Timestamp) -> String { "\(day(instant)) \(time(instant)) \(name)" }

  private func secondsIntoDay(_ instant: Timestamp) -> Int {
    let wall = wallClock(instant).milliseconds
    return Int((wall - wall.floored(to: 86_400_000)) / 1000)
  }
}
