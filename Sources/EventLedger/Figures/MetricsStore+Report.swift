import SubscriptionCore

extension MetricsStore {
  /// Returns the metrics of production over windows of days, with the effect of prompts if their
  /// policy is given.
  ///
  /// With a filter the report has no metric that needs the days of all subscriptions, such as churn
  /// and MRR: days are not counted by filter.
  ///
  /// - Throws: ``LedgerError`` when the ledger cannot be read.
  /// - Complexity: O(*k*) for *k* episodes, in memory for one page of them and what
  ///   ``PromptFigures/Builder`` keeps.
  public func metrics(
    _ windows: MetricsWindows, filter: Filter? = nil, by grouping: MetricsGrouping? = nil,
    groupsMax: Int = 20, prompts policy: PromptPolicy? = nil
  ) throws(LedgerError) -> MetricsReport {
    var builder = MetricsReport.Builder(windows, by: grouping, filter: filter, prompts: policy)
    let failures = builder.failures
    let query = EpisodeQuery(
      from: failures.lowerBound, to: failures.upperBound,
      filter: filter == Filter.all ? nil : filter)
    var isCounted = false
    if query.filter == nil, policy?.holdout == nil {
      isCounted = try addBlocks(to: &builder, withPrompts: policy != nil, atOnce: false)
    }
    if !isCounted {
      try readEpisodes(query) { record throws(LedgerError) in
        builder.add(record)
        return true
      }
    }
    if query.filter == nil { try addDays(to: &builder, groupsMax: groupsMax) }
    builder.firstFailure = try firstFailure()
    return builder.report(groupsMax: groupsMax)
  }

  /// Returns the metrics of production that are there at once; `nil` where many episodes would have
  /// to be read one by one.
  ///
  /// The effect of prompts is left out where their policy withholds them from some.
  ///
  /// - Throws: ``LedgerError`` when the ledger cannot be read.
  public func metricsAtOnce(
    _ windows: MetricsWindows, by grouping: MetricsGrouping? = nil, groupsMax: Int = 20,
    prompts policy: PromptPolicy? = nil
  ) throws(LedgerError) -> MetricsReport? {
    let policy = policy?.holdout == nil ? policy : nil
    var builder = MetricsReport.Builder(windows, by: grouping, prompts: policy)
    guard try addBlocks(to: &builder, withPrompts: policy != nil, atOnce: true) else { return nil }
    try addDays(to: &builder, groupsMax: groupsMax)
    builder.firstFailure = try firstFailure()
    return builder.report(groupsMax: groupsMax)
  }

  /// Returns the metrics of production that the counts of days suffice for, without curve, weeks
  /// and groups.
  ///
  /// - Throws: ``LedgerError`` when the ledger cannot be read.
  /// - Complexity: O(*d*) for *d* days, however many episodes there are.
  public func metricsOfDays(_ windows: MetricsWindows) throws(LedgerError) -> MetricsReport {
    var builder = MetricsReport.Builder(windows)
    try addDays(to: &builder, groupsMax: 0)
    builder.firstFailure = try firstFailure()
    return builder.reportOfDays ?? builder.report()
  }

  /// Returns the instant of the first failure of all; `nil` if no renewal has failed.
  ///
  /// - Complexity: O(log *n*) for *n* episodes.
  public func firstFailure() throws(LedgerError) -> Timestamp? {
    var first: Timestamp?
    try readEpisodes(EpisodeQuery()) { record throws(LedgerError) in
      first = record.episode.failedAt
      return false
    }
    return first
  }

  /// Adds the episodes of a report without filter out of blocks, or nothing, and returns whether it
  /// did.
  private func addBlocks(
    to builder: inout MetricsReport.Builder, withPrompts: Bool, atOnce: Bool
  ) throws(LedgerError) -> Bool {
    guard
      var counts = BlockCounts(builder.windows, by: builder.grouping, withPrompts: withPrompts),
      try countEpisodes(&counts, atOnce: atOnce)
    else { return false }
    builder.add(counts)
    return true
  }

  /// Adds the counts of days to a report without filter, those of its groups included.
  private func addDays(
    to builder: inout MetricsReport.Builder, groupsMax: Int
  ) throws(LedgerError) {
    let (first, last) = builder.windows.countedDays
    for day in try dailyFigures(from: first, through: last, of: nil) { builder.add(DayCounts(day)) }
    guard let dimension = builder.grouping?.dimension else { return }
    for name in builder.groupNames.prefix(groupsMax) {
      for day in try dailyFigures(from: first, through: last, of: (dimension, name)) {
        builder.add(DayCounts(day), toGroup: name)
      }
    }
  }
}

extension MetricsWindows {
  /// The first and the last day that a report reads counts of.
  public var countedDays: (first: CivilDate, last: CivilDate) {
    let first = min(previous.lowerBound, closed.lowerBound).adding(days: -1)
    return (first, window.upperBound.adding(days: -1))
  }
}

extension DayCounts {
  /// Creates the counts of a day, of all subscriptions or of a group.
  public init(_ figures: DailyFigures) {
    var mrr: [SubscriptionState: MoneySums] = [:]
    for (state, micros) in figures.mrrMicros { mrr[state, default: MoneySums()].micros = micros }
    for (state, count) in figures.unpriced { mrr[state, default: MoneySums()].unknown = count }
    var failures = EpisodeCounts()
    for (kind, count) in figures.failed {
      // Episodes after a trial are not counted apart by day.
      let status = EpisodeStatus(
        kind.outcome, enteredGrace: kind.enteredGrace, lostAccess: kind.enteredHold)
      failures.add(status, count: count)
    }
    let recoveries = figures.closed.reduce(0) { sum, entry in
      let outcome = entry.key.outcome
      return sum + (outcome == .recoveredInGrace || outcome == .recoveredInHold ? entry.value : 0)
    }
    self.init(
      day: figures.day, renewed: figures.renewed,
      renewedMoney: MoneySums(micros: figures.renewedMicros, unknown: figures.renewedUnpriced),
      firstPayments: figures.firstPayments, refunded: figures.refunded, ended: figures.ended,
      states: figures.states, mrr: mrr, failures: failures, recoveries: recoveries,
      exempt: figures.exempt)
  }
}

extension MetricsGrouping {
  /// The dimension by which days are counted; `nil` if they are not.
  public var dimension: MetricsDimension? { MetricsDimension(rawValue: rawValue) }
}
