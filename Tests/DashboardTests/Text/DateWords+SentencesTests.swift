import SubscriptionCore
import Testing

@testable import Dashboard

extension DateWordsTests {
  @Test(arguments: [
    ("until 2025-11-27T09:14:00Z", "until 27 Nov 09:14Z"),
    (
      "2026-01-10T00:00:00Z, then 2025-11-27T09:14:00.250Z.",
      "10 Jan 2026 00:00Z, then 27 Nov 09:14Z."
    ),
    ("DID_RENEW of Zoe", "DID_RENEW of Zoe"), ("", ""), ("Z", "Z"),
  ])
  func `instants in texts for machines become short`(_ text: (String, String)) {
    #expect(DateWords(now: TestWorld.now).shortened(text.0) == text.1)
  }

  @Test(arguments: [
    (
      "until 27 Nov 2025 09:14 UTC (in 6 days), then 1 Jan 2026 00:00 UTC.",
      "until 27 Nov 09:14Z (in 6 days), then 1 Jan 2026 00:00Z."
    ),
    ("Times are in UTC.", "Times are in UTC."), ("a b c d UTC", "a b c d UTC"),
    ("1 Nov 2025 00:00 UTC UTC UTC", "1 Nov 00:00Z UTC UTC"),
    ("a UTC UTC b UTC", "a UTC UTC b UTC"),
  ])
  func `instants in sentences become short`(_ text: (String, String)) {
    #expect(DateWords(now: TestWorld.now).shortenedSentence(text.0) == text.1)
    #expect(DateWords(now: TestWorld.now).sentence(text.0) == text.0)
  }

  @Test func `instants in texts and sentences follow the zone`() {
    let dates = DateWords(TestZone.berlin, now: TestWorld.now)
    let sentence = "It ends on 31 Dec 2025 23:30 UTC (in 41 days), not on 1 Jul 2025 22:00 UTC."
    #expect(
      dates.shortenedSentence(sentence)
        == "It ends on 1 Jan 2026 00:30+01 (in 41 days), not on 2 Jul 00:00+02.")
    #expect(
      dates.sentence(sentence)
        == "It ends on 1 Jan 2026 00:30 +01:00 (in 41 days), not on 2 Jul 2025 00:00 +02:00.")
    #expect(dates.shortened("shown 2025-11-20T23:30:00Z") == "shown 21 Nov 00:30+01")
  }
}
