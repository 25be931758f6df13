extension MetricsReport {
  /// The computation of a report in one pass over episodes, in any order.
  ///
  /// Builders of the same windows and grouping that were given disjoint episodes can be merged, so
  /// that parts are computed apart:
  ///
  ///     var builder = MetricsReport.Builder(MetricsWindows(days: 30, now: now))
  ///     for record in records { builder.add(record) }
  ///     for day in days { builder.add(day) }
  ///     let report = builder.report()
  public struct Builder: Sendable {
    /// The windows.
    public let windows: MetricsWindows
    /// The property to group by; `nil` for none.
    public let grouping: MetricsGrouping?
    /// The filter that the episodes satisfy; `nil` for all.
    public let filter: Filter?
    /// The failures to read, which with prompts may begin before ``MetricsWindows/failures``.
    public let failures: Range<Timestamp>
    /// The first failure that the ledger knows of, whatever the filter; `nil` if it is not known.
    ///
    /// A window before that began earlier has no value but MRR, and renewals paid earlier are no
    /// attempts: nothing was seen then, rather than nothing happened.
    public var firstFailure: Timestamp?
    private let counted: Range<Timestamp>
    private let edges: WindowEdges
    /// The edges for groups, which differ by week.
    private let groupEdges: WindowEdges
    private var prompts: PromptFigures.Builder?
    private let followed: Range<Timestamp>
    private let firstCohort: Timestamp
    private var total = ComparedCounts()
    /// The failures of each day at ``MetricsWindows/trendAge``.
    private var byDay: [EpisodeCounts]
    private var recoveriesByDay: [Int]
    private var incidence = EpisodeDurations()
    private var cohorts: [CohortCounts]
    private var groups: [String: ComparedCounts] = [:]
    private var days: [CivilDate: DayCounts] = [:]
    private var groupDays: [String: [CivilDate: DayCounts]] = [:]

    /// Creates an empty computation.
    ///
    /// With a policy the report has the effect of its prompts, and the episodes come in the order
    /// of their failures.
    public init(
      _ windows: MetricsWindows, by grouping: MetricsGrouping? = nil, filter: Filter? = nil,
      prompts policy: PromptPolicy? = nil
    ) {
      (self.windows, self.grouping, self.filter) = (windows, grouping, filter)
      edges = WindowEdges(windows)
      groupEdges = WindowEdges(windows, byWeek: grouping == .cohort)
      prompts = policy.map { PromptFigures.Builder(windows, policy: $0) }
      counted = windows.failures
      failures = prompts?.failures ?? counted
      followed = windows.followed.lowerBound.start..<windows.followed.upperBound.start
      firstCohort = windows.firstCohort.start
      byDay = Array(repeating: EpisodeCounts(), count: windows.days)
      recoveriesByDay = Array(repeating: 0, count: windows.days)
      cohorts = Array(repeating: CohortCounts(), count: MetricsWindows.cohortsMax)
    }

    /// Counts an episode; one that failed outside of ``MetricsWindows/failures`` changes nothing
    /// but the effect of prompts.
    ///
    /// - Complexity: O(1), or O(*t*) for an account with *t* tags when grouping by tag.
    public mutating func add(_ record: EpisodeRecord) {
      let episode = record.episode
      prompts?.add(record)
      guard counted.contains(episode.failedAt) else { return }
      total.add(episode, edges)
      if followed.contains(episode.failedAt) { incidence.add(episode, at: windows.now) }
      if edges.window.contains(episode.failedAt) {
        byDay[place(episode.failedAt, from: edges.window.lowerBound, days: 1)]
          .add(episode, at: min(windows.now, episode.failedAt + windows.trendAge))
      }
      if let endedAt = episode.endedAt, episode.isRecovered, edges.window.contains(endedAt) {
        recoveriesByDay[place(endedAt, from: edges.window.lowerBound, days: 1)] += 1
      }
      if episode.failedAt >= firstCohort {
        cohorts[place(episode.failedAt, from: firstCohort, days: 7)].add(episode)
      }
      for name in grouping?.names(of: record) ?? [] {
        groups[name, default: ComparedCounts()].add(episode, groupEdges)
      }
    }

    /// Adds the counts of episodes that were read in blocks, in place of the episodes.
    public mutating func add(_ counts: BlockCounts) {
      precondition(windows == counts.windows && grouping == counts.grouping, "other windows")
      total += counts.total
      for (place, counts) in counts.failuresByDay.enumerated() { byDay[place] += counts }
      for (place, number) in counts.recoveriesByDay.enumerated() {
        recoveriesByDay[place] += number
      }
      for (place, cohort) in counts.cohorts.enumerated() { cohorts[place] += cohort }
      incidence += counts.followedTimes
      for (name, counts) in counts.totalByGroup {
        groups[name, default: ComparedCounts()] += counts
      }
      if let observations = counts.prompts { prompts?.replace(by: observations) }
    }

    /// Adds the counts of a day.
    public mutating func add(_ day: DayCounts) { days[day.day] = day }

    /// Adds the counts of a day of one group.
    public mutating func add(_ day: DayCounts, toGroup name: String) {
      groupDays[name, default: [:]][day.day] = day
    }

    /// The names of the groups whose days a report counts, most episodes in the window first; weeks
    /// with an episode, the latest first.
    ///
    /// Those without an episode in the window are listed for its money, renewals and ends, if they
    /// have any.
    public var groupNames: [String] {
      guard grouping != .cohort else {
        return groups.filter { $0.value.window.counts.failed > 0 }.keys.sorted(by: >)
      }
      func failed(_ name: String) -> Int { groups[name]?.window.counts.failed ?? 0 }
      let known = Set(groups.filter { !$0.value.isEmpty }.keys).union(groupDays.keys)
      return known.sorted { (failed($1), $0) < (failed($0), $1) }
    }

    private func place(_ instant: Timestamp, from start: Timestamp, days: Int) -> Int {
      // Durations are 128 bits wide, which costs in a loop over millions.
      Int((instant.milliseconds - start.milliseconds) / 86_400_000) / days
    }

    /// Returns the report of what was counted.
    public func report(groupsMax: Int = .max) -> MetricsReport {
      let times = WindowTimes(total.window)
      let figures = figures(total, days, times, trends: true)
      let groups = listed(groupsMax, of: figures)
      return MetricsReport(
        window: windows.window, previous: windows.previous, closed: windows.closed,
        now: windows.now, firstFailure: firstFailure.map(CivilDate.init), figures: figures,
        failed: total.window.counts.failed,
        failedBefore: isKnown(windows.previous) ? total.previous.counts.failed : nil,
        curve: RecoveryCurve(incidence), recoveredByDay: Self.byDay(times.recovery),
        cohorts: cohorts.enumerated().map { place, counts in
          counts.cohort(windows.firstCohort.adding(days: 7 * place), now: windows.now)
        },
        outcomes: total.window.counts.outcomes, ends: ends, trials: total.window.counts.trials,
        revenue: revenue, prompts: prompts?.figures, grouping: grouping,
        groups: groups.listed, unlisted: groups.unlisted,
        references: ReferenceFigure.all, filter: filter,
        pastDays: PastDays(days.values, at: windows.now))
    }
  }
}

// MARK: Days alone

extension MetricsReport.Builder {
  /// The report of the days alone; `nil` unless each day has the counts of its failures.
  ///
  /// It has the metrics that need no episode, and the window before only where that is of the same
  /// age.
  public var reportOfDays: MetricsReport? {
    guard let window = WindowCounts(days, in: windows.window, now: windows.now) else { return nil }
    let before = WindowCounts(days, in: windows.previous, now: windows.now)
    var builder = Self(windows)
    (builder.days, builder.firstFailure) = (days, firstFailure)
    builder.total.window = window
    builder.total.previous = before ?? WindowCounts()
    builder.total.closed =
      WindowCounts(days, in: windows.closed, now: windows.now) ?? WindowCounts()
    for (place, date) in windows.window.dates.enumerated() {
      guard let day = days[date], let failures = day.failures else { continue }
      (builder.byDay[place], builder.recoveriesByDay[place]) = (failures, day.recoveries)
    }
    var report = builder.report()
    report.cohorts = []
    report.figures = report.figures.filter(\.metric.needsDaysOnly).map { figure in
      var figure = figure
      if before == nil || figure.metric.followsFailures { figure.previous = nil }
      // The counts of days know their failures as of now, and not at one age.
      if figure.metric.followsFailures { figure.trend = [] }
      return figure
    }
    return report
  }
}

// MARK: Figures

extension MetricsReport.Builder {
  /// Returns the groups of a report, compared with the figures of all, and what it does not list.
  private func listed(
    _ most: Int, of whole: [MetricFigure]
  ) -> (listed: [MetricsReport.Group], unlisted: MetricsReport.Unlisted?) {
    guard let grouping else { return ([], nil) }
    let names = groupNames.filter(hasCounts)
    var listed = names.prefix(most).map { name in
      let counts = groups[name] ?? ComparedCounts()
      return MetricsReport.Group(
        name: name, failed: counts.window.counts.failed,
        figures: figures(of: name, counts, by: grouping))
    }
    let failing = names.count { groups[$0].map { $0.window.counts.failed > 0 } ?? false }
    listed.compare(with: whole, by: grouping, of: failing)
    return (
      grouping == .cohort ? listed : listed.worstFirst,
      unlisted(names.count - listed.count, beside: listed, by: grouping)
    )
  }

  /// Returns a Boolean value that indicates whether a group has an episode, money, a renewal, a
  /// refund, an end or a subscription in the window.
  private func hasCounts(_ name: String) -> Bool {
    if let counts = groups[name], !counts.window.isEmpty { return true }
    return groupDays[name]?.values.contains { day in
      windows.window.contains(day.day)
        && day.renewed + day.refunded + day.endedCount + day.live > 0
    } ?? false
  }

  /// Returns what a report counts and none of its groups; `nil` for weeks.
  private func unlisted(
    _ count: Int, beside listed: [MetricsReport.Group], by grouping: MetricsGrouping
  ) -> MetricsReport.Unlisted? {
    var unlisted = MetricsReport.Unlisted(groups: count)
    switch grouping {
    case .cohort: return nil
    // An account counts with each of its tags.
    case .tag: return unlisted
    case .store, .product, .plan, .country, .app: break
    }
    unlisted.failed = total.window.counts.failed - listed.reduce(0) { $0 + $1.failed }
    let parts = listed.compactMap { totals(groupDays[$0.name] ?? [:], in: windows.window) }
    guard let whole = totals(days, in: windows.window),
      parts.count == listed.count
    else { return unlisted }
    unlisted.renewals = whole.renewed - parts.reduce(0) { $0 + $1.renewed }
    unlisted.ends = whole.endedCount - parts.reduce(0) { $0 + $1.endedCount }
    unlisted.subscriptions = whole.liveAtEnd - parts.reduce(0) { $0 + $1.liveAtEnd }
    return unlisted
  }

  /// Returns the figures of a group; what a week of failures counts by days is that of all in its
  /// own days, as far as they lie before the end of the window.
  private func figures(
    of name: String, _ counts: ComparedCounts, by grouping: MetricsGrouping
  ) -> [MetricFigure] {
    guard grouping == .cohort, let monday = CivilDate(iso8601: name) else {
      return figures(
        counts, groupDays[name] ?? [:], WindowTimes(counts.window), trends: false)
    }
    let week = monday..<min(monday.adding(days: 7), windows.window.upperBound)
    var counts = counts
    counts.window.recoveredCount = week.dates.reduce(0) { $0 + (days[$1]?.recoveries ?? 0) }
    return figures(counts, days, WindowTimes(counts.window), trends: false, in: week)
  }

  /// Returns the figures of some episodes and days, with the times of the window; in a window of
  /// their own, which is compared with none.
  private func figures(
    _ counts: ComparedCounts, _ days: [CivilDate: DayCounts], _ times: WindowTimes, trends: Bool,
    in own: Range<CivilDate>? = nil
  ) -> [MetricFigure] {
    let compares = own == nil
    let now = totals(days, in: own ?? windows.window)
    let before = totals(days, in: windows.previous)
    let closed = totals(days, in: windows.closed)
    let isFinalKnown = isKnown(windows.closed)
    let timesBefore = compares ? WindowTimes(counts.previous) : nil
    let closedTimes = compares && isFinalKnown ? WindowTimes(counts.closed) : nil
    let daily =
      trends ? windows.window.dates.map { totals(days, in: $0..<$0.adding(days: 1)) } : []
    return Metric.allCases.compactMap { metric in
      // Failures count by the plan that failed, and renewals by the plan of today.
      guard trends || grouping != .plan || !metric.isOfAttempts,
        let value = metric.value(counts.window, now, times)
      else { return nil }
      return MetricFigure(
        metric: metric, value: value,
        previous: compares && isCompared(metric)
          ? metric.value(counts.previous, before, timesBefore) : nil,
        final: compares && isFinalKnown && metric.followsFailures
          ? metric.value(counts.closed, closed, closedTimes) : nil,
        open: metric.open(counts.window.counts),
        entering: metric.entering(counts.window.counts),
        lists: trends ? metric.lists(of: value, in: windows, filter) : [],
        trend: trends ? trend(of: metric, daily) : [])
    }
  }

  /// Returns a Boolean value that indicates whether a metric of the window before may stand beside
  /// that of the window.
  private func isCompared(_ metric: Metric) -> Bool {
    metric == .mrr
      || isKnown(windows.previous) && !(windows.isUnfinished && metric.countsWholeDays)
  }

  /// Returns a Boolean value that indicates whether the ledger knew of failures when days began.
  private func isKnown(_ days: Range<CivilDate>) -> Bool {
    MetricsReport.isKnown(days, since: firstFailure.map(CivilDate.init))
  }

  /// Returns the sums of some days.
  private func totals(
    _ days: [CivilDate: DayCounts], in window: Range<CivilDate>
  ) -> DayTotals? {
    DayTotals(
      days, in: window, now: windows.now, failuresFrom: firstFailure.map(CivilDate.init))
  }

  /// Returns the values of the days of the window, from the totals of each; what follows failures,
  /// at the same age for each day.
  private func trend(of metric: Metric, _ daily: [DayTotals?]) -> [Double?] {
    guard metric.kind == .rate else { return [] }
    return windows.window.dates.enumerated().map { place, date in
      guard !metric.followsFailures || windows.isOfTrendAge(date) else { return nil }
      var window = WindowCounts()
      (window.counts, window.recoveredCount) = (byDay[place], recoveriesByDay[place])
      guard case .rate(let rate)? = metric.value(window, daily[place], nil) else { return nil }
      return rate.share
    }
  }

  private var revenue: RevenueFigures {
    let now = totals(days, in: windows.window)
    let before = wholeDaysBefore
    return RevenueFigures(
      failed: total.window.failed,
      failedBefore: isKnown(windows.previous) ? total.previous.failed : RevenueFigures.Failed(),
      failedFinal: isKnown(windows.closed) ? total.closed.failed : RevenueFigures.Failed(),
      mrr: now?.movement(DayCounts.revenueStates),
      mrrInGrace: now?.movement([.grace]), mrrInHold: now?.movement([.hold]),
      renewals: now?.renewals, renewalsBefore: before?.renewals)
  }

  private var ends: [MetricsReport.Ends] {
    guard let now = totals(days, in: windows.window) else { return [] }
    let before = wholeDaysBefore
    return [.involuntary, .voluntary, nil].map { cause in
      MetricsReport.Ends(
        cause: cause, count: now.ended[cause, default: 0],
        previous: before?.ended[cause, default: 0])
    }
  }

  /// The sums of the window before; `nil` where they may not stand beside those of the window.
  private var wholeDaysBefore: DayTotals? {
    guard isKnown(windows.previous), !windows.isUnfinished else { return nil }
    return totals(days, in: windows.previous)
  }

  /// Returns the number of recoveries by whole days, from day 0 to day 60.
  private static func byDay(_ times: TimeToRecovery) -> [Int] {
    let found = times.byDay()
    return (0...60).map { found.indices.contains($0) ? found[$0] : 0 }
  }
}
