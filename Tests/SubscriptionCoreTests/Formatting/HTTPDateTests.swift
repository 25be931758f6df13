import SubscriptionCore
import Testing

@Suite struct HTTPDateTests {
  @Test(arguments: [
    (Int64(784_111_777), "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
    (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (1_709_164_799, "Wed, 28 Feb 2024 23:59:59 GMT"),
    (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"),
  ])
  func `a date is written as HTTP wants it, and read again`(seconds: Int64, text: String) {
    #expect(HTTPDate.text(Timestamp(milliseconds: seconds * 1000 + 999)) == text)
    #expect(HTTPDate.instant(text) == Timestamp(seconds: seconds))
  }

  @Test(arguments: ["", "06 Nov 1994", "Sun, 06 Nox 1994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49"])
  func `anything else is no date`(text: String) { #expect(HTTPDate.instant(text) == nil) }
}
