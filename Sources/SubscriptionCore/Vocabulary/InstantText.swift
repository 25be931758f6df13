/// A parser for instants as people type them: RFC 3339 with optional seconds and zone, a date,
/// `now`, or an offset from now such as `-3d` and `+6h`.
public enum InstantText {
  /// The largest accepted offset, 1,000 years in milliseconds.
  private static let furthest: Int64 = 31_557_600_000_000

  /// Parses an instant relative to the present, in a zone unless the text names one; `nil` for any
  /// other text.
  ///
  /// A bare date is the beginning of that day in the zone. An offset is more than zero and at most
  /// 1,000 years.
  public static func instant(
    _ text: String, now: Timestamp, in zone: DisplayZone = .utc
  ) -> Timestamp? {
    if text == "now" { return now }
    if let instant = stated(text, in: zone) { return instant }
    guard let sign = text.first, sign == "-" || sign == "+",
      let distance = DurationText.milliseconds(text.dropFirst()), (1...furthest).contains(distance)
    else { return nil }
    return sign == "-" ? now - .milliseconds(distance) : now + .milliseconds(distance)
  }

  /// Parses RFC 3339, with seconds optional (zero if missing); a time without a zone and a bare
  /// date are read in the given zone.
  static func stated(_ text: String, in zone: DisplayZone = .utc) -> Timestamp? {
    let length = text.utf8.count
    if length == 10 { return Timestamp(rfc3339: text).map(zone.instant(ofWallClock:)) }
    if let instant = Timestamp(rfc3339: text) { return instant }
    guard length >= 16, text.utf8.allSatisfy({ $0 < 128 }) else { return nil }
    if let wall = Timestamp(rfc3339: text + "Z") { return zone.instant(ofWallClock: wall) }
    let rest = text.dropFirst(16).drop { $0 == " " }
    let minute = "\(text.prefix(16)):00"
    if rest.isEmpty { return Timestamp(rfc3339: minute + "Z").map(zone.instant(ofWallClock:)) }
    guard rest.first.map({ "Zz+-".contains($0) }) == true else { return nil }
    return Timestamp(rfc3339: minute + rest)
  }
}
