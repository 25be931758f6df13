import SubscriptionCore
import Testing

@Suite struct CivilDateTests {
  @Test func `each day follows the one before through four centuries`() {
    var date = CivilDate(year: 1899, month: 12, day: 31)
    var start = date.start
    for _ in 0..<146_097 {
      let following = start + .days(1)
      var expected = date
      expected.day += 1
      if expected.day > CivilDate.days(inMonth: date.month, of: date.year) {
        (expected.day, expected.month) = (1, date.month + 1)
        if expected.month == 13 { (expected.month, expected.year) = (1, date.year + 1) }
      }
      guard CivilDate(following) == expected, expected.start == following else {
        Issue.record("after \(date) comes \(CivilDate(following))")
        return
      }
      (date, start) = (expected, following)
    }
    #expect(date == CivilDate(year: 2299, month: 12, day: 31))
  }

  @Test(arguments: [(1900, 28), (2000, 29), (2023, 28), (2024, 29), (2100, 28), (2400, 29)])
  func `February knows its leap years`(_ year: Int, _ days: Int) {
    #expect(CivilDate.days(inMonth: 2, of: year) == days)
  }

  @Test func `the last millisecond of a day is still that day`() {
    let date = CivilDate(year: 2023, month: 5, day: 14)
    #expect(CivilDate(date.start) == date)
    #expect(CivilDate(Timestamp(milliseconds: date.start.milliseconds + 86_399_999)) == date)
    #expect(CivilDate(Timestamp(milliseconds: date.start.milliseconds - 1)) < date)
  }
}
