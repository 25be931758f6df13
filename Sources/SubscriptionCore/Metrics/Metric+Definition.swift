extension Metric {
  /// The formula in words; a rate is its numerator, a slash and its denominator.
  public var formula: String {
    switch self {
    case .billingFailureRate: "failed renewals / attempted renewals"
    case .recoveryRate: "episodes recovered in grace or in hold / episodes"
    case .graceRecoveryRate: "episodes recovered in grace / episodes that entered grace"
    case .holdRecoveryRate: "episodes recovered in hold / episodes that entered hold"
    case .netInvoluntaryLoss: "episodes not recovered / attempted renewals"
    case .medianTimeToRecovery:
      "median of the time from the failure to the payment, over recovered episodes"
    case .p90TimeToRecovery:
      "90th percentile of the time from the failure to the payment, over recovered episodes"
    case .medianTimeToLossOfAccess:
      "median of the time from the failure to the hold, over episodes that entered hold"
    case .trialFailureRate:
      "episodes after a free trial / first payments due after a free trial"
    case .trialShareOfFailures: "episodes after a free trial / episodes"
    case .trialRecoveryRate: "recovered episodes after a free trial / episodes after a free trial"
    case .involuntaryChurnRate:
      "subscriptions that ended involuntarily / subscriptions at the start of the window"
    case .voluntaryChurnRate:
      "subscriptions that ended voluntarily / subscriptions at the start of the window"
    case .involuntaryShare: "subscriptions that ended involuntarily / subscriptions that ended"
    case .refundRate: "payments refunded in the window / renewals paid in the window"
    case .mrr: "sum of the prices per month, over subscriptions at the end of the window"
    case .mrrInGrace: "sum of the prices per month, over subscriptions in grace"
    case .mrrInHold: "sum of the prices per month, over subscriptions in hold"
    case .revenueRecovered: "sum of the failed renewals that were recovered in the window"
    case .revenueLost: "sum of the failed renewals that ran out in the window"
    }
  }

  /// One or two sentences on the meaning of the figure and where it misleads.
  public var explanation: String {
    switch self {
    case .billingFailureRate:
      "An attempt is a renewal that was paid at once or that failed; a recovery is no second "
        + "attempt, and a family member's is none: the purchaser is charged once. It says nothing "
        + "about how many came back."
    case .recoveryRate:
      "Of the renewals that failed in the window. An open episode is in the denominator and may "
        + "still be recovered, so the rate of a recent window is a lower bound until 60 days after "
        + "the window."
    case .graceRecoveryRate:
      "An episode without grace is in neither number. While some are still in grace it is a lower "
        + "bound. Never add it to the hold recovery rate: the denominators differ."
    case .holdRecoveryRate:
      "Only episodes that lost access, so it is lower than the rate of grace even where hold works "
        + "well: the easy cases have already been paid. While some are open it is a lower bound."
    case .netInvoluntaryLoss:
      "Failed in the window and not paid so far, be it lost, open, canceled by the user, refunded "
        + "or superseded. Open episodes make it an upper bound until 60 days after the window."
    case .medianTimeToRecovery:
      "Only recovered episodes count, so slow recoveries are missing from a recent window and the "
        + "median grows until 60 days after it. Compare windows of the same age."
    case .p90TimeToRecovery:
      "As the median, and more affected: the slowest recoveries of a recent window have not "
        + "happened yet."
    case .medianTimeToLossOfAccess:
      "Episodes that are still in grace or were recovered in it never lost access and do not "
        + "count. Without grace it is zero."
    case .trialFailureRate:
      "Of the trials that came to their first payment, paid at once or failed, those with a "
        + "billing issue. A trial that was canceled before is in neither number, which published "
        + "shares of all trials may contain. It says nothing about how many came back."
    case .trialShareOfFailures:
      "A failed first renewal after a trial often means that there never was a working payment "
        + "method; many of them depress the recovery rate of all."
    case .trialRecoveryRate:
      "These users have never paid, so the rate is lower than that of paying subscribers. Open "
        + "episodes count as not recovered so far."
    case .involuntaryChurnRate:
      "A subscription ends when the store gives up, up to 60 days after the failure: the rate "
        + "answers for failures of the two months before. A price increase without consent, which "
        + "is no failure, counts as well. An end counts even if the subscription came back later, "
        + "which RevenueCat subtracts. One for which the store states no cause is in neither churn "
        + "rate."
    case .voluntaryChurnRate:
      "A cancellation counts when the paid time ends, not when auto-renew is turned off, and even "
        + "if the subscription came back later. A cancellation during a billing episode counts "
        + "here, though the failure may have been the reason. So do ends by a refund and by "
        + "the developer."
    case .involuntaryShare:
      "It rises when fewer users cancel as well as when more payments fail. Ends without a stated "
        + "cause are in the denominator."
    case .refundRate:
      "Refunds are counted on the day of the refund and payments on the day of the payment, so "
        + "they are not the same payments; RevenueCat counts by the day of the payment instead. "
        + "First payments are not in the denominator."
    case .mrr:
      "Prices as the stores state them, before commission and tax. A subscription whose price or "
        + "period nothing proves is in no sum and is counted beside it. One whose renewal no store "
        + "has reported for 67 days has most likely ended and brings nothing."
    case .mrrInGrace:
      "Still inside MRR, since access goes on; it is at risk, not lost."
    case .mrrInHold:
      "Not inside MRR; it comes back only with a payment. As in grace, the price is "
        + "that of the renewal that fails."
    case .revenueRecovered:
      "The price of the one renewal that failed, not of those that follow it: it understates the "
        + "worth of a recovery."
    case .revenueLost:
      "The price of the one renewal that failed, not of those that would have followed. Episodes "
        + "that the user canceled are not in it."
    }
  }

  /// The page that the formula is from; `nil` for churntop's own.
  public var source: String? {
    switch self {
    case .mrr, .mrrInGrace, .mrrInHold:
      "https://www.revenuecat.com/docs/dashboard-and-metrics/charts/"
        + "monthly-recurring-revenue-mrr-chart"
    case .involuntaryChurnRate, .voluntaryChurnRate:
      "https://www.revenuecat.com/docs/dashboard-and-metrics/charts/churn-chart"
    case .billingFailureRate, .recoveryRate, .graceRecoveryRate, .holdRecoveryRate,
      .netInvoluntaryLoss, .medianTimeToRecovery, .p90TimeToRecovery, .medianTimeToLossOfAccess,
      .trialFailureRate, .trialShareOfFailures, .trialRecoveryRate, .involuntaryShare,
      .refundRate, .revenueRecovered, .revenueLost:
      nil
    }
  }

  /// The words for the numerator of a rate, or for the whole formula of any other metric.
  public var numeratorWords: String {
    kind == .rate ? String(formula.prefix { $0 != "/" }.dropLast()) : formula
  }

  /// The words for the denominator of a rate; `nil` for any other metric.
  public var denominatorWords: String? {
    guard kind == .rate, let slash = formula.firstIndex(of: "/") else { return nil }
    return String(formula[slash...].dropFirst(2))
  }
}
