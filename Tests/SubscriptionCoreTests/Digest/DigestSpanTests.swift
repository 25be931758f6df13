import SubscriptionCore
import Testing

struct DigestSpanTests {
  /// Central European time around the ends of summer time in 2025 and 2026.
  private static let berlin = DisplayZone(
    name: "Europe/Berlin", offset: .hours(1),
    changes: [
      .init(at: instant("2025-03-30T01:00:00Z"), to: .hours(2)),
      .init(at: instant("2025-10-26T01:00:00Z"), to: .hours(1)),
      .init(at: instant("2026-03-29T01:00:00Z"), to: .hours(2)),
    ])

  private static func instant(_ text: String) -> Timestamp {
    Timestamp(rfc3339: text) ?? .distantPast
  }

  private func span(_ since: String, _ now: String, in zone: DisplayZone = .utc) -> DigestSpan {
    DigestSpan(since: Self.instant(since), now: Self.instant(now), in: zone)
  }

  @Test func `a night is compared with the same hours of seven days`() {
    let span = span("2025-11-19T18:00:00Z", "2025-11-20T09:00:00Z")
    #expect(span.step == .day)
    #expect(span.earlier.count == 7)
    #expect(span.earlier[0].lowerBound == Self.instant("2025-11-18T18:00:00Z"))
    #expect(span.earlier[0].upperBound == Self.instant("2025-11-19T09:00:00.001Z"))
    #expect(span.earlier[6].lowerBound == Self.instant("2025-11-12T18:00:00Z"))
    #expect(span.earliest == span.earlier[6].lowerBound)
    #expect(span.failures.lowerBound == span.earliest - .days(70))
    #expect(span.range.contains(span.now) && span.range.contains(span.since))
  }

  @Test func `more than a day is compared by weeks, more than a week with nothing`() {
    let days = span("2025-11-17T18:00:00Z", "2025-11-20T09:00:00Z")
    #expect(days.step == .week)
    #expect(
      days.earlier.map(\.lowerBound)
        == (1...5).map { Self.instant("2025-11-17T18:00:00Z") - .days(7 * $0) })
    let month = span("2025-10-20T09:00:00Z", "2025-11-20T09:00:00Z")
    #expect(month.step == nil && month.earlier.isEmpty && month.earliest == month.since)
  }

  @Test func `a day is one also for a timer that runs late, and where the clocks go back`() {
    let late = span("2025-11-19T09:00:00Z", "2025-11-20T09:00:07Z")
    #expect(late.step == .day && late.earlier.count == 7)
    let long = span("2025-10-25T07:00:00Z", "2025-10-26T08:00:00Z", in: Self.berlin)
    #expect(long.step == .day)
    #expect(long.earlier[0].lowerBound == Self.instant("2025-10-24T07:00:00Z"))
    #expect(long.earlier[0].upperBound == Self.instant("2025-10-25T07:00:00.001Z"))
    #expect(span("2025-11-19T07:59:59Z", "2025-11-20T09:00:00Z").step == .week)
    #expect(span("2025-11-13T09:00:00Z", "2025-11-20T09:00:07Z").step == .week)
    #expect(span("2025-11-13T07:59:59Z", "2025-11-20T09:00:00Z").step == nil)
  }

  @Test func `the same hours are those of the zone's clocks, also across summer time`() {
    // Of the seven days before, the first five are after the end of summer time.
    let span = span("2025-10-31T17:00:00Z", "2025-11-01T08:00:00Z", in: Self.berlin)
    #expect(span.earlier[0].lowerBound == Self.instant("2025-10-30T17:00:00Z"))
    #expect(span.earlier[4].lowerBound == Self.instant("2025-10-26T17:00:00Z"))
    #expect(span.earlier[5].lowerBound == Self.instant("2025-10-25T16:00:00Z"))
    #expect(span.earlier[5].upperBound == Self.instant("2025-10-26T08:00:00.001Z"))
    #expect(span.earlier[6].upperBound == Self.instant("2025-10-25T07:00:00.001Z"))
  }

  @Test func `an instant in the future begins nothing`() {
    let span = span("2025-11-21T00:00:00Z", "2025-11-20T00:00:00Z")
    #expect(span.since == span.now)
  }

  // MARK: Typed beginnings

  @Test(arguments: [
    ("18:00", "2025-11-19T18:00:00Z"), ("08:00", "2025-11-20T08:00:00Z"),
    ("9:00", "2025-11-20T09:00:00Z"), ("09:01", "2025-11-19T09:01:00Z"),
    ("yesterday 18:00", "2025-11-19T18:00:00Z"), ("yesterday", "2025-11-19T00:00:00Z"),
    ("today", "2025-11-20T00:00:00Z"), ("today 07:30", "2025-11-20T07:30:00Z"),
    ("-12h", "2025-11-19T21:00:00Z"), ("2025-11-18", "2025-11-18T00:00:00Z"),
    ("2025-11-18T10:00:00+01:00", "2025-11-18T09:00:00Z"), ("now", "2025-11-20T09:00:00Z"),
  ])
  func `a beginning is the latest such time`(text: String, expected: String) {
    let now = Self.instant("2025-11-20T09:00:00Z")
    #expect(InstantText.earlier(text, now: now) == Self.instant(expected), "\(text)")
  }

  @Test(arguments: [
    "", " ", "24:00", "18:60", "18", "1800", "18:0", "118:00", "today 10:00", "+2h", "2025-11-21",
    "yesterday 18", "yesterday  18:00", "tomorrow", "18:00Z", "-18:00", "۱۸:۰۰", "yesterday 1:2:3",
  ])
  func `anything else and the future are refused`(text: String) {
    #expect(InstantText.earlier(text, now: Self.instant("2025-11-20T09:00:00Z")) == nil)
  }

  @Test(arguments: [
    // At 09:00 after the clocks went back, 18:00 was 16 hours ago; 02:30 came twice, and the
    // first of them counts.
    ("18:00", "2025-10-26T08:00:00Z", "2025-10-25T16:00:00Z"),
    ("02:30", "2025-10-26T08:00:00Z", "2025-10-26T00:30:00Z"),
    // Between the two 02:30 the first is the latest.
    ("02:30", "2025-10-26T01:10:00Z", "2025-10-26T00:30:00Z"),
    // After the clocks went forward 02:30 is the instant of the change, and 18:00 was 14 hours ago.
    ("02:30", "2026-03-29T07:00:00Z", "2026-03-29T01:00:00Z"),
    ("18:00", "2026-03-29T07:00:00Z", "2026-03-28T17:00:00Z"),
    ("yesterday 18:00", "2025-10-26T23:30:00Z", "2025-10-26T17:00:00Z"),
    // Dates and times without a zone are in it, too.
    ("2025-10-20", "2025-10-26T08:00:00Z", "2025-10-19T22:00:00Z"),
    ("2025-10-20 09:00", "2025-10-26T08:00:00Z", "2025-10-20T07:00:00Z"),
    ("2025-10-20 09:00Z", "2025-10-26T08:00:00Z", "2025-10-20T09:00:00Z"),
  ])
  func `times of day follow summer time`(text: String, now: String, expected: String) {
    let found = InstantText.earlier(text, now: Self.instant(now), in: Self.berlin)
    #expect(found == Self.instant(expected), "\(text) at \(now): \(found?.rfc3339 ?? "nil")")
  }
}
