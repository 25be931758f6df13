import Foundation
import SubscriptionCore

/// Instants as people read them, in one time zone; data never goes through here.
struct LocalTime: Sendable {
  private let zone: TimeZone
  private let suffix: String

  /// UTC.
  static let utc = LocalTime(zone: .gmt, isUTC: true)

  /// Creates the zone of an IANA name; `nil` when the system knows none of that name.
  init?(identifier: String) {
    if ["UTC", "Z", "GMT", "Etc/UTC"].contains(identifier) {
      self = .utc
    } else if let zone = TimeZone(identifier: identifier) {
      self.init(zone: zone, isUTC: false)
    } else {
      return nil
    }
  }

  private init(zone: TimeZone, isUTC: Bool) {
    self.zone = zone
    suffix = isUTC ? "Z" : ""
  }

  /// A day and minute, for example `2025-11-20 17:42Z`.
  func minute(_ instant: Timestamp) -> String {
    let text = wallClock(instant).rfc3339
    return String(text.prefix(10) + " " + text.dropFirst(11).prefix(5)) + suffix
  }

  /// A day, for example `2025-11-20`.
  func day(_ instant: Timestamp) -> String { String(wallClock(instant).rfc3339.prefix(10)) }

  /// A day and second, for example `2025-11-20 17:42:05Z`.
  func second(_ instant: Timestamp) -> String {
    let text = wallClock(instant).rfc3339
    return String(text.prefix(10) + " " + text.dropFirst(11).prefix(8)) + suffix
  }

  /// The instant whose UTC reading is the zone's reading of another.
  private func wallClock(_ instant: Timestamp) -> Timestamp {
    let bounded = min(max(instant, .distantPast), .distantFuture)
    let date = Date(timeIntervalSince1970: TimeInterval(bounded.milliseconds / 1000))
    return bounded + .seconds(Int64(zone.secondsFromGMT(for: date)))
  }
}
