import SeededNumbers
import SubscriptionCore
import Testing

@Suite struct RateDifferenceTests {
  /// statsmodels 0.15.0, `confint_proportions_2indep(a, b, c, d, method="newcomb")` and
  /// `proportions_ztest([a, c], [b, d])`.
  static let reference: [(rates: [Int], low: Double, high: Double, p: Double)] = [
    ([56, 70, 48, 80], 0.05243147240236498, 0.33387265403690614, 0.00804508136819656),
    ([9, 10, 3, 10], 0.1705227239345029, 0.809017973535488, 0.006169899320544151),
    ([6, 7, 2, 7], 0.05822792748231209, 0.8062496375242278, 0.030753561259274524),
    ([5, 56, 0, 29], -0.038137147903536936, 0.19256001385511165, 0.09718656817057973),
    ([10, 10, 0, 20], 0.6790860371419145, 1, 4.320463057827506e-08),
    ([10, 10, 0, 10], 0.6075093504305241, 1, 7.74421643104407e-06),
    ([412, 1000, 385, 1000], -0.01589217426051829, 0.06975232815052106, 0.21751887341022969),
    (
      [40_100, 100_000, 39_700, 100_000], -0.0002922602314781161, 0.008292052177919045,
      0.06777394763713473
    ),
  ]

  private func difference(_ counts: [Int]) -> RateDifference {
    RateDifference(of: Rate(counts[0], of: counts[1]), from: Rate(counts[2], of: counts[3]))
  }

  @Test(arguments: reference.indices)
  func `interval and test are statsmodels'`(_ place: Int) throws {
    let row = Self.reference[place]
    let interval = try #require(difference(row.rates).interval)
    #expect(abs(interval.lowerBound - row.low) < 1e-12)
    #expect(abs(interval.upperBound - row.high) < 1e-12)
    #expect(abs(try #require(difference(row.rates).pValue) - row.p) < 1e-12)
  }

  /// The published examples of Newcombe, "Interval estimation for the difference between
  /// independent proportions", Statistics in Medicine 17 (1998), pages 873-890, table II, method
  /// 10.
  @Test(
    arguments: [
      ([56, 70, 48, 80], 0.0524, 0.3339), ([9, 10, 3, 10], 0.1705, 0.8090),
      ([6, 7, 2, 7], 0.0582, 0.8062), ([5, 56, 0, 29], -0.0381, 0.1926),
      ([0, 10, 0, 20], -0.1611, 0.2775), ([0, 10, 0, 10], -0.2775, 0.2775),
      ([10, 10, 0, 20], 0.6791, 1), ([10, 10, 0, 10], 0.6075, 1),
    ] as [([Int], Double, Double)])
  func `the interval is that of the published examples`(
    _ counts: [Int], _ low: Double, _ high: Double
  ) throws {
    let interval = try #require(difference(counts).interval)
    #expect(abs(interval.lowerBound - low) <= 0.00005)
    #expect(abs(interval.upperBound - high) <= 0.00005)
  }

  @Test func `nothing follows from no case, and equal rates of 0 or 1 are no difference`() {
    let empty = RateDifference(of: Rate(1, of: 2), from: Rate(0, of: 0))
    #expect(empty.difference == nil && empty.interval == nil && empty.pValue == nil)
    #expect(!empty.isMoreThanNoise)
    #expect(difference([0, 10, 0, 20]).pValue == 1)
    #expect(difference([5, 5, 7, 7]).pValue == 1)
  }

  @Test func `a change is more than noise if its interval excludes zero`() {
    let better = RateDifference(of: Rate(456, of: 1000), from: Rate(385, of: 1000))
    #expect(better.isMoreThanNoise && better.difference.map { $0 > 0 } == true)
    let noise = RateDifference(of: Rate(412, of: 1000), from: Rate(385, of: 1000))
    #expect(!noise.isMoreThanNoise)
    let worse = RateDifference(of: Rate(385, of: 1000), from: Rate(456, of: 1000))
    #expect(worse.isMoreThanNoise && worse.interval.map { $0.upperBound < 0 } == true)
    #expect(!RateDifference(of: Rate(1, of: 1), from: Rate(0, of: 0)).isMoreThanNoise)
  }

  @Test(
    "Fisher's exact test equals that of scipy 1.17.1, stats.fisher_exact",
    arguments: [
      ([1, 1, 0, 3], 0.25), ([8, 10, 1, 9], 0.005477494641581328),
      ([3, 10, 7, 9], 0.06977851869492735), ([0, 12, 4, 11], 0.03726708074534161),
      ([2, 4000, 9, 3800], 0.03424756144860898), ([57, 138, 67, 142], 0.3378528900687777),
      ([5, 5, 1, 6], 0.01515151515151515), ([5, 5, 7, 7], 1),
    ] as [([Int], Double)])
  func fisher(_ counts: [Int], _ probability: Double) {
    let exact = difference(counts).exactPValue
    #expect(abs(exact - probability) <= 1e-9 * probability, "\(exact)")
  }

  @Test func `few cases are more than noise only if chance rarely does as much`() {
    let few = difference([1, 1, 0, 3])
    #expect(few.interval.map { $0.lowerBound > 0 } == true && !few.isMoreThanNoise)
    #expect(difference([8, 10, 1, 9]).isMoreThanNoise)
    #expect(difference([1, 9, 8, 10]).isMoreThanNoise)
  }

  @Test func `19 of 20 intervals cover the true difference`() {
    var random = SeededNumbers(seed: 1998)
    var covered = 0
    let worlds = 1500
    for _ in 0..<worlds {
      let truths = [0, 1].map { _ in Double.random(in: 0.05...0.95, using: &random) }
      let rates = truths.map { truth in
        let count = Int.random(in: 20...100, using: &random)
        return Rate(
          (0..<count).count { _ in Double.random(in: 0..<1, using: &random) < truth }, of: count)
      }
      let interval = RateDifference(of: rates[0], from: rates[1]).interval
      if interval?.contains(truths[0] - truths[1]) == true { covered += 1 }
    }
    #expect((0.93...0.97).contains(Double(covered) / Double(worlds)))
  }
}

@Suite struct TwoArmDesignTests {
  /// statsmodels 0.15.0, `power_proportions_2indep(effect, reference, n1, ratio)`, where the second
  /// sample, of `ratio * n1`, is the arm to compare with.
  @Test(
    arguments: [
      (0.05, 0.4, 500.0, 1.0, 0.3591601509503914),
      (0.05, 0.4, 900, 1.0 / 9, 0.15582203087807622),
      (-0.1, 0.3, 152, 0.25, 0.28123232670484494), (0.02, 0.57, 4000, 1, 0.441333583855557),
      (0.1, 0.1, 30, 1, 0.18939513344041822),
    ] as [(Double, Double, Double, Double, Double)])
  func `the power is statsmodels'`(
    _ effect: Double, _ reference: Double, _ first: Double, _ ratio: Double, _ power: Double
  ) {
    let design = TwoArmDesign(
      reference: reference, effect: effect, allocation: ratio / (1 + ratio))
    let participants = Int((first * (1 + ratio)).rounded())
    #expect(abs(design.power(participants: participants) - power) < 1e-9)
  }

  /// statsmodels 0.15.0, `samplesize_proportions_2indep_onetail(effect, reference, power, ratio,
  /// alpha=0.05, alternative="two-sided")`, times 1 + ratio.
  @Test(
    arguments: [
      (0.05, 0.4, 0.8, 1.0, 3066.5530464746225), (0.05, 0.4, 0.8, 1.0 / 9, 8549.927896767093),
      (-0.1, 0.3, 0.9, 0.25, 1198.9514257494236), (0.02, 0.57, 0.8, 1, 19117.51298994388),
      (0.15, 0.65, 0.8, 1, 275.82950627110966),
    ] as [(Double, Double, Double, Double, Double)])
  func `the size is statsmodels'`(
    _ effect: Double, _ reference: Double, _ power: Double, _ ratio: Double, _ size: Double
  ) throws {
    let design = TwoArmDesign(
      reference: reference, effect: effect, allocation: ratio / (1 + ratio))
    let participants = try #require(design.participants(power: power))
    #expect(participants == Int(size.rounded(.up)))
    #expect(design.power(participants: participants) >= power)
    #expect(design.power(participants: participants - 2) < power + 0.0005)
  }

  @Test func `an effect leaves no share outside of 0 and 1, and none is never found`() {
    #expect(TwoArmDesign(reference: 0.98, effect: 0.05).effect < 0.0201)
    #expect(TwoArmDesign(reference: 0.5, effect: 0).participants() == nil)
    #expect(TwoArmDesign(reference: 0.5, effect: 0.1).power(participants: 0) == 0)
  }
}
