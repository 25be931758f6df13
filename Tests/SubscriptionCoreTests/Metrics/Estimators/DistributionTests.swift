import Testing

@testable import SubscriptionCore

/// Reference values: scipy 1.17.1, `stats.norm` and `stats.binom`.
@Suite struct DistributionTests {
  @Test(
    arguments: [
      (0.975, 1.959963984540054), (0.8, 0.8416212335729143), (0.9, 1.2815515655446004),
      (0.5, 0), (0.001, -3.090232306167813), (0.025, -1.9599639845400545),
    ] as [(Double, Double)])
  func `normal quantiles are scipy's`(_ share: Double, _ quantile: Double) {
    #expect(abs(NormalDistribution.quantile(share) - quantile) < 1e-13)
  }

  @Test func `the tails are each other's inverse of the quantile`() {
    #expect(abs(NormalDistribution.upperTail(1.5) - 0.06680720126885807) < 1e-15)
    #expect(abs(NormalDistribution.twoSidedTail(-1.5) - 2 * 0.06680720126885807) < 1e-15)
    for share in [0.0001, 0.2, 0.7, 0.99] {
      let z = NormalDistribution.quantile(share)
      #expect(abs(1 - NormalDistribution.upperTail(z) - share) < 1e-14)
    }
  }

  @Test(arguments: [
    (1, 0.5, 0, 1), (5, 0.5, 0, 5), (6, 0.5, 1, 5), (10, 0.5, 2, 8), (25, 0.9, 19, 25),
    (100, 0.5, 40, 60), (1000, 0.9, 881, 918), (12_345, 0.9, 11_045, 11_175),
    (1_000_000, 0.5, 499_020, 500_980), (1_000_000, 0.9, 899_412, 900_588),
  ])
  func `binomial quantiles are scipy's`(
    _ trials: Int, _ probability: Double, _ low: Int, _ high: Int
  ) {
    let distribution = BinomialDistribution(trials: trials, probability: probability)
    #expect(distribution.quantile(0.025) == low)
    #expect(distribution.quantile(0.975) == high)
  }
}
