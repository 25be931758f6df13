import SubscriptionCore
import Testing

@Suite struct TimestampTests {
  @Test func `arithmetic stops at the ends instead of overflowing`() {
    let last = Timestamp(milliseconds: .max)
    #expect(last + .days(1) == .distantFuture)
    #expect(Timestamp(milliseconds: .min) - .days(1) == .distantPast)
    #expect((last - Timestamp(milliseconds: .min)).wholeMilliseconds == .max)
    #expect(Duration.seconds(Int64.max).wholeMilliseconds == .max)
    #expect(Duration.seconds(Int64.min).wholeMilliseconds == .min)
  }

  @Test(arguments: [(0, 0), (86_399, 0), (86_400, 1), (-86_399, 0), (-86_401, -1)])
  func `whole days are cut towards zero`(_ seconds: Int64, _ days: Int) {
    #expect(Duration.seconds(seconds).wholeDays == days)
  }
}
