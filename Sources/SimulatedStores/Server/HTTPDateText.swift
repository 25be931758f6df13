import SubscriptionCore

/// The formatting of dates for HTTP (RFC 9110 section 5.6.7).
enum HTTPDateText {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns an instant after 1970 as `Sun, 06 Nov 1994 08:49:37 GMT`.
  static func make(_ instant: Timestamp) -> String {
    let text = Array(Timestamp(seconds: instant.milliseconds / 1000).rfc3339)
    let month = Int(String(text[5..<7])) ?? 1
    let day = days[Int(instant.milliseconds / 86_400_000 % 7)]
    return "\(day), \(String(text[8..<10])) \(months[month - 1]) \(String(text[0..<4])) "
      + String(text[11..<19]) + " GMT"
  }
}
