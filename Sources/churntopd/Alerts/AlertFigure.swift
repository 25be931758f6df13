import EventLedger
import SubscriptionCore

/// The figure of an alert with the threshold of its rule.
struct AlertFigure: Hashable, Sendable {
  /// The measured value.
  var value: Int
  /// The threshold.
  var threshold: Int
  /// The measurement in words.
  var text: String
  /// A Boolean value that indicates whether the alert fires below the threshold, and not above.
  var firesBelow = false

  /// Measures the figure of a rule.
  ///
  /// - Parameters:
  ///   - trigger: The trigger of the rule.
  ///   - ledger: The ledger, whose rows are up to date.
  ///   - now: The current time.
  /// - Returns: The figure; `nil` if there is too little to measure.
  /// - Throws: `LedgerError` if the ledger cannot be read.
  static func measure(
    _ trigger: AlertRule.Trigger, in ledger: any Ledger, at now: Timestamp
  ) throws(LedgerError) -> AlertFigure? {
    switch trigger {
    case .count(let filter, let over):
      let count = try ledger.count(filter)
      return AlertFigure(
        value: count, threshold: over,
        text: "\(count) subscriptions satisfy \(filter), more than \(over) are too many")
    case .metric(let metric, let threshold, let currency):
      return try metric.measure(in: ledger, currency: currency, at: now).map { found in
        AlertFigure(
          value: found.value, threshold: threshold,
          text: "\(found.text), \(metric.firesBelow ? "less" : "more") than \(threshold) "
            + "\(metric.firesBelow ? "is too little" : "is too much")",
          firesBelow: metric.firesBelow)
      }
    case .recoveryDrop(let points):
      return recovery(try ledger.figures(at: now).recovery, points: points)
    }
  }

  // See <doc:Metrics#Recovery-rates>.
  /// The points by which the recovery rate of 7 days is below that of 30 days.
  ///
  /// Open episodes count in neither, as they may yet be recovered.
  static func recovery(
    _ windows: [OverviewFigures.Recovery], points: Int
  ) -> AlertFigure? {
    guard let short = rate(windows, days: 7), let long = rate(windows, days: 30) else { return nil }
    let fall = long - short
    return AlertFigure(
      value: max(0, fall), threshold: points - 1,
      text: "\(short) % of failed renewals of the last 7 days were recovered, "
        + "\(long) % of those of the last 30")
  }

  /// The percentage of recovered episodes; `nil` if fewer than twenty are over.
  private static func rate(_ windows: [OverviewFigures.Recovery], days: Int) -> Int? {
    guard let window = windows.first(where: { $0.windowDays == days }) else { return nil }
    let ended = window.failed - window.open
    guard ended >= episodesMin else { return nil }
    return (window.recoveredInGrace + window.recoveredInHold) * 100 / ended
  }

  private static let episodesMin = 20
}
