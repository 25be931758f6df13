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
  /// The share of failed renewals that were the first after a free trial.
  case trialShareOfFailures
  /// The share of failed first renewals after a trial that were paid after all.
  case trialRecoveryRate
  /// The share of subscriptions that ended although the user did not cancel.
  case involuntaryChurnRate
  /// The share of subscriptions that ended since the user canceled.
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

  /// The kind of its value.
  public var kind: Kind {
    switch self {
    case .medianTimeToRecovery, .p90TimeToRecovery, .medianTimeToLossOfAccess: .duration
    case .mrr, .mrrInGrace, .mrrInHold, .revenueRecovered, .revenueLost: .money
    case .billingFailureRate, .recoveryRate, .graceRecoveryRate, .holdRecoveryRate,
      .netInvoluntaryLoss, .trialShareOfFailures, .trialRecoveryRate, .involuntaryChurnRate,
      .voluntaryChurnRate, .involuntaryShare, .refundRate:
      .rate
    }
  }

  /// The direction that is good.
  public var favors: Direction {
    switch self {
    case .recoveryRate, .graceRecoveryRate, .holdRecoveryRate, .trialRecoveryRate, .mrr,
      .revenueRecovered, .medianTimeToLossOfAccess:
      .up
    case .billingFailureRate, .netInvoluntaryLoss, .medianTimeToRecovery, .p90TimeToRecovery,
      .involuntaryChurnRate, .voluntaryChurnRate, .refundRate, .mrrInGrace, .mrrInHold,
      .revenueLost:
      .down
    case .trialShareOfFailures, .involuntaryShare: .neutral
    }
  }

  /// A Boolean value that indicates whether the metric follows the episodes that failed in the
  /// window, so that it is final only once each of them had 60 days.
  public var followsFailures: Bool {
    switch self {
    case .recoveryRate, .graceRecoveryRate, .holdRecoveryRate, .netInvoluntaryLoss,
      .medianTimeToRecovery, .p90TimeToRecovery, .medianTimeToLossOfAccess, .trialRecoveryRate:
      true
    case .billingFailureRate, .trialShareOfFailures, .involuntaryChurnRate, .voluntaryChurnRate,
      .involuntaryShare, .refundRate, .mrr, .mrrInGrace, .mrrInHold, .revenueRecovered,
      .revenueLost:
      false
    }
  }

  /// A Boolean value that indicates whether the counts of days suffice for the value, without the
  /// episodes themselves.
  public var needsDaysOnly: Bool {
    switch self {
    case .billingFailureRate, .recoveryRate, .graceRecoveryRate, .holdRecoveryRate,
      .netInvoluntaryLoss, .involuntaryChurnRate, .voluntaryChurnRate, .involuntaryShare,
      .refundRate, .mrr, .mrrInGrace, .mrrInHold:
      true
    case .medianTimeToRecovery, .p90TimeToRecovery, .medianTimeToLossOfAccess,
      .trialShareOfFailures, .trialRecoveryRate, .revenueRecovered, .revenueLost:
      false
    }
  }

  /// A Boolean value that indicates whether the value counts renewals, refunds or ends, which are
  /// known by whole days alone.
  var countsWholeDays: Bool {
    switch self {
    case .billingFailureRate, .netInvoluntaryLoss, .involuntaryChurnRate, .voluntaryChurnRate,
      .involuntaryShare, .refundRate:
      true
    case .recoveryRate, .graceRecoveryRate, .holdRecoveryRate, .medianTimeToRecovery,
      .p90TimeToRecovery, .medianTimeToLossOfAccess, .trialShareOfFailures, .trialRecoveryRate,
      .mrr, .mrrInGrace, .mrrInHold, .revenueRecovered, .revenueLost:
      false
    }
  }

  /// A Boolean value that indicates whether the value is a share of the renewals attempted.
  var isOfAttempts: Bool { self == .billingFailureRate || self == .netInvoluntaryLoss }

  /// A Boolean value that indicates whether the value is that at the end of the window's last day,
  /// rather than of the whole window.
  public var isAtEnd: Bool { self == .mrr || self == .mrrInGrace || self == .mrrInHold }

  /// The name shown to people, for example `Grace recovery rate`.
  public var title: String {
    switch self {
    case .billingFailureRate: "Billing failure rate"
    case .recoveryRate: "Recovery rate"
    case .graceRecoveryRate: "Grace recovery rate"
    case .holdRecoveryRate: "Hold recovery rate"
    case .netInvoluntaryLoss: "Net involuntary loss"
    case .medianTimeToRecovery: "Median time to recovery"
    case .p90TimeToRecovery: "90 % recovered within"
    case .medianTimeToLossOfAccess: "Median time to loss of access"
    case .trialShareOfFailures: "Trials among failures"
    case .trialRecoveryRate: "Trial recovery rate"
    case .involuntaryChurnRate: "Involuntary churn rate"
    case .voluntaryChurnRate: "Voluntary churn rate"
    case .involuntaryShare: "Involuntary share of churn"
    case .refundRate: "Refund rate"
    case .mrr: "MRR"
    case .mrrInGrace: "MRR in grace"
    case .mrrInHold: "MRR in hold"
    case .revenueRecovered: "Revenue recovered"
    case .revenueLost: "Revenue lost"
    }
  }
}
