import Testing

@testable import SubscriptionCore

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
    ("2026-03-01", "2026-03-08", "P1W"), ("2026-03-05", "2026-04-02", "P4W"),
    ("2026-03-01", "2026-04-01", "P1M"),
    ("2026-02-28", "2026-03-31", "P1M"), ("2026-03-01", "2026-05-01", "P2M"),
    ("2026-03-01", "2026-06-01", "P3M"), ("2026-03-01", "2026-07-01", "P4M"),
    ("2026-03-01", "2026-09-01", "P6M"), ("2026-03-01", "2027-03-01", "P1Y"),
    ("2026-03-01", "2026-04-02", "P1M"),
  ])
  func `dates a period apart by the calendar tell the period`(
    _ from: String, _ to: String, _ period: String
  ) {
    #expect(BillingPeriod(sold: at(from), to: at(to), at: .googlePlay)?.description == period)
  }

  @Test(arguments: [
    ("2026-03-01", "2026-03-01"), ("2026-03-01", "2026-02-01"), ("2026-03-01", "2026-03-15"),
    ("2026-03-01", "2026-04-15"), ("2026-03-01", "2026-11-20"), ("2026-03-01", "2028-03-01"),
    // A February is four weeks and a month.
    ("2026-02-01", "2026-03-01"),
  ])
  func `dates that no period on sale fits, or more than one, tell none`(
    _ from: String, _ to: String
  ) {
    #expect(BillingPeriod(sold: at(from), to: at(to), at: .googlePlay) == nil)
  }

  @Test func `the App Store sells no four weeks, so its February is a month`() {
    let february = BillingPeriod(sold: at("2026-02-01"), to: at("2026-03-01"), at: .appStore)
    #expect(february == .monthly)
  }

  @Test(arguments: [
    ("P1M", "P1M"), ("p1m", "P1M"), ("P12M", "P1Y"), ("monthly", "P1M"), ("Yearly", "P1Y"),
    ("annual", "P1Y"), ("weekly", "P1W"), ("quarterly", "P3M"),
  ])
  func `a name that is a period is read`(_ name: String, _ period: String) {
    #expect(BillingPeriod(named: name)?.description == period)
  }

  @Test(arguments: ["", "base", "monthly-2024", "bimonthly", "p1", "pro", "P1M12"])
  func `another name is no period`(_ name: String) {
    #expect(BillingPeriod(named: name) == nil)
  }
}
