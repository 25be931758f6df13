import EventLedger
import SubscriptionCore

/// The figures that the ledger's counters give, by their names in the configuration of alerts.
enum CounterMetric: String, Hashable, Sendable, CaseIterable {
  case failing
  case failedToday
  case involuntaryEndsToday
  case refundsToday
  case mrrAtRisk
  case graceRecoveryRate
  case holdRecoveryRate
  case recoveryRate
  case promptsDue
  case promptsOverdue
  case deadChanges
  case quarantined

  /// The meaning, without a full stop.
  var summary: String {
    switch self {
    case .failing: "subscriptions in grace or hold now"
    case .failedToday: "renewals that failed since midnight UTC"
    case .involuntaryEndsToday: "subscriptions that ended involuntarily since midnight UTC"
    case .refundsToday: "payments that were refunded since midnight UTC"
    case .mrrAtRisk:
      "monthly recurring revenue in grace and hold, in whole units of `currency`"
    case .graceRecoveryRate:
      "percent recovered in grace, of the episodes that entered grace and failed 61 to 90 days ago"
    case .holdRecoveryRate:
      "percent recovered in hold, of the episodes that entered hold and failed 61 to 90 days ago"
    case .recoveryRate: "percent recovered, of the episodes that failed 61 to 90 days ago"
    case .promptsDue: "payment-fix prompts that are due"
    case .promptsOverdue: "payment-fix prompts that have been due for more than a day"
    case .deadChanges: "changes that receivers did not accept in three days"
    case .quarantined: "refused payloads that are kept in quarantine"
    }
  }

  /// A Boolean value that indicates whether the alert fires below its threshold, and not above.
  var firesBelow: Bool {
    switch self {
    case .graceRecoveryRate, .holdRecoveryRate, .recoveryRate: true
    case .failing, .failedToday, .involuntaryEndsToday, .refundsToday, .mrrAtRisk, .promptsDue,
      .promptsOverdue, .deadChanges, .quarantined:
      false
    }
  }

  /// Measures the figure on a ledger whose rows are up to date, money in a currency, and of
  /// receivers the configured ones alone; `nil` if there is too little to measure.
  ///
  /// - Throws: `LedgerError` if the ledger cannot be read.
  func measure(
    in ledger: any Ledger, currency: String?, receivers: Set<String>, at now: Timestamp
  ) throws(LedgerError) -> AlertMetric.Measurement? {
    switch self {
    case .graceRecoveryRate, .holdRecoveryRate, .recoveryRate:
      let window = ClosedWindow(at: now)
      return rate(
        window.recovery(
          over: try ledger.dailyFigures(from: window.first, through: window.last, of: nil)))
    case .failedToday, .involuntaryEndsToday, .refundsToday:
      let today = CivilDate(now)
      return try ledger.dailyFigures(from: today, through: today, of: nil).first.map(ofDay)
    case .deadChanges:
      let counts = try ledger.outboxFigures().receivers.map { receiver in
        receivers.contains(receiver.state.name) ? receiver.dead : 0
      }
      return AlertMetric.Measurement(
        counts.reduce(0, +), "change", "not accepted by the receiver in three days")
    case .failing, .mrrAtRisk, .promptsDue, .promptsOverdue, .quarantined:
      return ofPresent(try ledger.figures(at: now), currency)
    }
  }

  /// The share in whole percent, rounded down, so that a rate below a threshold is below it here.
  func rate(_ recovery: OverviewFigures.Recovery) -> AlertMetric.Measurement? {
    let both = recovery.recoveredInGrace + recovery.recoveredInHold
    let (recovered, entered, stage) =
      switch self {
      case .graceRecoveryRate: (recovery.recoveredInGrace, recovery.enteredGrace, "in grace ")
      case .holdRecoveryRate: (recovery.recoveredInHold, recovery.enteredHold, "in hold ")
      default: (both, recovery.failed, "")
      }
    guard entered >= AlertMetric.casesMin else { return nil }
    let share = recovered * 100 / entered
    return AlertMetric.Measurement(
      value: share,
      text: "\(recovered) of \(entered) episodes \(stage)that failed 61 to 90 days ago were "
        + "recovered: \(share) %")
  }

  private func ofDay(_ day: DailyFigures) -> AlertMetric.Measurement {
    let today = "since midnight UTC"
    switch self {
    case .failedToday:
      return AlertMetric.Measurement(day.failed.values.reduce(0, +), "failed renewal", today)
    case .refundsToday: return AlertMetric.Measurement(day.refunded, "refunded payment", today)
    default:
      return AlertMetric.Measurement(
        day.ended[.involuntary] ?? 0, "subscription", "ended involuntarily " + today)
    }
  }

  private func ofPresent(
    _ figures: OverviewFigures, _ currency: String?
  ) -> AlertMetric.Measurement {
    let failing = [SubscriptionState.grace, .hold].map { figures.states[$0]?.count ?? 0 }
    switch self {
    case .mrrAtRisk: return mrrAtRisk(figures, in: currency ?? "")
    case .promptsDue:
      return AlertMetric.Measurement(
        figures.promptsDue.values.reduce(0, +), "payment-fix prompt", "due")
    case .promptsOverdue:
      return AlertMetric.Measurement(
        figures.promptsOverdue24h, "payment-fix prompt", "due for more than a day")
    case .quarantined:
      return AlertMetric.Measurement(figures.quarantined, "refused payload", "in quarantine")
    default:
      return AlertMetric.Measurement(
        value: failing[0] + failing[1],
        text: "\(CountText.of(failing[0], "subscription")) in grace and "
          + "\(CountText.grouped(failing[1])) in hold")
    }
  }

  /// The sum in whole units, rounded up, so that a sum above a threshold is above it here.
  private func mrrAtRisk(
    _ figures: OverviewFigures, in currency: String
  ) -> AlertMetric.Measurement {
    let totals = [SubscriptionState.grace, .hold].compactMap { figures.states[$0] }
    let micros = totals.reduce(Int64(0)) { sum, total in
      OverviewFigures.Total.sum(sum, total.mrrMicros[currency] ?? 0)
    }
    let units = micros / 1_000_000 + (micros % 1_000_000 > 0 ? 1 : 0)
    let unpriced = totals.reduce(0) { $0 + $1.count - $1.pricedIn.values.reduce(0, +) }
    let rest =
      unpriced > 0
      ? "; the price of \(CountText.of(unpriced, "subscription")) there is unknown" : ""
    return AlertMetric.Measurement(
      value: Int(units),
      text: "\(CountText.grouped(Int(units))) \(currency) of monthly recurring revenue in grace "
        + "and hold\(rest)")
  }
}
