/// A share with its numerator and denominator.
public struct Rate: Hashable, Sendable {
  /// The number of cases that count.
  public var numerator: Int
  /// The number of cases that could have counted.
  public var denominator: Int

  /// Creates a rate, whose numerator mostly is a part of the denominator (``isPart``).
  public init(_ numerator: Int, of denominator: Int) {
    (self.numerator, self.denominator) = (numerator, denominator)
  }

  /// The numerator over the denominator; `nil` for a denominator of zero.
  public var share: Double? { denominator > 0 ? Double(numerator) / Double(denominator) : nil }

  /// A Boolean value that indicates whether the numerator can be a part of the denominator.
  ///
  /// In the first weeks of an app more subscriptions end than there were at the start, and more
  /// payments are refunded than renewals were paid: no chance out of so many cases, and so without
  /// an interval and a comparison.
  public var isPart: Bool { 0 <= numerator && numerator <= denominator }

  /// The Wilson score interval for 95 % confidence, without continuity correction; `nil` for a
  /// denominator of zero, and for a numerator that is no part of it.
  ///
  /// With *p* of *n* and *z* = 1.96, it is (*p* + *z*²/2*n* ± *z*√(*p*(1 − *p*)/*n* + *z*²/4*n*²))
  /// / (1 + *z*²/*n*): E. B. Wilson, "Probable inference, the law of succession, and statistical
  /// inference", J. Am. Stat. Assoc. 22 (1927), pages 209-212. It stays within 0 and 1 and holds
  /// its confidence for few cases and for shares near 0 and 1, where *p* ± *z*√(*p*(1 − *p*)/*n*)
  /// does not.
  public var interval: ClosedRange<Double>? {
    isPart ? share.map { Rate.interval(around: $0, of: Double(denominator)) } : nil
  }

  /// Returns the Wilson score interval for 95 % confidence around a share of so many cases, which
  /// need not be a whole number.
  static func interval(around share: Double, of count: Double) -> ClosedRange<Double> {
    let z = NormalDistribution.twoSided95
    let width = 1 + z * z / count
    let middle = (share + z * z / (2 * count)) / width
    let spread =
      z * (share * (1 - share) / count + z * z / (4 * count * count)).squareRoot() / width
    let low = share <= 0 ? 0 : max(0, middle - spread)
    let high = share >= 1 ? 1 : min(1, middle + spread)
    return low...max(low, high)
  }

  /// Returns the rate of two groups together.
  public static func + (left: Rate, right: Rate) -> Rate {
    Rate(left.numerator + right.numerator, of: left.denominator + right.denominator)
  }
}
