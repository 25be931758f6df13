/// A binomial distribution: the number of successes in independent trials of equal probability.
///
/// Probabilities are computed by recurrence from the mode outwards and scaled by their sum, which
/// needs no factorials; those below 1e-20 of the mode's are left out.
struct BinomialDistribution {
  /// The smallest number of successes whose probability counts.
  private let first: Int
  /// The probabilities from ``first`` on, not yet divided by their sum.
  private let weights: [Double]
  private let total: Double

  /// Creates the distribution of the successes in a number of trials.
  ///
  /// - Complexity: O(√*n*) for *n* trials.
  init(trials: Int, probability: Double) {
    let odds = probability / (1 - probability)
    let mode = min(trials, Int(Double(trials + 1) * probability))
    var below: [Double] = []
    var weight = 1.0
    var successes = mode
    while successes > 0, weight > 1e-20 {
      weight *= Double(successes) / (Double(trials - successes + 1) * odds)
      below.append(weight)
      successes -= 1
    }
    first = successes
    var above: [Double] = []
    (weight, successes) = (1, mode)
    while successes < trials, weight > 1e-20 {
      weight *= Double(trials - successes) / Double(successes + 1) * odds
      above.append(weight)
      successes += 1
    }
    weights = below.reversed() + [1] + above
    total = weights.reduce(0, +)
  }

  /// Returns the probability of so many successes or fewer.
  func probability(atMost successes: Int) -> Double {
    guard successes >= first else { return 0 }
    return weights.prefix(successes - first + 1).reduce(0, +) / total
  }

  /// Returns the smallest number of successes that is not exceeded with at least a probability.
  func quantile(_ probability: Double) -> Int {
    var sum = 0.0
    for (offset, weight) in weights.enumerated() {
      sum += weight
      if sum >= probability * total { return first + offset }
    }
    return first + weights.count - 1
  }
}
