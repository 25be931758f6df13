/// Instants as people type them: RFC 3339, which may leave out the seconds and the zone, a date,
/// `now`, or a distance such as `-3d` and `+6h`.
public enum InstantText {
  /// The furthest distance that is read, 1,000 years in milliseconds.
  private static let furthest: Int64 = 31_557_600_000_000

  /// Reads an instant relative to the present; `nil` for any other text.
  ///
  /// A bare date is midnight UTC. A distance is more than nothing and at most 1,000 years.
  public static func instant(_ text: String, now: Timestamp) -> Timestamp? {
    if text == "now" { return now }
    if let instant = stated(text) { return instant }
    guard let sign = text.first, sign == "-" || sign == "+",
      let distance = DurationText.milliseconds(text.dropFirst()), (1...furthest).contains(distance)
    else { return nil }
    return sign == "-" ? now - .milliseconds(distance) : now + .milliseconds(distance)
  }

  /// Reads RFC 3339; seconds that are left out are none, and a zone that is left out is UTC.
  static func stated(_ text: String) -> Timestamp? {
    if let instant = Timestamp(rfc3339: text) { return instant }
    guard text.utf8.count >= 16, text.utf8.allSatisfy({ $0 < 128 }) else { return nil }
    let zone = text.dropFirst(16).drop { $0 == " " }
    guard zone.first.map({ "Zz+-".contains($0) }) ?? true else { return nil }
    return Timestamp(rfc3339: "\(text.prefix(16)):00\(zone.isEmpty ? "Z" : zone)")
  }
}
