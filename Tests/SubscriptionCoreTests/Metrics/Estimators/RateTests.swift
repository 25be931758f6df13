import SeededNumbers
import SubscriptionCore
import Testing

@Suite struct RateTests {
  /// statsmodels 0.15.0, `proportion_confint(k, n, method="wilson")`.
  @Test(
    arguments: [
      (0, 10, 0.0, 0.27753279986288926), (1, 10, 0.017876213095072924, 0.40415002679523854),
      (10, 10, 0.7224672001371106, 1.0), (540, 1000, 0.509015286202262, 0.5706785731188936),
      (123_456, 1_000_000, 0.12281269653142285, 0.12410219641400438),
      (1, 1, 0.2065493143772374, 1.0), (0, 1, 0.0, 0.7934506856227627),
    ] as [(Int, Int, Double, Double)])
  func `the interval is statsmodels'`(_ count: Int, _ all: Int, _ low: Double, _ high: Double)
    throws
  {
    let interval = try #require(Rate(count, of: all).interval)
    #expect(abs(interval.lowerBound - low) < 1e-12)
    #expect(abs(interval.upperBound - high) < 1e-12)
  }

  /// The published examples of Newcombe, "Two-sided confidence intervals for the single proportion:
  /// comparison of seven methods", Statistics in Medicine 17 (1998), pages 857-872, table I, method
  /// 3.
  @Test(
    arguments: [
      (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611),
      (1, 29, 0.0061, 0.1718),
    ] as [(Int, Int, Double, Double)])
  func `the interval is that of the published examples`(
    _ count: Int, _ all: Int, _ low: Double, _ high: Double
  ) throws {
    let interval = try #require(Rate(count, of: all).interval)
    #expect(abs(interval.lowerBound - low) <= 0.00005)
    #expect(abs(interval.upperBound - high) <= 0.00005)
  }

  @Test func `more ends than there were subscriptions have no interval`() {
    #expect(Rate(6, of: 1).share == 6 && !Rate(6, of: 1).isPart)
    #expect(Rate(6, of: 1).interval == nil)
    #expect(Rate(1, of: 1).isPart && Rate(0, of: 0).isPart)
  }

  @Test func `nothing follows from no case`() {
    #expect(Rate(0, of: 0).share == nil)
    #expect(Rate(0, of: 0).interval == nil)
    #expect(Rate(3, of: 4).share == 0.75)
    #expect(Rate(3, of: 4) + Rate(1, of: 6) == Rate(4, of: 10))
  }

  /// The average over shares and sizes; for a single one the coverage swings around it, as a count
  /// takes whole numbers only.
  @Test func `19 of 20 intervals cover the truth`() {
    var random = SeededNumbers(seed: 14)
    var covered = 0
    let worlds = 2000
    for _ in 0..<worlds {
      let truth = Double.random(in: 0.02...0.98, using: &random)
      let count = Int.random(in: 20...120, using: &random)
      let hits = (0..<count).count { _ in Double.random(in: 0..<1, using: &random) < truth }
      if Rate(hits, of: count).interval?.contains(truth) == true { covered += 1 }
    }
    #expect((0.93...0.97).contains(Double(covered) / Double(worlds)))
  }
}
