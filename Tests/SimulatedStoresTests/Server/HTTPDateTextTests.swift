import SubscriptionCore
import Testing

@testable import SimulatedStores

@Suite struct HTTPDateTextTests {
  @Test(arguments: [
    (Int64(784_111_777), "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
    (1_709_164_799, "Wed, 28 Feb 2024 23:59:59 GMT"),
    (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"),
  ])
  func `a date is written as HTTP wants it`(seconds: Int64, text: String) {
    #expect(HTTPDateText.make(Timestamp(milliseconds: seconds * 1000 + 999)) == text)
  }
}
