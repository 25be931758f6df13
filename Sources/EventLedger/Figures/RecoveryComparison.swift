import SubscriptionCore

// See <doc:Metrics#Recovery-rates>.
/// The recovery of failures of 60 to 90 days ago beside that of 90 to 120 days ago, both final.
public struct RecoveryComparison: Hashable, Sendable {
  /// The counts of 60 to 90 days ago.
  public var later: OverviewFigures.Recovery
  /// The counts of 90 to 120 days ago.
  public var earlier: OverviewFigures.Recovery

  /// The recovery rate in grace, and the change of it.
  public var grace: Change { Change(later.graceRate, earlier.graceRate) }

  /// The recovery rate in hold, and the change of it.
  public var hold: Change { Change(later.holdRate, earlier.holdRate) }

  /// A Boolean value that indicates whether one of the rates has an earlier one to compare with.
  public var hasBoth: Bool {
    [grace, hold].contains { $0.rate.denominator > 0 && $0.previous.denominator > 0 }
  }

  /// A rate of recovery beside an earlier one.
  public struct Change: Hashable, Sendable {
    /// The later rate.
    public var rate: Rate
    /// The earlier rate.
    public var previous: Rate

    /// Creates a change from its rates, the later one first.
    public init(_ rate: Rate, _ previous: Rate) { (self.rate, self.previous) = (rate, previous) }

    /// The direction, if it is more than noise: the same test as for every rate on Metrics.
    public var direction: MetricChange { MetricValue.rate(rate).change(from: .rate(previous)) }
  }
}

extension OverviewFigures {
  /// The failures of today beside those of the same hours a week ago; `nil` where the ledger knows
  /// of no failure before that day, and so not of all on it.
  public var failedComparison: CountComparison? {
    guard let older = recovery(from: 7, to: 120), older.failed > failedWeekAgo else { return nil }
    return CountComparison(failedToday, against: failedWeekAgo)
  }

  /// The latest final recovery rates beside those of the month before; `nil` where the windows
  /// are not counted.
  public var recoveryComparison: RecoveryComparison? {
    guard let later = recovery(from: 60, to: 90), let earlier = recovery(from: 90, to: 120) else {
      return nil
    }
    return RecoveryComparison(later: later, earlier: earlier)
  }
}

extension OverviewFigures.Recovery {
  /// The episodes recovered in grace, of those that entered it.
  public var graceRate: Rate { Rate(recoveredInGrace, of: enteredGrace) }

  /// The episodes recovered in hold, of those that entered it.
  public var holdRate: Rate { Rate(recoveredInHold, of: enteredHold) }
}
