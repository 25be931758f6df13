import SeededNumbers
import SubscriptionCore
import Testing

@Suite struct `Timestamp+RFC3339Tests` {
  @Test(arguments: [
    ("2020-09-05T23:41:42Z", 1_599_349_302_000), ("2020-09-05t23:41:42z", 1_599_349_302_000),
    ("2020-09-06T08:41:42+09:00", 1_599_349_302_000),
    ("2020-09-05T16:41:42-07:00", 1_599_349_302_000),
    ("2025-10-10T00:22:31.5Z", 1_760_055_751_500),
    ("2025-10-10T00:22:31.123456789Z", 1_760_055_751_123),
    ("2016-12-31T23:59:60Z", 1_483_228_800_000), ("1970-01-01", 0),
    ("1969-12-31T23:59:59.999Z", -1), ("0001-01-01", -62_135_596_800_000),
    ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
  ])
  func `text is read to the millisecond`(_ text: String, _ milliseconds: Int64) {
    #expect(Timestamp(rfc3339: text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "", "2023", "2023-13-01", "2023-02-29", "2023-00-10", "2023-05-00", "0000-01-01",
    "10000-01-01", "2023-05-01T", "2023-05-01T10:00Z", "2023-05-01T24:00:00Z",
    "2023-05-01T10:60:00Z", "2023-05-01T10:00:61Z", "2023-05-01T10:00:00",
    "2023-05-01T10:00:00.Z", "2023-05-01T10:00:00.1234567890Z", "2023-05-01T10:00:00+9:00",
    "2023-05-01T10:00:00Z ", " 2023-05-01", "２０２３-05-01", "+023-05-01",
    "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "9999-12-31T23:59:60Z",
  ])
  func `anything else is refused`(_ text: String) { #expect(Timestamp(rfc3339: text) == nil) }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (1_760_055_751_500, "2025-10-10T00:22:31.5Z"),
    (1_760_055_751_120, "2025-10-10T00:22:31.12Z"), (-1, "1969-12-31T23:59:59.999Z"),
  ])
  func `fractions are written only where they are not zero`(_ milliseconds: Int64, _ text: String) {
    #expect(Timestamp(milliseconds: milliseconds).rfc3339 == text)
  }

  @Test func `every instant reads back from its text`() {
    var random = SeededNumbers(seed: 3339)
    for _ in 0..<2_000 {
      let instant = Timestamp(
        milliseconds: Int64.random(
          in: Timestamp.distantPast.milliseconds...Timestamp.distantFuture.milliseconds,
          using: &random))
      #expect(Timestamp(rfc3339: instant.rfc3339) == instant)
    }
  }
}
