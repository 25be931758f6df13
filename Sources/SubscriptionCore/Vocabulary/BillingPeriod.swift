/// The length of time that one payment covers, as an ISO 8601 period of one unit such as `P1M`.
public struct BillingPeriod: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The calendar unit of a period.
  public enum Unit: String, Hashable, Sendable, CaseIterable, Codable {
    /// Days.
    case day = "D"
    /// Weeks of seven days.
    case week = "W"
    /// Calendar months.
    case month = "M"
    /// Calendar years.
    case year = "Y"

    fileprivate init?(letter: UInt8) {
      switch letter {
      case UInt8(ascii: "D"): self = .day
      case UInt8(ascii: "W"): self = .week
      case UInt8(ascii: "M"): self = .month
      case UInt8(ascii: "Y"): self = .year
      default: return nil
      }
    }
  }

  /// The number of units, at least one.
  public let count: Int
  /// The calendar unit.
  public let unit: Unit

  /// Creates a period; a count below one becomes one.
  public init(_ count: Int, _ unit: Unit) { (self.count, self.unit) = (max(1, count), unit) }

  /// Reads an ISO 8601 period of one unit; `nil` for any other text.
  ///
  /// Every row and event that is read has some, so it looks at bytes and makes no other text.
  public init?(iso8601 text: String) {
    let (bytes, digits) = (text.utf8, UInt8(ascii: "0")...UInt8(ascii: "9"))
    guard bytes.first == UInt8(ascii: "P"), let unit = bytes.last.flatMap(Unit.init(letter:))
    else { return nil }
    var count = 0
    for digit in bytes.dropFirst().dropLast() {
      guard digits.contains(digit), count <= 1000 else { return nil }
      count = count * 10 + Int(digit - digits.lowerBound)
    }
    guard (1...1000).contains(count) else { return nil }
    self.init(count, unit)
  }

  /// The period as ISO 8601, for example `P1M`.
  public var description: String { "P\(count)\(unit.rawValue)" }

  /// The period in English, as written after an amount: `a month` or `every 3 months`.
  public var words: String {
    let unit =
      switch unit {
      case .day: "day"
      case .week: "week"
      case .month: "month"
      case .year: "year"
      }
    return count == 1 ? "a \(unit)" : "every \(count) \(unit)s"
  }

  /// One week.
  public static let weekly = BillingPeriod(1, .week)
  /// One month.
  public static let monthly = BillingPeriod(1, .month)
  /// One year.
  public static let yearly = BillingPeriod(1, .year)

  /// The nominal length, for grouping and estimates only: a month counts 30 days, a year 365.
  public var nominal: Duration {
    switch unit {
    case .day: .days(count)
    case .week: .days(7 * count)
    case .month: .days(30 * count)
    case .year: .days(365 * count)
    }
  }

  /// Returns the instant one period after another, on the same day of the month if it exists.
  ///
  /// A day that the month lacks becomes the month's last (31 January + 1 month = 28 February),
  /// as Google Play bills (<https://developer.android.com/google/play/billing/subscriptions>).
  public func after(_ instant: Timestamp) -> Timestamp { moved(instant, by: 1) }

  /// Returns the instant one period before another, on the same day of the month if it exists.
  func before(_ instant: Timestamp) -> Timestamp { moved(instant, by: -1) }

  private func moved(_ instant: Timestamp, by periods: Int) -> Timestamp {
    switch unit {
    case .day, .week: return periods < 0 ? instant - nominal : instant + nominal
    case .month, .year:
      let date = CivilDate(instant)
      let months = date.year * 12 + date.month - 1 + periods * count * (unit == .year ? 12 : 1)
      let (year, month) = (months / 12, months % 12 + 1)
      let day = min(date.day, CivilDate.days(inMonth: month, of: year))
      let sameDay = CivilDate(year: year, month: month, day: day).start
      return sameDay + (instant - date.start)
    }
  }

  /// Reads the ISO 8601 text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let period = BillingPeriod(iso8601: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "not an ISO 8601 period of one unit")
    }
    self = period
  }

  /// Writes the ISO 8601 text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
