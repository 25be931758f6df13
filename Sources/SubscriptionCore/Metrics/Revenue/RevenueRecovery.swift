/// The money of failed renewals in one currency, and the part of it that was recovered.
///
/// Each failed renewal is weighed by its price, so that the share can differ from the recovery
/// rate: expensive plans recover more rarely than cheap ones, or more often.
public struct RevenueRecovery: Hashable, Sendable {
  /// The sum of the prices of the failed renewals, in millionths.
  public var failed: Int64 = 0
  /// The part of ``failed`` that was paid after all.
  public var recovered: Int64 = 0
  /// The sum of the squares of the prices, which the interval needs.
  public var squares: Int128 = 0

  /// Creates the money of no renewal.
  public init() {}

  /// Adds a number of failed renewals with one price.
  public mutating func add(_ price: Money, isRecovered: Bool, count: Int = 1) {
    let sum = price.micros.multipliedClamped(by: Int64(count))
    failed = failed.addingClamped(sum)
    if isRecovered { recovered = recovered.addingClamped(sum) }
    let square = Int128(price.micros) * Int128(price.micros)
    let (squares, overflow) = square.multipliedReportingOverflow(by: Int128(count))
    addSquares(overflow ? .max : squares)
  }

  /// Adds the money of other renewals in the same currency.
  public static func += (left: inout RevenueRecovery, right: RevenueRecovery) {
    left.failed = left.failed.addingClamped(right.failed)
    left.recovered = left.recovered.addingClamped(right.recovered)
    left.addSquares(right.squares)
  }

  private mutating func addSquares(_ other: Int128) {
    let (sum, overflow) = squares.addingReportingOverflow(other)
    squares = overflow ? .max : sum
  }

  /// The recovered part of the money that failed; `nil` where none failed.
  public var share: Double? { failed > 0 ? Double(recovered) / Double(failed) : nil }

  /// The 95 % interval of the share; `nil` where no money failed.
  ///
  /// It is the Wilson interval (``Rate/interval``) of the number of equal renewals that say as
  /// much: the square of the sum of the prices over the sum of their squares, which L. Kish calls
  /// the effective sample size ("Survey Sampling", 1965). With equal prices it is the interval of
  /// the recovery rate.
  public var interval: ClosedRange<Double>? {
    guard let share, squares > 0 else { return nil }
    return Rate.interval(
      around: share, of: Double(failed) * Double(failed) / Double(squares))
  }
}
