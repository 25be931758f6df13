/// The formatting of dates and lengths of time for sentences.
enum SentenceFormatting {
  /// Returns an instant in a zone to the minute, with the zone's name, for example `27 Nov 2026
  /// 09:14 UTC` or `27 Nov 2026 10:14 Europe/Berlin`.
  static func instant(_ instant: Timestamp, in zone: DisplayZone = .utc) -> String {
    let wall = zone.wallClock(instant)
    let date = CivilDate(wall)
    let minute = Int((wall.milliseconds - date.start.milliseconds) / 60_000)
    return "\(date.day) \(date.monthName) \(date.year) "
      + "\(padded(minute / 60, 2)):\(padded(minute % 60, 2)) \(zone.name)"
  }

  /// Returns a length of time in its two largest units, truncated, for example `6 days 15 hours`.
  static func length(_ duration: Duration) -> String {
    let minutes = Int(clamping: duration.wholeMilliseconds.magnitude / 60_000)
    let (days, hours) = (minutes / 1440, minutes / 60 % 24)
    if days > 0 { return joined(CountText.of(days, "day"), hours, "hour") }
    if hours > 0 { return joined(CountText.of(hours, "hour"), minutes % 60, "minute") }
    return minutes > 0 ? CountText.of(minutes, "minute") : "less than a minute"
  }

  /// Returns the distance of an instant, for example ` (in 2 days)`, ` (3 hours ago)` or ` (now)`.
  static func distance(of instant: Timestamp, from now: Timestamp) -> String {
    if instant == now { return " (now)" }
    let distance = length(instant - now)
    return instant > now ? " (in \(distance))" : " (\(distance) ago)"
  }

  private static func joined(_ text: String, _ number: Int, _ unit: String) -> String {
    number == 0 ? text : text + " " + CountText.of(number, unit)
  }
}
