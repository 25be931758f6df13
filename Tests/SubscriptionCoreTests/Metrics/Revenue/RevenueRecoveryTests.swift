import SeededNumbers
import SubscriptionCore
import Testing

struct RevenueRecoveryTests {
  private static func money(_ cents: Int64) -> Money {
    Money(micros: cents * 10_000, currency: "EUR")
  }

  /// statsmodels 0.15.0, `proportion_confint(share * n, n, method="wilson")` with *n* the square of
  /// the sum of the prices over the sum of their squares.
  @Test func `the interval is Wilson's of as many equal renewals`() throws {
    let prices: [(cents: Int64, isRecovered: Bool)] = [
      (499, true), (499, false), (999, true), (4999, false), (99, true), (999, true),
      (499, true), (9999, false), (999, true), (499, false),
    ]
    var recovery = RevenueRecovery()
    for price in prices {
      recovery.add(Self.money(price.cents), isRecovered: price.isRecovered)
    }
    #expect(recovery.failed == 200_900_000 && recovery.recovered == 40_940_000)
    #expect(abs(try #require(recovery.share) - 0.20378297660527625) < 1e-12)
    let interval = try #require(recovery.interval)
    #expect(abs(interval.lowerBound - 0.026343351186821684) < 1e-12)
    #expect(abs(interval.upperBound - 0.707693959247482) < 1e-12)
  }

  @Test(arguments: [(0, 7), (3, 7), (7, 7), (40, 100)])
  func `with equal prices it is the recovery rate`(_ count: Int, _ all: Int) throws {
    var recovery = RevenueRecovery()
    for place in 0..<all { recovery.add(Self.money(699), isRecovered: place < count) }
    let rate = Rate(count, of: all)
    #expect(abs(try #require(recovery.share) - (rate.share ?? -1)) < 1e-12)
    let (interval, expected) = try (#require(recovery.interval), #require(rate.interval))
    #expect(abs(interval.lowerBound - expected.lowerBound) < 1e-12)
    #expect(abs(interval.upperBound - expected.upperBound) < 1e-12)
  }

  @Test func `of no money there is no share`() {
    #expect(RevenueRecovery().share == nil && RevenueRecovery().interval == nil)
    var free = RevenueRecovery()
    free.add(Self.money(0), isRecovered: true)
    #expect(free.share == nil && free.interval == nil)
  }

  /// Prices of plans differ by a factor of twelve and more.
  @Test func `19 of 20 intervals hold the true share`() throws {
    var random = SeededNumbers(seed: 33)
    let plans: [(cents: Int64, recovers: Int)] = [(499, 55), (999, 45), (4999, 30)]
    let truth =
      plans.reduce(0.0) { $0 + Double($1.cents) * Double($1.recovers) / 100 }
      / plans.reduce(0.0) { $0 + Double($1.cents) }
    var covered = 0
    let worlds = 1_000
    for _ in 0..<worlds {
      var recovery = RevenueRecovery()
      for _ in 0..<400 {
        let plan = random.pick(plans)
        recovery.add(Self.money(plan.cents), isRecovered: random.happens(plan.recovers))
      }
      if try #require(recovery.interval).contains(truth) { covered += 1 }
    }
    #expect((0.93...0.97).contains(Double(covered) / Double(worlds)), "\(covered)")
  }
}
