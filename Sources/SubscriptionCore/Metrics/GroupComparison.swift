/// The comparison of a group's rate with that of all other subscriptions, which allows for the
/// number of groups that are compared.
///
/// Of twenty groups that are equal in truth, one differs from the rest at 95 % by chance. So the
/// probabilities of all groups are adjusted by Holm's method: the smallest is multiplied by the
/// number of groups, the next by one less, and so on, and none is smaller than the one before. Of
/// the marks of one metric, whichever and however many there are, one is wrong at most one time in
/// twenty: S. Holm, "A simple sequentially rejective multiple test procedure", Scand. J. Statist. 6
/// (1979), pages 65-70.
public struct GroupComparison: Hashable, Sendable {
  /// The standing of a group among the others; the JSON contract fixes the raw values.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// The rate is higher than that of the rest by more than noise.
    case higher
    /// The rate is lower than that of the rest by more than noise.
    case lower
    /// The rate differs from that of the rest by no more than noise.
    case noise
    /// The group is so small that no result of it would differ by more than noise.
    case few
  }

  /// The rate of all others.
  public var rest: Rate
  /// The probability of a difference at least this large if there were none, adjusted for the
  /// number of groups.
  public var pValue: Double
  /// The standing of the group.
  public var verdict: Verdict

  /// Creates a comparison.
  public init(rest: Rate, pValue: Double, verdict: Verdict) {
    (self.rest, self.pValue, self.verdict) = (rest, pValue, verdict)
  }

  /// Compares the rates of groups with that of the whole that they belong to.
  ///
  /// Groups may overlap, as those of tags do: the rest of each is the whole without it.
  ///
  /// - Parameters:
  ///   - rates: The rates.
  ///   - whole: The rate of all together.
  ///   - count: The number of groups that there are, of which `rates` may be a part.
  /// - Returns: The comparisons in the order of the rates; `nil` for a group or a rest without a
  ///   case, or whose numerator is no part of its denominator.
  public static func compare(
    _ rates: [Rate], with whole: Rate, of count: Int
  ) -> [GroupComparison?] {
    let rests = rates.map { rate -> Rate? in
      let rest = Rate(
        whole.numerator - rate.numerator, of: whole.denominator - rate.denominator)
      let arePart = rate.isPart && rest.isPart
      return arePart && rest.denominator > 0 && rate.denominator > 0 ? rest : nil
    }
    let differences = zip(rates, rests).map { rate, rest in
      rest.map { RateDifference(of: rate, from: $0) }
    }
    // Two groups that make up the whole are one comparison.
    let cases = rates.filter { $0.denominator > 0 }
    let isPair = count == 2 && cases.count == 2 && cases[0] + cases[1] == whole
    let comparisons = isPair ? 1 : max(count, cases.count)
    let adjusted = adjusted(differences.map { $0?.testPValue }, of: comparisons)
    return differences.indices.map { place in
      guard let difference = differences[place], let pValue = adjusted[place] else { return nil }
      return GroupComparison(
        rest: difference.reference, pValue: pValue,
        verdict: verdict(of: difference, pValue, of: comparisons))
    }
  }

  private static func verdict(
    of difference: RateDifference, _ pValue: Double, of comparisons: Int
  ) -> Verdict {
    if pValue < significance {
      return difference.difference.map { $0 > 0 } ?? false ? .higher : .lower
    }
    return difference.rate.denominator <= fewMax && !canDiffer(difference, of: comparisons)
      ? .few : .noise
  }

  /// Returns a Boolean value that indicates whether none or all of a group's cases would be more
  /// than noise.
  private static func canDiffer(_ difference: RateDifference, of comparisons: Int) -> Bool {
    let count = difference.rate.denominator
    return [0, count].contains { numerator in
      let extreme = RateDifference(of: Rate(numerator, of: count), from: difference.reference)
      return Double(comparisons) * (extreme.testPValue ?? 1) < significance
    }
  }

  /// The probability below which a difference is more than noise.
  private static let significance = 0.05
  /// The most cases of a group that can be too few.
  private static let fewMax = 50

  /// Returns probabilities adjusted by Holm's method.
  ///
  /// - Parameters:
  ///   - pValues: The probabilities; `nil` where nothing is compared.
  ///   - count: The number of comparisons; those beyond the probabilities count as equal rates.
  /// - Returns: The adjusted probabilities in the same order.
  static func adjusted(_ pValues: [Double?], of count: Int) -> [Double?] {
    var (result, least) = (pValues, 0.0)
    let order = pValues.indices.filter { pValues[$0] != nil }
      .sorted { (pValues[$0] ?? 1) < (pValues[$1] ?? 1) }
    for (rank, place) in order.enumerated() {
      least = max(least, min(1, Double(max(1, count - rank)) * (pValues[place] ?? 1)))
      result[place] = least
    }
    return result
  }
}

extension MetricFigure {
  /// The standing of a group's rate in a word: `worse` or `better` than the rest by more than
  /// noise (`higher` or `lower` where neither is good), `noise`, or `few` for too small a group;
  /// `nil` where nothing is compared.
  public var standing: String? {
    guard let comparison else { return nil }
    return switch (comparison.verdict, metric.favors) {
    case (.higher, .up), (.lower, .down): "better"
    case (.higher, .down), (.lower, .up): "worse"
    case (.higher, .neutral): "higher"
    case (.lower, .neutral): "lower"
    case (.noise, _): "noise"
    case (.few, _): "few"
    }
  }

  /// A Boolean value that indicates whether a group's rate is worse than that of the rest by more
  /// than noise.
  public var isWorse: Bool { standing == "worse" }
}

// MARK: Reports

extension [MetricsReport.Group] {
  /// Compares each rate of the groups with that of the rest; weeks, which differ in age and of
  /// which the first begins before the window, are not compared.
  ///
  /// - Parameters:
  ///   - whole: The figures of all.
  ///   - grouping: The property that the groups are of.
  ///   - count: The number of groups with an episode, listed or not; those without one count for
  ///     the metrics of which they have a case.
  mutating func compare(with whole: [MetricFigure], by grouping: MetricsGrouping?, of count: Int) {
    guard grouping != .cohort else { return }
    for figure in whole {
      guard case .rate(let all) = figure.value else { continue }
      let places = indices.compactMap { group in
        self[group].figures.firstIndex { $0.metric == figure.metric }.map { (group, $0) }
      }
      let rates = places.map { group, place -> Rate in
        if case .rate(let rate) = self[group].figures[place].value { rate } else { Rate(0, of: 0) }
      }
      let others = zip(places, rates).count { place, rate in
        self[place.0].failed == 0 && rate.denominator > 0
      }
      let comparisons = GroupComparison.compare(rates, with: all, of: count + others)
      for ((group, place), comparison) in zip(places, comparisons) {
        self[group].figures[place].comparison = comparison
      }
    }
  }

  /// The groups whose recovery is worse than that of the rest by more than noise first, then the
  /// others, those that are too small to tell, and those in which no renewal failed; among equals
  /// the lowest recovery rate first, by the upper end of its interval: the best that it can be at
  /// 95 %.
  ///
  /// So a group of a few failures is not the first by chance.
  var worstFirst: [MetricsReport.Group] {
    map { ($0.recoveryRank, $0) }.sorted { left, right in
      left.0 != right.0
        ? left.0 < right.0
        : (right.1.failed, left.1.name) < (left.1.failed, right.1.name)
    }.map(\.1)
  }
}

extension MetricsReport.Group {
  /// The place of the group's recovery rate among those of other groups, the worst first.
  fileprivate var recoveryRank: (Int, Double) {
    guard failed > 0 else { return (3, 1) }
    guard let figure = self[.recoveryRate], case .rate(let rate) = figure.value else {
      return (2, 1)
    }
    let rank =
      switch figure.comparison?.verdict {
      case .lower: 0
      case .higher, .noise, nil: 1
      case .few: 2
      }
    return (rank, rate.interval?.upperBound ?? 1)
  }
}

extension MetricsReport {
  /// A sentence about the counts that are in none of the groups; `nil` where there are none.
  public var unlistedSentence: String? {
    guard let unlisted else { return nil }
    let parts = [
      (unlisted.failed, "failed renewal"), (unlisted.renewals, "paid renewal"),
      (unlisted.ends, "end"), (unlisted.subscriptions, "subscription"),
    ].compactMap { count, noun in
      count.flatMap { $0 > 0 ? CountText.of($0, noun) : nil }
    }
    guard unlisted.groups > 0 || !parts.isEmpty else { return nil }
    let groups =
      unlisted.groups > 0
      ? "\(CountText.of(unlisted.groups, "more group")) \(unlisted.groups == 1 ? "is" : "are")"
      : "Groups without a failure are"
    return "\(groups) not listed"
      + (parts.isEmpty ? "." : "; what is not listed has \(parts.listed).")
  }

  /// The metrics whose rank among groups the sentences state.
  private static let told: [Metric] = [.recoveryRate, .billingFailureRate]
  /// The most groups that a sentence names.
  private static let namedMax = 3

  /// The sentences that name the groups that differ from the rest by more than noise; empty without
  /// groups, and where they are not compared.
  ///
  /// - Parameter name: Returns the name of a group for people, which is text from outside.
  /// - Returns: A sentence for each of the recovery rate and the billing failure rate.
  public func groupSentences(name: (Group) -> String) -> [String] {
    Self.told.compactMap { metric in
      let compared = groups.compactMap { group in
        group[metric]?.standing.map { (name: name(group), standing: $0) }
      }
      guard !compared.isEmpty else { return nil }
      let parts = ["worse", "better"].compactMap { standing -> String? in
        let names = compared.filter { $0.standing == standing }.map(\.name)
        guard !names.isEmpty else { return nil }
        let rest = names.count - Self.namedMax
        return "\(standing) than the rest by more than noise: "
          + names.prefix(Self.namedMax).joined(separator: ", ")
          + (rest > 0 ? " and \(rest) more" : "")
      }
      let words = parts.isEmpty ? "none differs from the rest by more than noise" : nil
      return "\(metric.title): \(words ?? parts.joined(separator: "; "))."
    }
  }
}
