import Glibc

/// The Aalen-Johansen estimate of the share of episodes that each cause has ended by a time since
/// the failure, open episodes included.
///
/// At each time *t* of an outcome with *n* episodes still followed, of which *d* end, *d*ₖ of them
/// by cause *k*, the share of the cause grows by *S*(*t*−) *d*ₖ/*n*, where *S* is the share that is
/// still open (Kaplan-Meier, over all causes). An episode that is open when last seen counts among
/// the *n* up to that time and no longer; outcomes come before it at the same time. O. Aalen and
/// S. Johansen, "An empirical transition matrix for non-homogeneous Markov chains based on censored
/// observations", Scand. J. Statist. 5 (1978), pages 141-150. To treat the other causes as censored
/// (1 − Kaplan-Meier) would claim more recoveries than there are.
public struct CumulativeIncidence: Sendable {
  /// A cause that ends episodes.
  public typealias Cause = EpisodeDurations.Cause

  /// An estimated share at one time.
  public struct Estimate: Hashable, Sendable {
    /// The share.
    public var share: Double
    /// The variance of the share, of the Greenwood type.
    public var variance: Double
    /// The interval for 95 % confidence.
    public var interval: ClosedRange<Double>
  }

  /// The state after the outcomes of one time.
  struct Step {
    /// The time in steps.
    var step: Int64
    /// The number of episodes followed up to it.
    var atRisk: Int
    /// The number of episodes that ended by then.
    var ended: Int
    /// The share still open.
    var open: Double
    /// The share that each cause has ended.
    var incidence: SIMD4<Double>
    /// The sums that the variance of each share follows from.
    var sums: VarianceSums
    /// The variance of each share.
    var variance: SIMD4<Double> { sums.variance(of: incidence) }
  }

  /// The number of episodes.
  public let count: Int
  let durations: EpisodeDurations
  let steps: [Step]

  /// Creates the estimate from the times of episodes.
  ///
  /// The variance is the delta method's on the binomial variances at each time (D. Collett,
  /// "Modelling Survival Data in Medical Research", third edition (2015), page 411): Σ(*F* − *F*ᵢ)²
  /// *d*/*n*(*n* − *d*) + Σ*S*² *d*ₖ(*n* − *d*ₖ)/*n*³ − 2Σ(*F* − *F*ᵢ)*S* *d*ₖ/*n*². Without open
  /// episodes it is *F*(1 − *F*)/*n*.
  ///
  /// - Parameters:
  ///   - durations: The times.
  ///   - times: The times that will be asked for, ascending; `nil` for any.
  /// - Complexity: O(*m* log *m*) for *m* different times; one pass carries the sums.
  public init(_ durations: EpisodeDurations, at times: [Duration]? = nil) {
    (self.durations, count) = (durations, durations.count)
    let asked = times.map { $0.map { durations.lastStep(by: $0) } }
    var next = 0
    var (atRisk, ended, open) = (count, 0, 1.0)
    var shares = SIMD4<Double>.zero
    var sums = VarianceSums()
    var steps: [Step] = []
    // Of the steps between two times that are asked for, the first and the last are needed.
    var latest: (step: Int64, atRisk: Int, isKept: Bool)?
    func keep(_ step: Int64, _ atRisk: Int) {
      steps.append(
        Step(step: step, atRisk: atRisk, ended: ended, open: open, incidence: shares, sums: sums))
    }
    durations.forEachStep { step, counts in
      var isNeeded = asked == nil || latest == nil
      if let asked {
        while next < asked.count, asked[next] < step { (next, isNeeded) = (next + 1, true) }
      }
      if isNeeded, let latest, !latest.isKept { keep(latest.step, latest.atRisk) }
      let outcomes = counts.ended.wrappedSum()
      let hazards = SIMD4<Double>(counts.ended) / Double(atRisk)
      shares += open * hazards
      sums.add(counts.ended, of: atRisk, open: open, shares: shares)
      ended += outcomes
      open = outcomes == atRisk ? 0 : open * (1 - Double(outcomes) / Double(atRisk))
      if isNeeded { keep(step, atRisk) }
      latest = (step, atRisk, isNeeded)
      atRisk -= outcomes + counts.open
    }
    if let latest, !latest.isKept { keep(latest.step, latest.atRisk) }
    self.steps = steps
  }

  /// Returns the number of episodes that were followed up to a time.
  ///
  /// - Complexity: O(log *m*) for *m* different times.
  public func atRisk(at time: Duration) -> Int {
    let next = steps.partitioningIndex { durations.time($0.step) >= time }
    return next < steps.count ? steps[next].atRisk : 0
  }

  /// Returns the share of episodes that a cause has ended by a time; `nil` without an episode, and
  /// for a time up to which no episode was followed unless all have ended.
  ///
  /// The interval is symmetric for log(−log *F*), as J. D. Kalbfleisch and R. L. Prentice
  /// propose ("The Statistical Analysis of Failure Time Data", 1980), so it stays within 0 and 1.
  /// At shares of 0 and 1, where the variance is 0, it is the Wilson interval of the episodes whose
  /// fate at that time is known.
  ///
  /// - Complexity: O(log *m*) for *m* different times.
  public func estimate(of cause: Cause, at time: Duration) -> Estimate? {
    guard let place = place(at: time) else { return nil }
    let known = atRisk(at: time + .milliseconds(1))
    guard place >= 0 else {
      return Estimate(share: 0, variance: 0, interval: Rate(0, of: known).interval ?? 0...1)
    }
    return estimate(of: cause, in: steps[place], following: known)
  }

  /// Returns the index of the last step by a time, -1 before the first; `nil` if no estimate is
  /// known for the time.
  private func place(at time: Duration) -> Int? {
    guard let last = steps.last, durations.time(last.step) >= time || last.open == 0 else {
      return nil
    }
    return steps.partitioningIndex { durations.time($0.step) > time } - 1
  }

  /// Returns the estimate of a step, with the number of episodes that are followed for longer.
  func estimate(of cause: Cause, in step: Step, following: Int) -> Estimate {
    let known = step.ended + following
    let share = min(1, step.incidence[cause.rawValue])
    let variance = max(0, step.variance[cause.rawValue])
    guard share > 0, share < 1, variance > 0 else {
      let rate = Rate(Int((share * Double(known)).rounded()), of: known)
      return Estimate(share: share, variance: variance, interval: rate.interval ?? 0...1)
    }
    let width = NormalDistribution.twoSided95 * variance.squareRoot() / (share * log(share))
    let low = exp(log(share) * exp(-width))
    let high = exp(log(share) * exp(width))
    return Estimate(share: share, variance: variance, interval: low...high)
  }
}

/// The running sums from which the variance at every time follows in constant time.
struct VarianceSums {
  private var (square, linear, constant) = (0.0, SIMD4<Double>.zero, SIMD4<Double>.zero)

  /// Adds the outcomes of one time; `open` is the share open before and `shares` those after.
  mutating func add(
    _ ended: SIMD4<Int>, of atRisk: Int, open: Double, shares: SIMD4<Double>
  ) {
    let (count, all) = (Double(atRisk), Double(ended.wrappedSum()))
    // If all end, nothing follows whose difference from these shares could count.
    let greenwood = all < count ? all / (count * (count - all)) : 0
    let outcomes = SIMD4<Double>(ended)
    let covariance = open * outcomes / (count * count)
    let own = open * open * outcomes * (count - outcomes) / (count * count * count)
    square += greenwood
    linear += greenwood * shares + covariance
    constant += greenwood * shares * shares + own + 2 * shares * covariance
  }

  /// Returns the variances of the shares.
  func variance(of shares: SIMD4<Double>) -> SIMD4<Double> {
    square * shares * shares - 2 * shares * linear + constant
  }
}

extension Array {
  /// Returns the index of the first element that satisfies a test which holds for all after it.
  func partitioningIndex(where test: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if test(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
