import Glibc

/// The difference of two independent rates, with its interval and test.
public struct RateDifference: Hashable, Sendable {
  /// The rate from which the other one is subtracted.
  public let rate: Rate
  /// The rate to compare with.
  public let reference: Rate

  /// Creates the difference of a rate and a reference.
  public init(of rate: Rate, from reference: Rate) {
    (self.rate, self.reference) = (rate, reference)
  }

  /// The first share minus the reference's; `nil` if either denominator is zero.
  public var difference: Double? {
    guard let share = rate.share, let other = reference.share else { return nil }
    return share - other
  }

  /// Newcombe's hybrid score interval for 95 % confidence; `nil` if either rate has none.
  ///
  /// With the Wilson intervals *l*...*u* of both shares *p*, the lower end is *d* −
  /// √((*p*₁ − *l*₁)² + (*u*₂ − *p*₂)²) and the upper one *d* + √((*u*₁ − *p*₁)² + (*p*₂ − *l*₂)²):
  /// method 10 of R. G. Newcombe, "Interval estimation for the difference between independent
  /// proportions", Statistics in Medicine 17 (1998), pages 873-890.
  public var interval: ClosedRange<Double>? {
    guard let first = rate.share, let second = reference.share, let around = rate.interval,
      let aroundSecond = reference.interval
    else { return nil }
    func length(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }
    let difference = first - second
    let below = length(first - around.lowerBound, aroundSecond.upperBound - second)
    let above = length(around.upperBound - first, second - aroundSecond.lowerBound)
    return max(-1, difference - below)...min(1, difference + above)
  }

  /// The probability of a difference at least this large if both rates were equal in truth; `nil`
  /// if either denominator is zero or either numerator no part of it.
  ///
  /// It is the two-sided *z* test with pooled variance, the same as Pearson's chi-squared test
  /// without continuity correction. It can disagree with ``interval`` at the edge; decisions follow
  /// the interval.
  public var pValue: Double? {
    guard let difference, rate.isPart, reference.isPart, let pooled = (rate + reference).share
    else { return nil }
    let spread = pooled * (1 - pooled)
    guard spread > 0 else { return 1 }
    let scale = 1 / Double(rate.denominator) + 1 / Double(reference.denominator)
    return NormalDistribution.twoSidedTail(difference / (spread * scale).squareRoot())
  }

  /// A Boolean value that indicates whether the interval excludes zero and, of few cases, Fisher's
  /// exact test finds as much.
  ///
  /// An interval says too much of few cases: 1 of 1 against 0 of 3 excludes zero, and chance alone
  /// does that one time in four. Cases are few if any of the four counts is expected to be below 5:
  /// W. G. Cochran, "Some methods for strengthening the common χ² tests", Biometrics 10 (1954),
  /// pages 417-451. Of two windows between which nothing changed, one pair in 20 is more than noise
  /// by chance.
  public var isMoreThanNoise: Bool {
    guard let interval, interval.lowerBound > 0 || interval.upperBound < 0 else { return false }
    return !isOfFewCases || exactPValue < 0.05
  }

  /// The probability by which many differences are compared: Fisher's for few cases, otherwise
  /// ``pValue``; `nil` where that is.
  var testPValue: Double? { isOfFewCases && pValue != nil ? exactPValue : pValue }

  /// A Boolean value that indicates whether a count of the fourfold table is expected to be below
  /// 5.
  private var isOfFewCases: Bool {
    let all = rate + reference
    let least = min(rate.denominator, reference.denominator)
    let rarer = min(all.numerator, all.denominator - all.numerator)
    return Double(least) * Double(rarer) < 5 * Double(all.denominator)
  }

  /// The two-sided *p* value of Fisher's exact test: the probability, with the sums of the fourfold
  /// table fixed, of a table that is no more likely than this one; 1 where the counts make no
  /// table.
  ///
  /// - Complexity: O(*n*) for the smallest sum *n* of the table.
  public var exactPValue: Double {
    guard rate.isPart, reference.isPart else { return 1 }
    let all = rate + reference
    func factorial(_ number: Int) -> Double { lgamma(Double(number + 1)).0 }
    func ways(_ chosen: Int, _ count: Int) -> Double {
      factorial(count) - factorial(chosen) - factorial(count - chosen)
    }
    let allWays = ways(all.numerator, all.denominator)
    func weight(_ numerator: Int) -> Double {
      ways(numerator, rate.denominator) + ways(all.numerator - numerator, reference.denominator)
        - allWays
    }
    let possible =
      max(0, all.numerator - reference.denominator)...min(rate.denominator, all.numerator)
    // Tables that are as likely as this one differ from it by rounding alone.
    let limit = weight(rate.numerator) + 1e-7
    return min(1, possible.map(weight).filter { $0 <= limit }.map(exp).reduce(0, +))
  }
}
