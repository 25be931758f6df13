extension Metric {
  /// Returns the value over a window; `nil` where the days or the times that it needs are not
  /// known.
  func value(
    _ window: WindowCounts, _ totals: DayTotals?, _ times: WindowTimes?
  ) -> MetricValue? {
    let counts = window.counts
    switch self {
    case .billingFailureRate:
      return attempts(window, totals).map { .rate(Rate(counts.failed, of: $0)) }
    case .recoveryRate: return .rate(Rate(counts.recovered, of: counts.failed))
    case .graceRecoveryRate:
      return .rate(Rate(counts.recoveredInGrace, of: counts.enteredGrace))
    case .holdRecoveryRate: return .rate(Rate(counts.recoveredInHold, of: counts.enteredHold))
    case .netInvoluntaryLoss:
      let lost = counts.failed - counts.recovered
      return attempts(window, totals).map { .rate(Rate(lost, of: $0)) }
    case .medianTimeToRecovery: return times?.recovery.value(1, of: 2)
    case .p90TimeToRecovery: return times?.recovery.value(9, of: 10)
    case .medianTimeToLossOfAccess: return times?.access.value(1, of: 2)
    case .trialFailureRate:
      return totals.map { totals in
        .rate(Rate(counts.trials.failed, of: counts.trials.failed + totals.firstPayments))
      }
    case .trialShareOfFailures: return .rate(Rate(counts.trials.failed, of: counts.failed))
    case .trialRecoveryRate:
      return .rate(Rate(counts.trials.recovered, of: counts.trials.failed))
    case .involuntaryChurnRate: return churn(.involuntary, totals)
    case .voluntaryChurnRate: return churn(.voluntary, totals)
    case .involuntaryShare:
      return totals.map { .rate(Rate($0.ended[.involuntary, default: 0], of: $0.endedCount)) }
    case .refundRate: return totals.map { .rate(Rate($0.refunded, of: $0.renewed)) }
    case .mrr: return totals?.mrr(DayCounts.revenueStates)
    case .mrrInGrace: return totals?.mrr([.grace])
    case .mrrInHold: return totals?.mrr([.hold])
    case .revenueRecovered: return window.recovered.value
    case .revenueLost: return window.lost.value
    }
  }

  /// Returns the number of episodes of a window that may still come into the value.
  func entering(_ counts: EpisodeCounts) -> Int {
    self == .holdRecoveryRate ? counts.open - counts.inHold : 0
  }

  /// Returns the number of episodes of a window that are open and may still change the value.
  func open(_ counts: EpisodeCounts) -> Int {
    switch self {
    case .recoveryRate, .netInvoluntaryLoss, .medianTimeToRecovery, .p90TimeToRecovery:
      counts.open
    case .holdRecoveryRate: counts.inHold
    case .graceRecoveryRate, .medianTimeToLossOfAccess: counts.inGrace
    case .trialRecoveryRate: counts.trials.open
    case .billingFailureRate, .trialFailureRate, .trialShareOfFailures, .involuntaryChurnRate,
      .voluntaryChurnRate, .involuntaryShare, .refundRate, .mrr, .mrrInGrace, .mrrInHold,
      .revenueRecovered, .revenueLost:
      0
    }
  }

  /// Returns the number of renewals attempted: those paid at once, and those that failed, on days
  /// on which a failure would be known.
  private func attempts(_ window: WindowCounts, _ totals: DayTotals?) -> Int? {
    totals.map { max(0, $0.renewedWhenKnown - window.recoveredCount) + window.counts.failed }
  }

  private func churn(_ cause: ChurnCause, _ totals: DayTotals?) -> MetricValue? {
    guard let totals, let live = totals.liveAtStart else { return nil }
    return .rate(Rate(totals.ended[cause, default: 0], of: live))
  }
}

extension TimeToRecovery {
  /// Returns a quantile with its interval as the value of a metric.
  fileprivate func value(_ numerator: Int, of denominator: Int) -> MetricValue {
    let estimate = quantile(numerator, of: denominator)
    return .duration(estimate?.time, interval: estimate?.interval, count: count)
  }
}
