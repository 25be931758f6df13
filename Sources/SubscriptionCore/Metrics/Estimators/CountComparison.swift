/// A count of events beside that of an earlier time of the same length.
///
/// Events such as failures of payment happen independently of each other, so each count is taken to
/// be one of Poisson's. Were both times equal in truth, each of the events would fall into either
/// with probability one half: the test is the exact binomial one of all events together
/// (J. Przyborowski and H. Wilenski, "Homogeneity of results in testing samples from Poisson
/// series", Biometrika 31 (1940), pages 313-323).
public struct CountComparison: Hashable, Sendable {
  /// The count.
  public let count: Int
  /// The count of the earlier time.
  public let earlier: Int

  /// Creates the comparison of a count with an earlier one.
  public init(_ count: Int, against earlier: Int) {
    (self.count, self.earlier) = (max(0, count), max(0, earlier))
  }

  /// The probability of counts at least this far apart if both times were equal in truth.
  ///
  /// - Complexity: O(√*n*) for *n* events.
  public var pValue: Double {
    let all = BinomialDistribution(trials: count + earlier, probability: 0.5)
    return min(1, 2 * all.probability(atMost: min(count, earlier)))
  }

  /// The direction of a change that is more than noise at 95 %.
  public var change: MetricChange {
    guard count != earlier, pValue < 0.05 else { return .noise }
    return count > earlier ? .up : .down
  }
}

extension MetricChange {
  /// The change of a count in words, for example `unusually many`; empty for noise.
  public var ofCount: String {
    switch self {
    case .up: "unusually many"
    case .down: "unusually few"
    case .noise: ""
    }
  }
}

extension MetricsReport {
  /// The failures of the window beside those of the window before; `nil` where the ledger does not
  /// know all of the latter.
  public var failedComparison: CountComparison? {
    failedBefore.map { CountComparison(failed, against: $0) }
  }
}
