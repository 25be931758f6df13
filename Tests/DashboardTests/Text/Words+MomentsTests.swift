import SubscriptionCore
import Testing

@testable import Dashboard

extension WordsTests {
  @Test(arguments: [
    ("until 2025-11-27T09:14:00Z", "until 27 Nov 09:14Z"),
    (
      "2026-01-10T00:00:00Z, then 2025-11-27T09:14:00.250Z.",
      "10 Jan 2026 00:00Z, then 27 Nov 09:14Z."
    ),
    ("DID_RENEW of Zoe", "DID_RENEW of Zoe"), ("", ""), ("Z", "Z"),
  ])
  func `instants in texts for machines become short`(_ text: (String, String)) {
    #expect(Words.shortened(text.0, now: TestWorld.now) == text.1)
  }

  @Test(arguments: [
    (
      "until 27 Nov 2025 09:14 UTC (in 6 days), then 1 Jan 2026 00:00 UTC.",
      "until 27 Nov 09:14Z (in 6 days), then 1 Jan 2026 00:00Z."
    ),
    ("Times are in UTC.", "Times are in UTC."), ("a b c d UTC", "a b c d UTC"),
  ])
  func `instants in sentences become short`(_ text: (String, String)) {
    #expect(Words.shortenedSentence(text.0, now: TestWorld.now) == text.1)
  }
}
