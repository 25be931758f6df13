import ProgramConventions
import SubscriptionCore

/// Parsing of instants: RFC 3339, a date, `now`, or a relative time such as `-3d` and `+6h`.
enum TimeExpression {
  /// Parses an instant relative to the current time.
  ///
  /// A time without a zone, and the beginning of a bare date, are in the zone of text output, as on
  /// screen. Throws an error that names the option.
  static func parse(
    _ text: String, now: Timestamp, in zone: DisplayZone, option: String
  ) throws(CommandError) -> Timestamp {
    if let instant = InstantText.instant(text, now: now, in: zone) { return instant }
    throw .notUnderstood(
      "\(option): '\(DisplayText.excerpt(text))' is not a time. Write 2025-11-20, "
        + "2025-11-20T17:42:00Z, -3d or -6h.")
  }

  /// Parses a duration, or throws an error that names the option.
  static func duration(_ text: String, option: String) throws(CommandError) -> Duration {
    guard let duration = DurationText.parse(text) else {
      throw .notUnderstood(
        "\(option): '\(DisplayText.excerpt(text))' is not a length of time. Write 90s, 30m, 6h, 3d "
          + "or 2w.")
    }
    return duration
  }
}
