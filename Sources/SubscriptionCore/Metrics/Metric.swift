/// The metrics of churn and recovery, in the order in which they are shown.
///
/// The raw values are fixed by the JSON contract. Each formula is also in the article
/// <doc:Metrics#Definitions>.
public enum Metric: String, Hashable, Sendable, CaseIterable {
  /// The share of renewal attempts that failed.
  case billingFailureRate
  /// The share of failed renewals that were paid after all.
  case recoveryRate
  /// The share of episodes with grace that were paid in grace.
  case graceRecoveryRate
  /// The share of episodes with hold that were paid in hold.
  case holdRecoveryRate
  /// The share of renewal attempts that failed and were not recovered.
  case netInvoluntaryLoss
  /// The time within which half of the recovered episodes were recovered.
  case medianTimeToRecovery
  /// The time within which nine of ten recovered episodes were recovered.
  case p90TimeToRecovery
  /// The time after which half of those who lost access had lost it.
  case medianTimeToLossOfAccess
  /// The share of first payments after a free trial that failed.
  case trialFailureRate
  /// The share of failed renewals that were the first after a free trial.
  case trialShareOfFailures
  /// The share of failed first renewals after a trial that were paid after all.
  case trialRecoveryRate
  /// The share of subscriptions that ended although the user did not cancel.
  case involuntaryChurnRate
  /// The share of subscriptions that ended by a decision, mostly that of the user.
  case voluntaryChurnRate
  /// The share of ends that were involuntary.
  case involuntaryShare
  /// The share of payments that were refunded.
  case refundRate
  /// The monthly recurring revenue at the end of the window.
  case mrr
  /// The part of ``mrr`` that is in grace.
  case mrrInGrace
  /// The monthly recurring revenue that is in hold.
  case mrrInHold
  /// The sum of the failed renewals that were paid after all.
  case revenueRecovered
  /// The sum of the failed renewals that ran out.
  case revenueLost
}

extension Metric {
  /// The kind of a metric's value.
  public enum Kind: Hashable, Sendable {
    /// A share of a whole.
    case rate
    /// A length of time.
    case duration
    /// Amounts of money by currency.
    case money
  }

  /// The direction of a metric that is good for the business.
  public enum Direction: Hashable, Sendable {
    /// A higher value is better.
    case up
    /// A lower value is better.
    case down
    /// Neither is better.
    case neutral
  }

  /// The name shown to people, for example `Grace recovery rate`.
  public var title: String { traits.title }

  /// The kind of its value.
  public var kind: Kind { traits.kind }

  /// The direction that is good.
  public var favors: Direction { traits.favors }

  /// A Boolean value that indicates whether the metric follows the episodes that failed in the
  /// window, so that it is final only once each of them had 60 days.
  public var followsFailures: Bool { traits.basis.contains(.failures) }

  /// A Boolean value that indicates whether the counts of days suffice for the value, without the
  /// episodes themselves.
  public var needsDaysOnly: Bool { traits.basis.contains(.days) }

  /// A Boolean value that indicates whether the value counts renewals, refunds or ends, which are
  /// known by whole days alone.
  public var countsWholeDays: Bool { traits.basis.contains(.wholeDays) }

  /// A Boolean value that indicates whether the value is a share of the renewals attempted.
  var isOfAttempts: Bool { traits.basis.contains(.attempts) }

  /// A Boolean value that indicates whether the value is that at the end of the window's last day,
  /// rather than of the whole window.
  public var isAtEnd: Bool { traits.basis.contains(.end) }
}

// MARK: The row of each metric

extension Metric {
  /// The properties that a value is computed from.
  private struct Basis: OptionSet {
    let rawValue: Int

    /// The episodes that failed in the window.
    static let failures = Basis(rawValue: 1)
    /// The counts of days, without the episodes.
    static let days = Basis(rawValue: 2)
    /// The counts of whole days.
    static let wholeDays = Basis(rawValue: 4)
    /// The renewals attempted.
    static let attempts = Basis(rawValue: 8)
    /// The end of the last day.
    static let end = Basis(rawValue: 16)
  }

  private var traits: (title: String, kind: Kind, favors: Direction, basis: Basis) {
    switch self {
    case .billingFailureRate:
      ("Billing failure rate", .rate, .down, [.days, .wholeDays, .attempts])
    case .recoveryRate: ("Recovery rate", .rate, .up, [.failures, .days])
    case .graceRecoveryRate: ("Grace recovery rate", .rate, .up, [.failures, .days])
    case .holdRecoveryRate: ("Hold recovery rate", .rate, .up, [.failures, .days])
    case .netInvoluntaryLoss:
      ("Net involuntary loss", .rate, .down, [.failures, .days, .wholeDays, .attempts])
    case .medianTimeToRecovery: ("Median time to recovery", .duration, .down, .failures)
    case .p90TimeToRecovery: ("90 % of recoveries in", .duration, .down, .failures)
    case .medianTimeToLossOfAccess: ("Median time to loss of access", .duration, .up, .failures)
    case .trialFailureRate:
      ("Billing issues of trials", .rate, .down, [.wholeDays, .attempts])
    case .trialShareOfFailures: ("Trials among failures", .rate, .neutral, [])
    case .trialRecoveryRate: ("Trial recovery rate", .rate, .up, .failures)
    case .involuntaryChurnRate: ("Involuntary churn rate", .rate, .down, [.days, .wholeDays])
    case .voluntaryChurnRate: ("Voluntary churn rate", .rate, .down, [.days, .wholeDays])
    case .involuntaryShare: ("Involuntary share of churn", .rate, .neutral, [.days, .wholeDays])
    case .refundRate: ("Refund rate", .rate, .down, [.days, .wholeDays])
    case .mrr: ("MRR", .money, .up, [.days, .end])
    case .mrrInGrace: ("MRR in grace", .money, .down, [.days, .end])
    case .mrrInHold: ("MRR in hold", .money, .down, [.days, .end])
    case .revenueRecovered: ("Revenue recovered", .money, .up, [])
    case .revenueLost: ("Revenue lost", .money, .down, [])
    }
  }
}
