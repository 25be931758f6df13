import SubscriptionCore

extension Formatting {
  /// A share as `43.2 %`, rounded to the nearest, exactly; `nil` of nothing.
  static func percent(_ rate: Rate) -> String? {
    guard rate.denominator > 0 else { return nil }
    // Beyond that the sums below do not fit into an integer.
    let highest = Int.max / 4000
    guard rate.numerator <= highest, rate.denominator <= highest else {
      return rate.share.map(percent)
    }
    return tenths((2000 * rate.numerator + rate.denominator) / (2 * rate.denominator))
  }

  /// A share between 0 and 1 as `43.2 %`.
  static func percent(_ share: Double) -> String { tenths(Int((share * 1000).rounded())) }

  /// An interval of shares as `40.1-46.2`.
  static func percents(_ range: ClosedRange<Double>) -> String {
    [range.lowerBound, range.upperBound].map { String(percent($0).dropLast(2)) }
      .joined(separator: "-")
  }

  /// A share between 0 and 1 as `43 %`.
  static func wholePercent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

  private static func tenths(_ value: Int) -> String {
    "\(count(value / 10)).\(value.magnitude % 10) %"
  }
}
