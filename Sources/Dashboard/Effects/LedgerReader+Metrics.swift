import EventLedger
import SubscriptionCore

/// The report of the Metrics screen.
extension LedgerReader {
  /// The most groups of a property that are listed.
  private static let groupsMax = 100
  private static let episodesBetweenChecks = 1024

  /// Computes a report, or the part of it that is wanted, and returns which part it is; `nil` if it
  /// was not wanted to the end, as is asked from time to time.
  ///
  /// - Throws: A `LedgerError` where the ledger cannot be read.
  /// - Complexity: O(*d*) for *d* days; everything takes O(*k*) for *k* episodes besides.
  func metrics(
    _ question: MetricsQuestion, _ part: MetricsQuestion.Part, now: Timestamp,
    isWanted: () -> Bool = { true }
  ) throws(LedgerError) -> (report: MetricsReport?, part: MetricsQuestion.Part) {
    try advance(to: now)
    let windows = MetricsWindows(days: question.days, now: now)
    if part != .everything, question.filter == nil,
      let report = try ledger.metricsAtOnce(
        windows, by: question.grouping, groupsMax: Self.groupsMax,
        prompts: ledger.policy.prompts)
    {
      let isWhole = report.prompts != nil
      if part == .ahead { return (isWhole ? report : nil, part) }
      return (report, isWhole ? .everything : .figures)
    }
    if part == .ahead { return (nil, part) }
    if part == .days { return (try metricsOfDays(windows), .days) }
    return (try metrics(question, windows, isWanted), .everything)
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
    guard try addEpisodes(to: &builder, isWanted) else { return nil }
    builder.firstFailure = try ledger.firstFailure()
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
        builder.add(DayCounts(day), toGroup: name)
      }
    }
    return builder.report(groupsMax: Self.groupsMax)
  }

  /// Adds the episodes of a report, packed ones where it has neither filter nor holdout, and
  /// returns whether it was wanted to the end.
  private func addEpisodes(
    to builder: inout MetricsReport.Builder, _ isWanted: () -> Bool
  ) throws(LedgerError) -> Bool {
    if builder.filter == nil, ledger.policy.prompts.holdout == nil,
      var counts = BlockCounts(builder.windows, by: builder.grouping, withPrompts: true)
    {
      try ledger.packEpisodes()
      guard isWanted() else { return false }
      if try ledger.countEpisodes(&counts, atOnce: false) {
        builder.add(counts)
        return true
      }
    }
    var (count, isGivenUp) = (0, false)
    let failures = builder.failures
    let query = EpisodeQuery(
      from: failures.lowerBound, to: failures.upperBound, filter: builder.filter)
    try ledger.readEpisodes(query) { record throws(LedgerError) in
      builder.add(record)
      count += 1
      isGivenUp = count % Self.episodesBetweenChecks == 0 && !isWanted()
      return !isGivenUp
    }
    return !isGivenUp
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
