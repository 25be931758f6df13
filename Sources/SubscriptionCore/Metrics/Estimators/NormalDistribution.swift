import Glibc

/// The standard normal distribution.
enum NormalDistribution {
  /// The quantile that a two-sided 95 % interval reaches on each side, about 1.96.
  static let twoSided95 = quantile(0.975)

  /// Returns the probability of a value above `z`, from the complementary error function.
  static func upperTail(_ z: Double) -> Double { erfc(z / 2.0.squareRoot()) / 2 }

  /// Returns the probability of a value at least as far from zero as `z`.
  static func twoSidedTail(_ z: Double) -> Double { erfc(z.magnitude / 2.0.squareRoot()) }

  /// Returns the value below which a share of the distribution lies.
  ///
  /// The upper tail is bisected until no number lies between the bounds, so the result is as exact
  /// as `erfc`.
  ///
  /// - Parameter share: A number above 0 and below 1.
  /// - Returns: The quantile.
  /// - Complexity: O(1), about 60 evaluations of `erfc`.
  static func quantile(_ share: Double) -> Double {
    // The tail of the smaller share keeps more digits.
    if share < 0.5 { return -quantile(1 - share) }
    let tail = 1 - share
    var (low, high) = (0.0, 40.0)
    while true {
      let middle = (low + high) / 2
      guard low < middle, middle < high else { return middle }
      if upperTail(middle) > tail { low = middle } else { high = middle }
    }
  }
}
