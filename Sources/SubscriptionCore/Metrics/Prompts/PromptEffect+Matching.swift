extension PromptEffect {
  /// Creates the comparison of the episodes collected.
  ///
  /// Each prompt is compared with the episodes of its slice (risk-set matching: Y. P. Li, K. J.
  /// Propert and P. R. Rosenbaum, "Balanced risk set matching", J. Am. Stat. Assoc. 96 (2001),
  /// pages 870-882), all of them together instead of a drawn few, and the slices are averaged by
  /// the number of prompts in them (direct standardization). So no account counts as prompted
  /// before the prompt, and no episode that was too short for a prompt counts against it. One
  /// episode may count in many slices, and before its own prompt; the variances therefore add what
  /// each episode contributes as a whole (K.-Y. Liang and S. L. Zeger, "Longitudinal data analysis
  /// using generalized linear models", Biometrika 73 (1986), pages 13-22).
  ///
  /// - Complexity: O(*n* + *p*) for *n* episodes and *p* prompts.
  public init(_ observations: Observations) {
    let slices = SliceCounts(observations.unprompted)
    followUp = observations.followUp
    episodes = observations.unprompted.count
    samplingStep = observations.samplingStep
    comparisons = Group.all.indices.compactMap { place in
      slices.comparison(
        Group.all[place], observations.prompted.filter { $0.group == place })
    }
  }
}

/// The episodes not prompted so far in each slice, and those recovered within the follow-up.
private struct SliceCounts {
  fileprivate typealias Unprompted = PromptEffect.Observations.Unprompted

  private var open: [Double] = []
  private var recovered: [Double] = []
  /// The kinds of episodes that differ in their slices; there are few for any number of episodes.
  private var kinds: [(slices: Int, recoveredFrom: Int)] = []
  /// The episodes of each kind.
  private var counts: [Int] = []
  /// For each number of slices, and of those recovered, the number of the kind; -1 for none.
  private var kindNumbers: [Int32]
  /// The most slices recovered, and one.
  private let width: Int

  init(_ episodes: [Unprompted]) {
    width = 1 + episodes.reduce(0) { max($0, $1.gain) }
    let sliceCount = PromptEffect.Observations.sliceCount + 1
    kindNumbers = Array(repeating: 0, count: sliceCount * width)
    for episode in episodes { kindNumbers[place(of: episode)] += 1 }
    // Each episode adds one to a range of slices: its ends are counted, then summed.
    var opened = [Double](repeating: 0, count: sliceCount)
    var recoveries = opened
    for place in kindNumbers.indices {
      guard kindNumbers[place] > 0 else {
        kindNumbers[place] = -1
        continue
      }
      let (slices, gain) = place.quotientAndRemainder(dividingBy: width)
      let count = Int(kindNumbers[place])
      kindNumbers[place] = Int32(kinds.count)
      kinds.append((slices, slices - gain))
      counts.append(count)
      guard slices > 0 else { continue }
      opened[0] += Double(count)
      opened[slices] -= Double(count)
      recoveries[slices - gain] += Double(count)
      recoveries[slices] -= Double(count)
    }
    for slice in opened.indices.dropFirst() {
      opened[slice] += opened[slice - 1]
      recoveries[slice] += recoveries[slice - 1]
    }
    (open, recovered) = (opened, recoveries)
  }

  private func place(of episode: Unprompted) -> Int { episode.slices * width + episode.gain }

  /// Returns the comparison of the prompts of a group; `nil` if none can be compared.
  func comparison(
    _ group: PromptEffect.Group, _ prompts: [PromptEffect.Observations.Prompted]
  ) -> PromptEffect.Comparison? {
    let matched = prompts.filter { open[Int($0.slice)] > 0 }
    guard let last = matched.map(\.slice).max() else { return nil }
    let total = Double(matched.count)
    var weights = [Double](repeating: 0, count: Int(last) + 1)
    for prompt in matched { weights[Int(prompt.slice)] += 1 / total }
    let rate = Rate(matched.count(where: \.isRecovered), of: matched.count)

    // An episode's contribution as one not prompted is the sum over its slices of weight / open,
    // times the difference of its outcome from the slice's share: sums up to each slice answer it,
    // once for all episodes of a kind. The contribution as a prompted one comes on top; a group has
    // one prompt of an episode at most.
    var (expected, gains, losses, reach) = (0.0, [0.0], [0.0], [0.0])
    for (slice, weight) in weights.enumerated() {
      let share = open[slice] > 0 ? recovered[slice] / open[slice] : 0
      let part = open[slice] > 0 ? weight / open[slice] : 0
      expected += weight * share
      gains.append(gains[slice] + part)
      losses.append(losses[slice] + part * share)
      reach.append(reach[slice] + weight)
    }
    let parts = kinds.map { kind in
      let slices = min(kind.slices, weights.count)
      return gains[slices] - gains[min(kind.recoveredFrom, weights.count)] - losses[slices]
    }
    let share = rate.share ?? 0
    var spread = MatchedSpread()
    var others = counts
    for prompt in matched {
      let slice = Int(prompt.slice)
      let kind = Int(kindNumbers[place(of: prompt.episode)])
      others[kind] -= 1
      let own = recovered[slice] / open[slice] - expected
      spread.add(((prompt.isRecovered ? 1 : 0) - share) / total, own / total + parts[kind])
    }
    var unprompted = 0
    for (number, kind) in kinds.enumerated() {
      spread.add(0, parts[number], count: Double(others[number]))
      if reach[min(kind.slices, weights.count)] > 0 { unprompted += counts[number] }
    }
    return PromptEffect.Comparison(
      group: group, prompted: rate, expectedShare: expected, unprompted: unprompted,
      unmatched: prompts.count - matched.count, variance: spread.variance,
      interval: spread.interval(share, of: total, expected, of: Double(unprompted)))
  }
}

/// The variances of two shares and their covariance, summed from the contributions of episodes.
private struct MatchedSpread {
  private var (first, second, both) = (0.0, 0.0, 0.0)

  mutating func add(_ one: Double, _ other: Double, count: Double = 1) {
    first += one * one * count
    second += other * other * count
    both += one * other * count
  }

  /// The variance of the first share minus the second.
  var variance: Double { first + second - 2 * both }

  /// Returns the interval of the difference for 95 % confidence, from the Wilson intervals of both
  /// shares and their correlation.
  ///
  /// Each share's interval is that of the number of independent cases with the same variance, which
  /// are never more than there are episodes: of a few, the variance says too little. The
  /// combination is that of G. Y. Zou and A. Donner, "Construction of confidence limits about
  /// effect measures: a general approach", Statistics in Medicine 27 (2008), pages 1693-1702, which
  /// is Newcombe's (``RateDifference/interval``) without a correlation.
  func interval(
    _ share: Double, of count: Double, _ expected: Double, of others: Double
  ) -> ClosedRange<Double> {
    func around(_ share: Double, _ variance: Double, _ most: Double) -> ClosedRange<Double> {
      let cases = variance > 0 && share > 0 && share < 1 ? share * (1 - share) / variance : most
      return Rate.interval(around: share, of: max(1, min(cases, most)))
    }
    // A share of 0 or 1 has no variance to tell its number of cases.
    let one = around(share, first, count)
    let other = around(expected, second, others)
    let correlation = first > 0 && second > 0 ? both / (first * second).squareRoot() : 0
    func length(_ a: Double, _ b: Double) -> Double {
      max(0, a * a + b * b - 2 * correlation * a * b).squareRoot()
    }
    let difference = share - expected
    let below = length(share - one.lowerBound, other.upperBound - expected)
    let above = length(one.upperBound - share, expected - other.lowerBound)
    return max(-1, difference - below)...min(1, difference + above)
  }
}
