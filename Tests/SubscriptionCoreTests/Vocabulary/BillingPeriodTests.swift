import SubscriptionCore
import Testing

@Suite struct BillingPeriodTests {
  @Test(arguments: [
    ("P1M", "a month"), ("P3M", "every 3 months"), ("P1Y", "a year"), ("P1W", "a week"),
    ("P3D", "every 3 days"),
  ])
  func `a period reads as words and writes itself back`(_ text: String, _ words: String) throws {
    let period = try #require(BillingPeriod(iso8601: text))
    #expect(period.words == words)
    #expect(period.description == text)
  }

  @Test(arguments: ["", "P", "1M", "PM", "P0M", "P-1M", "P1001M", "P1X", "P1Y6M", "PT5M"])
  func `what is no period of one unit is refused`(_ text: String) {
    #expect(BillingPeriod(iso8601: text) == nil)
  }

  @Test(arguments: [
    ("2023-01-31", "P1M", "2023-02-28"), ("2024-01-31", "P1M", "2024-02-29"),
    ("2023-12-31", "P2M", "2024-02-29"), ("2024-02-29", "P1Y", "2025-02-28"),
    ("2023-05-01", "P1M", "2023-06-01"), ("2023-12-15", "P1M", "2024-01-15"),
    ("2023-05-01", "P1W", "2023-05-08"), ("2023-02-27", "P3D", "2023-03-02"),
  ])
  func `a period later is the same day where the month has it`(
    _ from: String, _ period: String, _ to: String
  ) throws {
    let period = try #require(BillingPeriod(iso8601: period))
    #expect(period.after(at(from)) == at(to))
    #expect(period.after(at(from) + .hours(13)) == at(to) + .hours(13))
  }

  @Test(arguments: [
    (7, "P1W"), (28, "P4W"), (30, "P1M"), (31, "P1M"), (61, "P2M"), (91, "P3M"), (184, "P6M"),
    (366, "P1Y"),
  ])
  func `dates a period apart tell the period`(_ days: Int, _ period: String) {
    #expect(BillingPeriod(closestTo: .days(days))?.description == period)
  }

  @Test(arguments: [0, 1, 3, 12, 45, 120, 250, 700])
  func `dates far from any usual period tell none`(_ days: Int) {
    #expect(BillingPeriod(closestTo: .days(days)) == nil)
  }
}
