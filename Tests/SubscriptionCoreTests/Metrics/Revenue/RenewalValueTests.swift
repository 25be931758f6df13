import SeededNumbers
import SubscriptionCore
import Testing

struct RenewalValueTests {
  /// statsmodels 0.15.0: *l* / (1 − *l*) and *u* / (1 − *u*) of
  /// `proportion_confint(renewals, renewals + ended, method="wilson")`.
  @Test(
    arguments: [
      (304, 120, 2.0516105022345985, 3.1281657852636173),
      (7, 3, 0.6577648767052718, 8.277189368510419), (0, 5, 0, 0.7682917641388254),
    ] as [(Int, Int, Double, Double)])
  func `the interval is statsmodels', on the scale of renewals`(
    _ renewals: Int, _ ended: Int, _ low: Double, _ high: Double
  ) throws {
    let value = RenewalValue(renewals: renewals, ended: ended)
    #expect(value.renewalsPerSubscription == Double(renewals) / Double(ended))
    let interval = try #require(value.renewalsInterval)
    #expect(abs(interval.lowerBound - low) < 1e-9)
    #expect(abs(interval.upperBound - high) < 1e-9)
  }

  @Test func `money is divided by the ends, currency by currency`() throws {
    let value = RenewalValue(
      renewals: 30, ended: 7,
      revenue: MoneySums(micros: ["EUR": 299_700_000, "JPY": -5], unknown: 2))
    #expect(value.perSubscription == ["EUR": 42_814_286, "JPY": -1])
    let (counts, money) = try (
      #require(value.renewalsInterval), #require(value.interval(of: "EUR"))
    )
    #expect(abs(Double(money.lowerBound) - counts.lowerBound * 9_990_000) < 1)
    #expect(abs(Double(money.upperBound) - counts.upperBound * 9_990_000) < 1)
    #expect(value.interval(of: "USD") == nil)
  }

  @Test func `nothing follows while no subscription has ended`() {
    let value = RenewalValue(renewals: 30, ended: 0, revenue: MoneySums(micros: ["EUR": 9]))
    #expect(value.renewalsPerSubscription == nil && value.renewalsInterval == nil)
    #expect(value.perSubscription.isEmpty && value.interval(of: "EUR") == nil)
  }

  /// Subscriptions of months that renew with a chance of 80 %, some of them after a retry: their
  /// lifetime is four renewals on the mean, however long the store retries.
  ///
  /// Long retries move ends out of the window of their renewals, so that the interval is a little
  /// narrow, as the article says.
  @Test(arguments: [0, 45])
  func `19 of 20 intervals hold the true lifetime, however long retries take`(
    _ retryDays: Int
  ) throws {
    var random = SeededNumbers(seed: 400 + retryDays)
    var covered = 0
    let worlds = 4_000
    for _ in 0..<worlds {
      var value = RenewalValue()
      for _ in 0..<500 {
        var day = Int.random(in: 0..<2_000, using: &random)
        var isLive = true
        while isLive {
          day += 30
          isLive = random.happens(80)
          if random.happens(isLive ? 10 : 60) { day += retryDays }
          guard (1_600..<2_000).contains(day) else { continue }
          if isLive { value.renewals += 1 } else { value.ended += 1 }
        }
      }
      if try #require(value.renewalsInterval).contains(4) { covered += 1 }
    }
    #expect((0.93...0.97).contains(Double(covered) / Double(worlds)), "\(covered)")
  }
}
