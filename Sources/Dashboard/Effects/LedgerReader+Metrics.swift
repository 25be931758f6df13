import EventLedger
import SubscriptionCore

/// The report of the Metrics screen.
extension LedgerReader {
  /// The most groups of a property that are listed.
  private static let groupsMax = 100
  private static let episodesBetweenChecks = 1024

  /// Computes a report.
  ///
  /// - Parameters:
  ///   - question: The window, the property and the filter.
  ///   - part: The part of the report that is wanted.
  ///   - now: The present on screen.
  ///   - isWanted: Returns whether the report is still wanted; it is asked from time to time.
  /// - Returns: The report; `nil` if it was not wanted to the end.
  /// - Throws: A `LedgerError` where the ledger cannot be read.
  /// - Complexity: O(*d*) for *d* days; everything takes O(*k*) for *k* episodes besides.
  func metrics(
    _ question: MetricsQuestion, _ part: MetricsQuestion.Part, now: Timestamp,
    isWanted: () -> Bool = { true }
  ) throws(LedgerError) -> MetricsReport? {
    try advance(to: now)
    let windows = MetricsWindows(days: question.days, now: now)
    switch part {
    case .days: return try metricsOfDays(windows)
    case .everything: return try metrics(question, windows, isWanted)
    }
  }

  /// Returns the figures that the counts of days give, with the others empty in their places.
  private func metricsOfDays(_ windows: MetricsWindows) throws(LedgerError) -> MetricsReport {
    var report = try ledger.metricsOfDays(windows)
    let known = report
    report.figures = Metric.allCases.map { known[$0] ?? .unread($0) }
    return report
  }

  private func metrics(
    _ question: MetricsQuestion, _ windows: MetricsWindows, _ isWanted: () -> Bool
  ) throws(LedgerError) -> MetricsReport? {
    var builder = MetricsReport.Builder(
      windows, by: question.grouping, filter: question.filter, prompts: ledger.policy.prompts)
    var (count, isGivenUp) = (0, false)
    let failures = builder.failures
    let query = EpisodeQuery(
      from: failures.lowerBound, to: failures.upperBound, filter: question.filter)
    try ledger.readEpisodes(query) { record throws(LedgerError) in
      builder.add(record)
      count += 1
      isGivenUp = count % Self.episodesBetweenChecks == 0 && !isWanted()
      return !isGivenUp
    }
    guard !isGivenUp else { return nil }
    // Days are counted for all subscriptions; those of a filter are not known.
    guard question.filter == nil else { return builder.report(groupsMax: Self.groupsMax) }
    let days = windows.countedDays
    for day in try ledger.dailyFigures(from: days.first, through: days.last, of: nil) {
      builder.add(DayCounts(day))
    }
    guard let dimension = question.grouping?.dimension else {
      return builder.report(groupsMax: Self.groupsMax)
    }
    for name in builder.groupNames.prefix(Self.groupsMax) {
      guard isWanted() else { return nil }
      let group = (dimension, name)
      for day in try ledger.dailyFigures(from: days.first, through: days.last, of: group) {
        builder.add(DayCounts(ofGroup: day), toGroup: name)
      }
    }
    return builder.report(groupsMax: Self.groupsMax)
  }
}

extension MetricFigure {
  /// The figure of a metric whose episodes are not read yet.
  fileprivate static func unread(_ metric: Metric) -> MetricFigure {
    let value: MetricValue =
      switch metric.kind {
      case .rate: .rate(Rate(0, of: 0))
      case .duration: .duration(nil, interval: nil, count: 0)
      case .money: .money([:], unknown: 0)
      }
    return MetricFigure(metric: metric, value: value)
  }
}
