/// The time that a digest is about, and the same times of earlier days to compare it with.
///
/// See <doc:Metrics#Digest>.
public struct DigestSpan: Hashable, Sendable {
  /// The distance between a span and the one that it is compared with.
  public enum Step: String, Hashable, Sendable {
    /// The same hours of the day before.
    case day
    /// The same hours and days of the week before.
    case week
  }

  /// The first instant.
  public let since: Timestamp
  /// The last instant, which is the present of the digest.
  public let now: Timestamp
  /// The distance of the spans to compare with; `nil` for a span that is too long for any.
  public let step: Step?
  /// The span, whose last instant is the present.
  public let range: Range<Timestamp>
  /// The spans to compare with, the latest first.
  public let earlier: [Range<Timestamp>]

  /// Creates a span.
  ///
  /// A span of a day at most is compared with the same hours of the seven days before, by the
  /// clocks of a zone; one of a week at most with those of the five weeks before. Either may be an
  /// hour longer: a timer runs seconds late, and a day in which clocks go back has 25 hours.
  ///
  /// - Parameters:
  ///   - since: The first instant; the present if it is later.
  ///   - now: The present.
  ///   - zone: The zone whose clocks say which hours are the same.
  public init(since: Timestamp, now: Timestamp, in zone: DisplayZone) {
    (self.since, self.now) = (min(since, now), now)
    let length = now - self.since - .hours(1)
    step = length <= .days(1) ? .day : length <= .days(7) ? .week : nil
    let (count, days) = step == .day ? (7, 1) : (5, 7)
    func moved(_ instant: Timestamp, by days: Int) -> Timestamp {
      zone.instant(ofWallClock: zone.wallClock(instant) - .days(days))
    }
    let (first, end) = (self.since, now + .milliseconds(1))
    range = first..<end
    earlier =
      step == nil
      ? []
      : (1...count).map { place in
        let lower = moved(first, by: place * days)
        return lower..<max(lower, moved(end, by: place * days))
      }
  }

  /// The first instant of all spans.
  public var earliest: Timestamp { earlier.map(\.lowerBound).min() ?? since }

  /// The failures whose episodes may have begun or ended in one of the spans.
  ///
  /// Both stores try for 60 days. The end is reported some days later now and then.
  public var failures: Range<Timestamp> {
    earliest - MetricsWindows.recoveryWindow - Self.lateness..<range.upperBound
  }

  /// The default beginning of a digest.
  public static let usualSince = "yesterday 18:00"

  private static let lateness = Duration.days(10)
}
