import SubscriptionCore

/// Instants as people read them, in one time zone, which every time of day names by its offset;
/// data never goes through here.
struct LocalTime: Sendable {
  /// The zone.
  let zone: DisplayZone

  /// UTC.
  static let utc = LocalTime(.utc)

  /// Creates the zone of an IANA name; `nil` when the system knows none of that name.
  init?(identifier: String) {
    guard let zone = SystemZones.zone(named: identifier) else { return nil }
    self.init(zone)
  }

  /// Creates the reading of a zone.
  init(_ zone: DisplayZone) { self.zone = zone }

  /// A day and minute, for example `2025-11-20 17:42Z` or `2025-11-20 18:42+01`.
  func minute(_ instant: Timestamp) -> String { text(instant, timeLetters: 5) }

  /// A day, for example `2025-11-20`.
  func day(_ instant: Timestamp) -> String { String(zone.wallClock(instant).rfc3339.prefix(10)) }

  /// The inclusive last day before an end, for example `2025-11-19`.
  func lastDay(_ end: Timestamp) -> String { day(end - .milliseconds(1)) }

  /// A day and second, for example `2025-11-20 17:42:05Z`.
  func second(_ instant: Timestamp) -> String { text(instant, timeLetters: 8) }

  /// What stands behind a heading above days, for example ` (UTC)` or ` (Asia/Tokyo)`.
  var heading: String { " (\(zone.name))" }

  private func text(_ instant: Timestamp, timeLetters: Int) -> String {
    let text = zone.wallClock(instant).rfc3339
    return String(text.prefix(10) + " " + text.dropFirst(11).prefix(timeLetters))
      + zone.suffix(at: instant)
  }
}
