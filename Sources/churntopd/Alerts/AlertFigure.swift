import EventLedger
import SubscriptionCore

/// The figure of an alert with the threshold of its rule.
struct AlertFigure: Hashable, Sendable {
  /// The measured value.
  var value: Int
  var threshold: Int
  /// The measurement in words.
  var text: String
  /// A Boolean value that indicates whether the alert fires below the threshold, and not above.
  var firesBelow = false

  /// Returns the figure of a message that an alert cleared for want of one.
  static func unmeasured(_ rule: AlertRule) -> AlertFigure {
    AlertFigure(
      value: rule.threshold, threshold: rule.threshold, text: "there is too little to measure now")
  }

  /// Measures the figure of a rule on a ledger whose rows are up to date, for the configured
  /// receivers; `nil` if there is too little to measure.
  ///
  /// - Throws: `LedgerError` if the ledger cannot be read.
  static func measure(
    _ trigger: AlertRule.Trigger, in ledger: any Ledger, receivers: Set<String>,
    at now: Timestamp
  ) throws(LedgerError) -> AlertFigure? {
    switch trigger {
    case .count(let filter, let over):
      let count = try ledger.count(filter)
      return AlertFigure(
        value: count, threshold: over,
        text: "\(CountText.of(count, "subscription")) match\(count == 1 ? "es" : "") \(filter); "
          + "it fires above \(CountText.grouped(over))")
    case .metric(let metric, let threshold, let currency):
      return try metric.measure(
        in: ledger, currency: currency, receivers: receivers, at: now
      ).map { found in
        AlertFigure(
          value: found.value, threshold: threshold,
          text: "\(found.text); it fires \(metric.firesBelow ? "below" : "above") "
            + metric.words(threshold, in: currency),
          firesBelow: metric.firesBelow)
      }
    case .recoveryDrop(let points):
      var pace = RecoveryPace(at: now)
      if try !ledger.countEpisodes(&pace, atOnce: true) {
        let failures = pace.failures
        try ledger.readEpisodes(
          EpisodeQuery(from: failures.lowerBound, to: failures.upperBound)
        ) { record in
          pace.add(record.episode)
          return true
        }
      }
      return recovery(pace, points: points)
    }
  }

  // See <doc:Metrics#Recovery-rates>.
  /// Returns the points by which the recovery rate fell.
  static func recovery(_ pace: RecoveryPace, points: Int) -> AlertFigure? {
    guard let fall = pace.fall(ofAtLeast: AlertMetric.casesMin) else { return nil }
    func words(_ days: RecoveryPace.Days) -> String {
      "\(CountText.grouped(days.recovered)) of \(CountText.grouped(days.failed)) "
        + "(\(days.recovered * 100 / days.failed) %)"
    }
    let (age, week) = (RecoveryPace.ageDays, RecoveryPace.laterDays)
    return AlertFigure(
      value: max(0, fall), threshold: points - 1,
      text: "within \(age) days of the failure, \(words(pace.later)) of the renewals that failed "
        + "\(age) to \(age + week) days ago were recovered, and \(words(pace.earlier)) of those of "
        + "the \(RecoveryPace.earlierDays) days before; it fires from a fall of "
        + "\(CountText.of(points, "point")) on")
  }
}
