/// The distribution of the time from failure to payment among episodes that were recovered.
///
/// It describes the recovered episodes of closed cohorts: where some are still open, the late
/// recoveries are missing, and ``CumulativeIncidence`` answers instead.
public struct TimeToRecovery: Sendable {
  /// The number of recovered episodes.
  public let count: Int
  private let durations: EpisodeDurations
  private let steps: [(step: Int64, count: Int)]

  /// Creates the distribution of the recovered among some episodes; the others are left out.
  ///
  /// - Complexity: O(*m* log *m*) for *m* different times.
  public init(_ durations: EpisodeDurations) {
    self.durations = durations
    var (steps, count) = ([(step: Int64, count: Int)](), 0)
    durations.forEachRecovery { step, number in
      steps.append((step, number))
      count += number
    }
    (self.steps, self.count) = (steps, count)
  }

  /// Returns the shortest time within which a fraction of the recovered episodes were paid, with
  /// its 95 % interval; `nil` without an episode.
  ///
  /// The interval lies between two of the observed times, whose ranks are the 2.5 % quantile of the
  /// binomial distribution with that fraction, and one above the 97.5 % quantile. It assumes no
  /// form of the distribution and holds its confidence for any number: W. J. Conover, "Practical
  /// Nonparametric Statistics", third edition (1999), chapter 3. Where the rank falls outside of
  /// the data, the end is missing.
  ///
  /// - Complexity: O(√*n* + *m*) for *n* episodes with *m* different times.
  public func quantile(_ numerator: Int, of denominator: Int) -> TimeEstimate? {
    guard count > 0, (1..<denominator).contains(numerator) else { return nil }
    let ranks = BinomialDistribution(
      trials: count, probability: Double(numerator) / Double(denominator))
    let rank = (count * numerator + denominator - 1) / denominator
    guard let time = time(rank: rank) else { return nil }
    return TimeEstimate(
      time: time, earliest: self.time(rank: ranks.quantile(0.025)),
      latest: self.time(rank: ranks.quantile(0.975) + 1))
  }

  /// Returns the numbers of episodes that were paid on each day of 24 hours since the failure, the
  /// first day first.
  public func byDay() -> [Int] {
    steps.reduce(into: []) { days, step in
      let day = durations.time(step.step).wholeDays
      if day >= days.count { days += Array(repeating: 0, count: day - days.count + 1) }
      days[day] += step.count
    }
  }

  /// Returns the time of the episode with a rank, 1 being the fastest; `nil` if there is none.
  private func time(rank: Int) -> Duration? {
    guard rank >= 1 else { return nil }
    var sum = 0
    for step in steps {
      sum += step.count
      if sum >= rank { return durations.time(step.step) }
    }
    return nil
  }
}
