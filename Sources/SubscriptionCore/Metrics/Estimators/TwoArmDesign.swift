/// The size of a randomized comparison of two shares, and its chance of finding a difference.
///
/// The test is ``RateDifference/pValue`` below 0.05, its standard error pooled under equality and
/// unpooled under the difference: J. L. Fleiss, B. Levin and M. C. Paik, "Statistical Methods for
/// Rates and Proportions", third edition (2003), chapter 4, without continuity correction.
public struct TwoArmDesign: Hashable, Sendable {
  /// The share in the arm to compare with, above 0 and below 1.
  public let reference: Double
  /// The difference to find; the other arm's share is ``reference`` plus it.
  public let effect: Double
  /// The part of all participants in the arm to compare with, above 0 and below 1.
  public let allocation: Double

  /// Creates a design; shares are held within 0 and 1, and an effect of zero is never found.
  public init(reference: Double, effect: Double, allocation: Double = 0.5) {
    self.reference = min(1, max(0, reference))
    self.effect = min(1 - self.reference, max(-self.reference, effect))
    self.allocation = allocation
  }

  /// Returns the probability that a comparison of so many participants finds the effect, or the
  /// same in the other direction.
  public func power(participants: Int) -> Double {
    let (pooled, unpooled) = deviations
    guard participants > 0, unpooled > 0 else { return 0 }
    let root = Double(participants).squareRoot()
    let limit = NormalDistribution.twoSided95 * pooled
    func tail(_ effect: Double) -> Double {
      NormalDistribution.upperTail((limit - effect * root) / unpooled)
    }
    return tail(effect) + tail(-effect)
  }

  /// Returns the number of participants of both arms together with which the effect is found with
  /// a probability; `nil` without an effect.
  ///
  /// The chance of a significant result in the wrong direction does not count.
  public func participants(power: Double = 0.8) -> Int? {
    guard effect != 0 else { return nil }
    let (pooled, unpooled) = deviations
    let sum =
      NormalDistribution.twoSided95 * pooled + NormalDistribution.quantile(power) * unpooled
    return Int((sum * sum / (effect * effect)).rounded(.up))
  }

  /// The standard deviations of the difference for one participant in all, if the arms were equal
  /// and as they are.
  private var deviations: (pooled: Double, unpooled: Double) {
    func variance(_ share: Double) -> Double { share * (1 - share) }
    let other = reference + effect
    let pooled = allocation * reference + (1 - allocation) * other
    let equal = variance(pooled) * (1 / allocation + 1 / (1 - allocation))
    let unequal = variance(reference) / allocation + variance(other) / (1 - allocation)
    return (equal.squareRoot(), unequal.squareRoot())
  }
}
