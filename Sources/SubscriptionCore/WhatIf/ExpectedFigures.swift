/// The recovery to be expected of the replayed episodes under both policies.
///
/// The expectation is for the episodes replayed: each counts with the probability that it is paid
/// within its windows, open ones included.
public struct ExpectedFigures: Hashable, Sendable {
  /// An expected number of episodes with its 95 % confidence band.
  public struct Count: Hashable, Sendable {
    /// The expected number.
    public var value = 0.0
    /// The lower end of the band.
    public var low = 0.0
    /// The upper end of the band.
    public var high = 0.0

    /// The number and its band in whole episodes.
    public var rounded: (value: Int, low: Int, high: Int) {
      (Int(value.rounded()), Int(low.rounded()), Int(high.rounded()))
    }
  }

  /// The expected figures under one policy.
  public struct Side: Hashable, Sendable {
    /// The episodes paid in grace.
    public var recoveredInGrace = Count()
    /// The episodes paid after loss of access.
    public var recoveredInHold = Count()
    /// The episodes paid at all.
    public var recovered = Count()
    /// The episodes that end otherwise before the retries do, as by a cancellation.
    public var endedOtherwise = 0.0
    /// The episodes that run out.
    public var ranOut = 0.0
    /// The expected revenue; what is paid at an unknown price is not part of it.
    public var revenue = MoneySums()
    /// The episodes whose retries end later than any episode was followed; what is paid after that
    /// is not part of the figures.
    public var beyondObserved = 0
  }

  /// The figures under the policy in force.
  public var current = Side()
  /// The figures under the candidate.
  public var candidate = Side()
  /// The additional episodes that are paid in grace.
  public var moreInGrace = Count()
  /// The additional episodes that are paid after loss of access.
  public var moreInHold = Count()
  /// The additional episodes that are paid at all.
  public var moreRecovered = Count()
  /// The longest time for which an episode was followed.
  public var followedFor = Duration.zero
  /// The longest time for which an episode was followed of those that recover at the same pace as
  /// the ones of ``Side/beyondObserved``; the least if these are of several paces, `nil` for none.
  public var followedBeforeBeyond: Duration?
  /// The number of resamplings behind the bands.
  public var resamplings = 0
}

/// The sums of one resampling: the episodes paid in grace, and paid at all.
struct ExpectedSums: Hashable, Sendable {
  var graceCurrent = 0.0
  var graceCandidate = 0.0
  var retryCurrent = 0.0
  var retryCandidate = 0.0
}

extension ExpectedFigures {
  /// Sets the bands: from the 2.5th to the 97.5th percentile of the resamplings.
  mutating func setBands(by draws: [ExpectedSums]) {
    resamplings = draws.count
    func set(_ count: inout Count, _ sum: (ExpectedSums) -> Double) {
      guard !draws.isEmpty else { return (count.low, count.high) = (count.value, count.value) }
      let sorted = draws.map(sum).sorted()
      let last = Double(sorted.count - 1)
      count.low = sorted[Int((last * 0.025).rounded(.down))]
      count.high = sorted[Int((last * 0.975).rounded(.up))]
    }
    set(&current.recoveredInGrace) { $0.graceCurrent }
    set(&current.recoveredInHold) { $0.retryCurrent - $0.graceCurrent }
    set(&current.recovered) { $0.retryCurrent }
    set(&candidate.recoveredInGrace) { $0.graceCandidate }
    set(&candidate.recoveredInHold) { $0.retryCandidate - $0.graceCandidate }
    set(&candidate.recovered) { $0.retryCandidate }
    set(&moreInGrace) { $0.graceCandidate - $0.graceCurrent }
    set(&moreInHold) {
      $0.retryCandidate - $0.graceCandidate - ($0.retryCurrent - $0.graceCurrent)
    }
    set(&moreRecovered) { $0.retryCandidate - $0.retryCurrent }
  }
}
