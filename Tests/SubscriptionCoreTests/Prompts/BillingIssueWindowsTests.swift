import SubscriptionCore
import Testing

struct BillingIssueWindowsTests {
  @Test func `G16: windows open on the days that Apple's frequencies give`() {
    #expect(
      BillingIssueWindows.openingDays
        == [1, 2, 3, 4, 7, 10, 13, 16, 17, 21, 25, 29, 31, 36, 41, 46, 51, 56])
  }

  @Test(arguments: [(1...3, 1), (4...16, 3), (17...30, 4), (31...60, 5)])
  func `windows lie as far apart as their band says`(_ days: ClosedRange<Int>, _ length: Int) {
    let openings = BillingIssueWindows.openingDays.filter(days.contains)
    #expect(openings.first == days.lowerBound)
    #expect(zip(openings, openings.dropFirst()).allSatisfy { $1 - $0 == length })
    #expect(openings.last.map { $0 + length > days.upperBound } ?? false)
  }
}
