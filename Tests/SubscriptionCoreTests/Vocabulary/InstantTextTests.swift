import SubscriptionCore
import Testing

@Suite struct `Instants as people type them` {
  private let now = at("2026-11-20T17:42:00Z")

  @Test(arguments: [
    ("now", "2026-11-20T17:42:00Z"), ("2026-12-01", "2026-12-01"),
    ("2026-12-01T09:00:30Z", "2026-12-01T09:00:30Z"),
    ("2026-12-01 09:00Z", "2026-12-01T09:00:00Z"), ("2026-12-01T09:00", "2026-12-01T09:00:00Z"),
    ("2026-12-01 09:00 Z", "2026-12-01T09:00:00Z"),
    ("2026-12-01 09:00+01:00", "2026-12-01T08:00:00Z"), ("-3d", "2026-11-17T17:42:00Z"),
    ("+6h", "2026-11-20T23:42:00Z"),
  ])
  func `they are read relative to the present, a time of day with or without seconds`(
    text: String, instant: String
  ) {
    #expect(InstantText.instant(text, now: now) == at(instant))
  }

  @Test(arguments: [
    "", "3d", "tomorrow", "2026-12-01 ", "2026-12-01 9:00Z", "2026-12-01 09:00:00ZZ", "+", "+0d",
    "2026-12-01 09:0\u{0660}Z", "2026-02-30", "+400000w",
  ])
  func `anything else is none`(text: String) {
    #expect(InstantText.instant(text, now: now) == nil)
  }

  @Test(arguments: [
    ("5d", "2026-11-25T17:42:00Z"), ("+5d", "2026-11-25T17:42:00Z"),
    ("36h", "2026-11-22T05:42:00Z"), ("2w", "2026-12-04T17:42:00Z"),
    ("1d12h", "2026-11-22T05:42:00Z"), ("2026-12-01", "2026-12-01"),
    ("2026-12-01 09:00Z", "2026-12-01T09:00:00Z"),
  ])
  func `later is a length from now on, or a date`(text: String, instant: String) throws {
    #expect(try InstantText.later(text, now: now) == at(instant))
  }

  @Test(arguments: [
    ("", 0, "write a length"), ("soon", 0, "write a length"), ("5", 1, "needs a unit"),
    ("5x", 1, "needs a unit"), ("5dd", 2, "write a length"), ("5d3", 3, "needs a unit"),
    ("5 d", 1, "needs a unit"), ("0d", 0, "more than nothing"), ("+", 0, "write a length"),
    ("-3d", 0, "that is over"), ("now", 0, "that is over"), ("2026-11-20", 0, "that is over"),
    ("2026-1", 6, "a date is"), ("2026/12/01", 4, "needs a unit"), ("2026-13-01", 5, "no month 13"),
    ("2026-02-30", 8, "no day 30"), ("2026-12-01x", 10, "a date is"),
    ("2026-12-01 24:00Z", 11, "no hour 24"), ("2026-12-01 09:60Z", 14, "no minute 60"),
    ("2026-12-01 09:00Y", 16, "write Z"), ("99999999w", 0, "at most 1,000 years"),
  ])
  func `what is no such instant is told with its place`(
    text: String, offset: Int, words: String
  ) throws {
    do {
      _ = try InstantText.later(text, now: now)
      Issue.record("read")
    } catch {
      #expect(error.offset == offset)
      #expect(error.text.contains(words), "\(error.text)")
      #expect(error.offset <= text.unicodeScalars.count)
    }
  }

  /// What is typed, and the instant in UTC and by the clocks of Berlin.
  static let zoned: [(String, String?, String?)] = [
    ("2025-11-17", "2025-11-17T00:00:00Z", "2025-11-16T23:00:00Z"),
    ("2025-07-01", "2025-07-01T00:00:00Z", "2025-06-30T22:00:00Z"),
    ("2025-11-17T09:00:00Z", "2025-11-17T09:00:00Z", "2025-11-17T09:00:00Z"),
    ("2025-11-17 09:00 Z", "2025-11-17T09:00:00Z", "2025-11-17T09:00:00Z"),
    ("2025-11-17T09:00:00+05:30", "2025-11-17T03:30:00Z", "2025-11-17T03:30:00Z"),
    ("2025-11-17 09:00", "2025-11-17T09:00:00Z", "2025-11-17T08:00:00Z"),
    ("2025-07-01 09:00:30", "2025-07-01T09:00:30Z", "2025-07-01T07:00:30Z"),
    ("2025-11-31 09:00", nil, nil), ("09:00", nil, nil), ("2025-11-17T09:00:00ZZ", nil, nil),
  ]

  @Test(arguments: zoned)
  func `a time without a zone is meant by the clocks that are given`(
    _ row: (String, String?, String?)
  ) {
    #expect(InstantText.instant(row.0, now: now)?.rfc3339 == row.1)
    #expect(InstantText.instant(row.0, now: now, in: DisplayZoneTests.berlin)?.rfc3339 == row.2)
  }
}
