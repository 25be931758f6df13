import SubscriptionCore

/// Instants as people read them, in one time zone; data never goes through here.
struct LocalTime: Sendable {
  /// The zone.
  let zone: DisplayZone
  /// Whether a time of day in a zone other than UTC has its offset behind it, as where a text is
  /// pasted among others.
  private let saysOffset: Bool

  /// UTC.
  static let utc = LocalTime(.utc)

  /// Creates the zone of an IANA name; `nil` when the system knows none of that name.
  init?(identifier: String) {
    guard let zone = SystemZones.zone(named: identifier) else { return nil }
    self.init(zone)
  }

  /// Creates the reading of a zone.
  init(_ zone: DisplayZone, saysOffset: Bool = false) {
    (self.zone, self.saysOffset) = (zone, saysOffset)
  }

  /// A day and minute, for example `2025-11-20 17:42Z`.
  func minute(_ instant: Timestamp) -> String { text(instant, timeLetters: 5) }

  /// A day, for example `2025-11-20`.
  func day(_ instant: Timestamp) -> String { String(zone.wallClock(instant).rfc3339.prefix(10)) }

  /// The inclusive last day before an end, for example `2025-11-19`.
  func lastDay(_ end: Timestamp) -> String { day(end - .milliseconds(1)) }

  /// A day and second, for example `2025-11-20 17:42:05Z`.
  func second(_ instant: Timestamp) -> String { text(instant, timeLetters: 8) }

  private func text(_ instant: Timestamp, timeLetters: Int) -> String {
    let text = zone.wallClock(instant).rfc3339
    let suffix = zone.isUTC || saysOffset ? zone.suffix(at: instant) : ""
    return String(text.prefix(10) + " " + text.dropFirst(11).prefix(timeLetters)) + suffix
  }
}
