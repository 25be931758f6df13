import SubscriptionCore
import Testing

@Suite struct DurationTextTests {
  @Test(arguments: [
    ("3d", 259_200_000), ("1w", 604_800_000), ("1d12h", 129_600_000), ("90m", 5_400_000),
    ("1s5ms", 1005), ("-2h", -7_200_000), ("0s", 0),
  ])
  func `lengths of time are read`(_ text: String, _ milliseconds: Int64) {
    #expect(DurationText.milliseconds(text) == milliseconds)
    let written = DurationText.text(milliseconds: milliseconds)
    #expect(DurationText.milliseconds(written) == milliseconds)
  }

  @Test(arguments: [
    "", "-", "3", "d", "3 d", "3y", "3d-", "--3d", "٣d", "99999999999999999999d", "3660001d",
    "1.5d",
  ])
  func `other texts are not lengths of time`(_ text: String) {
    #expect(DurationText.milliseconds(text) == nil)
  }

  @Test func `a setting is at least as long as it must be`() {
    #expect(DurationText.parse("1d12h") == .hours(36))
    #expect(DurationText.parse("1500ms") == .milliseconds(1500))
    #expect(DurationText.parse("0s") == nil && DurationText.parse("-3d") == nil)
    #expect(DurationText.parse("999ms") == nil)
    #expect(DurationText.parse("59m", atLeast: .hours(1)) == nil)
  }

  @Test(arguments: [
    (Duration.minutes(0), "<1m"), (.minutes(59), "59m"), (.hours(3), "3h"),
    (.minutes(200), "3h 20m"), (.days(1), "1d"), (.hours(76), "3d 4h"), (.hours(289), "12d 1h"),
    (.hours(2401), "100d"), (.hours(-3), "3h"),
  ])
  func `a distance shows its two largest units`(length: Duration, text: String) {
    #expect(DurationText.short(length) == text)
  }

  @Test(arguments: [
    (Duration.hours(25), "1 day 1 hour"), (.hours(-99 * 24 - 3), "99 days 3 hours"),
    (.hours(2401), "100 days"), (.hours(60_000), "2,500 days"),
  ])
  func `a distance in words leaves out hours from a hundred days on`(
    length: Duration, text: String
  ) {
    #expect(DurationText.words(length) == text)
  }
}
