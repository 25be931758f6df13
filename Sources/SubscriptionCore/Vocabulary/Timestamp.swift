/// A point in time, as whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Both stores state times to the millisecond: Apple as integers (`expiresDate`), Google as RFC
/// 3339 strings, whose finer digits are cut off. A timestamp has no time zone; zones matter only
/// for display. Every function of this module that depends on the present receives it as a
/// `Timestamp` argument.
public struct Timestamp: Hashable, Sendable, Comparable, Codable {
  /// Milliseconds since the Unix epoch; negative before 1970.
  public var milliseconds: Int64

  /// Creates the instant that many milliseconds after the Unix epoch.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Creates the instant that many seconds after the Unix epoch.
  public init(seconds: Int64) { self.milliseconds = seconds * 1000 }

  /// Reads a single integer of milliseconds.
  public init(from decoder: any Decoder) throws {
    milliseconds = try decoder.singleValueContainer().decode(Int64.self)
  }

  /// Writes a single integer of milliseconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }

  /// Returns a Boolean value that indicates whether one instant is before another.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// Returns the instant a duration later, clamped to the representable range.
  public static func + (instant: Timestamp, duration: Duration) -> Timestamp {
    let (sum, overflow) = instant.milliseconds.addingReportingOverflow(duration.wholeMilliseconds)
    guard overflow else { return Timestamp(milliseconds: sum) }
    return duration < .zero ? .distantPast : .distantFuture
  }

  /// Returns the instant a duration earlier, clamped to the representable range.
  public static func - (instant: Timestamp, duration: Duration) -> Timestamp {
    instant + (.zero - duration)
  }

  /// Returns the time from the right-hand instant to the left-hand one.
  public static func - (later: Timestamp, earlier: Timestamp) -> Duration {
    .milliseconds(later.milliseconds.subtractingClamped(earlier.milliseconds))
  }

  /// Returns the time between the instant and another one, whichever is earlier.
  func distance(to other: Timestamp) -> Duration { max(self, other) - min(self, other) }

  /// An instant before every instant a store states.
  public static let distantPast = Timestamp(milliseconds: -62_135_596_800_000)

  /// An instant after every instant a store states (the end of the year 9999).
  public static let distantFuture = Timestamp(milliseconds: 253_402_300_799_999)

  /// The Unix epoch, 1970-01-01T00:00:00Z.
  public static let epoch = Timestamp(milliseconds: 0)
}

extension Timestamp? {
  /// Takes an instant that is after another one, if it is earlier than the one taken so far.
  mutating func offer(_ instant: Timestamp?, after now: Timestamp) {
    guard let instant, instant > now else { return }
    self = Swift.min(self ?? instant, instant)
  }
}

extension Int64 {
  /// Returns the sum, clamped to 64 bits.
  @inlinable public func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// Returns the difference, clamped to 64 bits.
  @inlinable public func subtractingClamped(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (self < 0 ? .min : .max) : difference
  }

  /// Returns the product, clamped to 64 bits.
  @inlinable public func multipliedClamped(by factor: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? ((self < 0) == (factor < 0) ? .max : .min) : product
  }
}

extension Duration {
  /// The duration in whole milliseconds, cut towards zero and clamped to 64 bits.
  public var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    return scaled + attoseconds / 1_000_000_000_000_000
  }

  /// Returns a duration of that many days of 24 hours.
  public static func days(_ count: Int) -> Duration { .seconds(Int64(count) * 86_400) }

  /// Returns a duration of that many hours.
  public static func hours(_ count: Int) -> Duration { .seconds(Int64(count) * 3_600) }

  /// Returns a duration of that many minutes.
  public static func minutes(_ count: Int) -> Duration { .seconds(Int64(count) * 60) }

  /// The number of whole days of 24 hours in the duration, cut towards zero.
  public var wholeDays: Int { Int(wholeMilliseconds / 86_400_000) }

  /// The number of days of 24 hours in the duration, rounded to the nearest.
  public var nearestDays: Int64 { (wholeMilliseconds + 43_200_000) / 86_400_000 }
}
