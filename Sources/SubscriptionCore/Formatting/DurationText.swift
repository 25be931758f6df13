/// A parser and formatter for lengths of time in filters, policies, settings and options: `3d`,
/// `36h`, `1d12h`, `90m`, `2w`.
public enum DurationText {
  private static let units: [(name: String, milliseconds: Int64)] = [
    ("w", 604_800_000), ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]

  /// Parses a length of time in milliseconds; `nil` for any other text and beyond 10,000 years.
  ///
  /// The text is one or more whole numbers, each with a unit of `w`, `d`, `h`, `m`, `s` or `ms`; a
  /// `-` in front makes it negative.
  public static func milliseconds(_ text: some StringProtocol) -> Int64? {
    var rest = Substring(text)
    let isNegative = rest.first == "-"
    if isNegative { rest.removeFirst() }
    guard !rest.isEmpty else { return nil }
    var total: Int64 = 0
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      let unitName = rest.prefix { $0.isASCII && $0.isLetter }
      rest = rest.dropFirst(unitName.count)
      guard let count = Int64(digits), digits.count <= 16,
        let unit = units.first(where: { $0.name == unitName })
      else { return nil }
      let (product, overflow) = count.multipliedReportingOverflow(by: unit.milliseconds)
      guard !overflow, product <= longest, total + product <= longest else { return nil }
      total += product
    }
    return isNegative ? -total : total
  }

  /// Parses a length of time that is not below a minimum; `nil` for any other text.
  public static func parse(
    _ text: some StringProtocol, atLeast least: Duration = .seconds(1)
  ) -> Duration? {
    milliseconds(text).map { Duration.milliseconds($0) }.flatMap { $0 >= least ? $0 : nil }
  }

  /// Returns a length of time as text that parses to the same value, for example `1d12h`.
  public static func text(_ length: Duration) -> String {
    text(milliseconds: length.wholeMilliseconds)
  }

  /// Returns a number of milliseconds as text that parses to the same value, for example `1d12h`.
  public static func text(milliseconds: Int64) -> String {
    var rest = milliseconds.magnitude
    var text = ""
    for unit in units.dropFirst() where rest >= UInt64(unit.milliseconds) {
      text += String(rest / UInt64(unit.milliseconds)) + unit.name
      rest %= UInt64(unit.milliseconds)
    }
    return text.isEmpty ? "0s" : (milliseconds < 0 ? "-" : "") + text
  }

  /// Returns a length of time in its two largest units, for people, as `3d 4h`, `6h 12m` or `<1m`;
  /// only in days from a hundred on, and without the sign.
  public static func short(_ length: Duration) -> String {
    let (days, hours, minutes) = parts(length)
    if days > 0 { return hours > 0 && days < 100 ? "\(days)d \(hours)h" : "\(days)d" }
    if hours > 0 { return minutes > 0 ? "\(hours)h \(minutes)m" : "\(hours)h" }
    return minutes > 0 ? "\(minutes)m" : "<1m"
  }

  /// Returns a length of time in its greatest unit, as `6d`, `14h`, `12m` or `<1m`, without the
  /// sign.
  public static func greatestUnit(_ length: Duration) -> String {
    String(short(length).prefix { $0 != " " })
  }

  /// Returns a length of time in its two largest units in words, for example `6 days 15 hours`;
  /// only in days from a hundred on, and without the sign.
  public static func words(_ length: Duration) -> String {
    let (days, hours, minutes) = parts(length)
    func and(_ count: Int, _ unit: String) -> String {
      count > 0 ? " " + CountText.of(count, unit) : ""
    }
    if days > 0 { return CountText.of(days, "day") + and(days < 100 ? hours : 0, "hour") }
    if hours > 0 { return CountText.of(hours, "hour") + and(minutes, "minute") }
    return minutes > 0 ? CountText.of(minutes, "minute") : "less than a minute"
  }

  /// Returns a length of time to wait, rounded up, as `45 s`, `10 min`, `36 h` or `3 d`.
  public static func roundedUp(_ length: Duration) -> String {
    let seconds = max(0, (length.wholeMilliseconds + 999) / 1000)
    func whole(_ unit: Int64) -> Int64 { (seconds + unit - 1) / unit }
    if seconds < 60 { return "\(seconds) s" }
    if whole(60) < 120 { return "\(whole(60)) min" }
    return whole(3600) < 48 ? "\(whole(3600)) h" : "\(whole(86_400)) d"
  }

  private static func parts(_ length: Duration) -> (days: Int, hours: Int, minutes: Int) {
    let minutes = Int(clamping: length.wholeMilliseconds.magnitude / 60_000)
    return (minutes / 1440, minutes / 60 % 24, minutes % 60)
  }

  /// Ten thousand years of 366 days.
  static let longest: Int64 = 3_660_000 * 86_400_000
}
