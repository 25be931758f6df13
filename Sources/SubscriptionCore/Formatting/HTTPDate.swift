/// A parser and formatter for dates in HTTP (RFC 9110 section 5.6.7, the form that senders must
/// use): `Sun, 06 Nov 1994 08:49:37 GMT`.
public enum HTTPDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

  /// Parses a date; `nil` for any other text.
  public static func instant(_ text: String) -> Timestamp? {
    let parts = text.split(separator: " ").map(String.init)
    guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT",
      let month = CivilDate.monthNames.firstIndex(of: parts[2])
    else { return nil }
    return Timestamp(rfc3339: "\(parts[3])-\(padded(month + 1, 2))-\(parts[1])T\(parts[4])Z")
  }

  /// Returns an instant to the second.
  public static func text(_ instant: Timestamp) -> String {
    let date = CivilDate(instant)
    let second = Int(instant.milliseconds.floored(to: 1000) - date.start.milliseconds) / 1000
    let day = Int(instant.milliseconds.quotientFloored(by: 86_400_000) % 7 + 7) % 7
    let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }
    return "\(days[day]), \(padded(date.day, 2)) \(date.monthName) \(padded(date.year, 4)) "
      + time.joined(separator: ":") + " GMT"
  }
}
