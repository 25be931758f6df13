import SubscriptionCore

/// Lengths of time as people type them: `90s`, `30m`, `6h`, `3d`, `2w`, `1d12h`.
public enum DurationText {
  /// Reads a length; `nil` for anything else, zero included, and for more than 1,000 years.
  public static func parse(_ text: some StringProtocol) -> Duration? {
    var total: Int64 = 0
    var digits: Int64?
    for character in text {
      if character.isASCII, let digit = character.wholeNumberValue {
        let (scaled, overflow) = (digits ?? 0).multipliedReportingOverflow(by: 10)
        guard !overflow, scaled <= secondsMax else { return nil }
        digits = scaled + Int64(digit)
      } else {
        guard let count = digits, let unit = seconds[character] else { return nil }
        let (product, overflow) = count.multipliedReportingOverflow(by: unit)
        guard !overflow, product <= secondsMax - total else { return nil }
        total += product
        digits = nil
      }
    }
    guard digits == nil, total > 0 else { return nil }
    return .seconds(total)
  }

  /// A length in its two largest units, for example `3d 4h`; `0m` below a minute.
  public static func short(_ duration: Duration) -> String {
    let minutes = abs(duration.wholeMilliseconds / 60_000)
    let (days, hours, rest) = (minutes / 1440, minutes / 60 % 24, minutes % 60)
    switch (days, hours) {
    case (0, 0): return "\(rest)m"
    case (0, _): return rest == 0 ? "\(hours)h" : "\(hours)h \(rest)m"
    case (1..<10, 1...): return "\(days)d \(hours)h"
    case (_, _): return "\(days)d"
    }
  }

  private static let seconds: [Character: Int64] = [
    "s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800,
  ]

  private static let secondsMax: Int64 = 31_557_600_000
}
