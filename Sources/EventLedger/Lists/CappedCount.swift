/// A number of rows that is counted no further than a cap, so that the count of a filter takes no
/// longer than a screen can wait.
public enum CappedCount: Hashable, Sendable {
  /// The number of rows.
  case exact(Int)
  /// There are more rows than that number, at which counting stopped.
  case over(Int)
  /// There are that many rows at least, when counting took too long.
  case atLeast(Int)

  /// The number of rows that are there for certain.
  public var number: Int {
    switch self {
    case .exact(let number), .over(let number), .atLeast(let number): number
    }
  }

  /// The number of rows; `nil` where counting stopped.
  public var exact: Int? { if case .exact(let number) = self { number } else { nil } }

  /// Creates a count of rows of which no more than one beyond the cap were counted; a cap below 0
  /// counts as 0.
  public init(_ number: Int, atMost cap: Int) {
    self = number > max(0, cap) ? .over(max(0, cap)) : .exact(number)
  }

  /// Adds the rows of another count.
  public static func + (left: CappedCount, right: CappedCount) -> CappedCount {
    let sum = left.number + right.number
    return switch (left, right) {
    case (.exact, .exact): .exact(sum)
    case (.over, _), (_, .over): .over(sum)
    case (.atLeast, _), (_, .atLeast): .atLeast(sum)
    }
  }
}

extension CappedCount: ExpressibleByIntegerLiteral {
  /// Creates an exact count.
  public init(integerLiteral value: Int) { self = .exact(value) }
}
