import ConfigurationFiles
import Dashboard
import SubscriptionCore

/// A formatter of instants in one time zone, whose offset follows every time of day; data output
/// does not use it.
struct LocalTime: Sendable {
  /// The time zone.
  let zone: DisplayZone

  static let utc = LocalTime(.utc)

  /// Creates a formatter for an IANA name; `nil` if the system does not know it.
  init?(identifier: String) {
    guard let zone = SystemZones.zone(named: identifier) else { return nil }
    self.init(zone)
  }

  /// Creates a formatter for a zone.
  init(_ zone: DisplayZone) { self.zone = zone }

  /// Formats a day and minute, for example `2025-11-20 17:42Z` or `2025-11-20 18:42+01`.
  func minute(_ instant: Timestamp) -> String {
    "\(day(instant)) \(zone.time(instant))\(zone.suffix(at: instant))"
  }

  /// Formats a day, for example `2025-11-20`.
  func day(_ instant: Timestamp) -> String { String(zone.wallClock(instant).rfc3339.prefix(10)) }

  /// Formats the inclusive last day before an end, for example `2025-11-19`.
  func lastDay(_ end: Timestamp) -> String { day(end - .milliseconds(1)) }

  /// Formats a day and second, for example `2025-11-20 17:42:05Z`.
  func second(_ instant: Timestamp) -> String {
    "\(day(instant)) \(zone.timeWithSeconds(instant))\(zone.suffix(at: instant))"
  }

  /// The suffix of a heading above days, for example ` (UTC)` or ` (Asia/Tokyo)`.
  var heading: String { " (\(zone.name))" }
}

extension TextRule {
  static let zone = TextRule("a time zone, such as Asia/Tokyo, UTC or local", pattern: "^\\S+$") {
    text in
    guard !SystemZones.isSetting(text) else { return nil }
    let meant = ZoneName.nearest(to: text, in: SystemZones.names)
      .map { "Did you mean '\($0)'?" }
    return "is not a time zone. "
      + (meant ?? "Write an IANA name such as Asia/Tokyo, UTC, or local.")
  }
}
