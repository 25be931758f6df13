import SeededNumbers
import SubscriptionCore
import Testing

struct MetricsReportTests {
  private static let now = EpisodeWorld.now

  private func report(
    _ records: [EpisodeRecord], days: Int = 30, by grouping: MetricsGrouping? = nil,
    dayCounts: [DayCounts] = []
  ) -> MetricsReport {
    var builder = MetricsReport.Builder(MetricsWindows(days: days, now: Self.now), by: grouping)
    for record in records { builder.add(record) }
    for day in dayCounts { builder.add(day) }
    return builder.report()
  }

  @Test(arguments: 0..<20)
  func `figures equal those counted from the episodes one by one`(seed: Int) throws {
    let records = EpisodeWorld.records(600, seed: seed)
    let report = report(records)
    let window = records.map(\.episode).filter { report.window.contains($0.failedAt) }
    func count(_ episodes: [BillingEpisode], _ outcomes: BillingEpisode.Outcome...) -> Int {
      episodes.filter { outcomes.contains($0.outcome) }.count
    }
    let recovered = count(window, .recoveredInGrace, .recoveredInHold)
    #expect(report.failed == window.count)
    #expect(report[.recoveryRate]?.value == .rate(Rate(recovered, of: window.count)))
    #expect(report[.recoveryRate]?.open == count(window, .open))
    #expect(
      report[.graceRecoveryRate]?.value
        == .rate(
          Rate(count(window, .recoveredInGrace), of: window.filter(\.enteredGrace).count)))
    let held = window.filter { $0.holdStartedAt != nil }
    #expect(
      report[.holdRecoveryRate]?.value
        == .rate(Rate(count(window, .recoveredInHold), of: held.count)))
    let trials = window.filter(\.isFirstPayment)
    #expect(
      report[.trialRecoveryRate]?.value
        == .rate(
          Rate(count(trials, .recoveredInGrace, .recoveredInHold), of: trials.count)))
    let times = window.filter(\.isRecovered).compactMap { episode in
      episode.endedAt.map { ($0 - episode.failedAt).wholeMilliseconds / 60_000 }
    }.sorted()
    guard case .duration(let median?, _, let timed) = report[.medianTimeToRecovery]?.value else {
      Issue.record("no median")
      return
    }
    #expect(timed == times.count)
    #expect(median == .minutes(Int(times[(times.count + 1) / 2 - 1])))
    #expect(report.recoveredByDay.reduce(0, +) == times.count)
  }

  @Test(arguments: 0..<10)
  func `outcomes add up to the failures, of a window, of its trials and by day`(seed: Int) throws {
    let records = EpisodeWorld.records(600, seed: seed)
    let report = report(records)
    let window = records.map(\.episode).filter { report.window.contains($0.failedAt) }
    #expect(report.outcomes.values.reduce(0, +) == report.failed)
    #expect(self.report([]).outcomeWords == nil)
    let words = try #require(report.outcomeWords)
    let numbers = words.split(separator: ", ").compactMap { Int($0.prefix { $0 != " " }) }
    #expect(numbers.reduce(0, +) == report.failed)
    for (outcome, count) in report.outcomes {
      #expect(count == window.filter { $0.outcome == outcome }.count)
      #expect(words.contains("\(count) \(outcome.title)"), "\(words)")
    }
    let unpaid = window.filter { $0.isFirstPayment && $0.outcome != .open && !$0.isRecovered }
    #expect(report.trials.endedUnpaid == unpaid.count)
    // All of these failures had their 60 days, so each of them has ended.
    let past = MetricsWindows(days: 30, ending: CivilDate(Self.now - .days(100)), now: Self.now)
    var builder = MetricsReport.Builder(past)
    for record in records { builder.add(record) }
    let end = try #require(builder.report().curve.points.last)
    #expect(end.other > 0)
    #expect(abs(end.recovered + end.canceled + end.ranOut + end.other - 1) < 1e-9)
  }

  @Test(arguments: 0..<10)
  func `money is summed by the day of the end, and unknown amounts are counted`(seed: Int) {
    let records = EpisodeWorld.records(600, seed: seed)
    let report = report(records)
    var (sums, unknown) = ([String: Int64](), 0)
    for episode in records.map(\.episode) where episode.outcome == .ranOut {
      guard let endedAt = episode.endedAt, report.window.contains(endedAt) else { continue }
      guard let price = episode.price else {
        unknown += 1
        continue
      }
      sums[price.currency, default: 0] += price.micros
    }
    #expect(report[.revenueLost]?.value == .money(sums, unknown: unknown))
  }

  @Test func `days before the first failure that is known say nothing of failures`() {
    let windows = MetricsWindows(days: 30, now: Self.now)
    let first = windows.window.lowerBound.adding(days: -5)
    let records = EpisodeWorld.records(600, seed: 1).filter { $0.episode.failedAt >= first.start }
    func report(firstFailure: Timestamp?) -> MetricsReport {
      var builder = MetricsReport.Builder(windows)
      builder.firstFailure = firstFailure
      for record in records { builder.add(record) }
      return builder.report()
    }
    let (known, unknown) = (report(firstFailure: nil), report(firstFailure: first.start))
    #expect(known.failuresKnownFrom == nil && unknown.failuresKnownFrom == first)
    for metric in [Metric.revenueLost, .recoveryRate, .medianTimeToRecovery] {
      #expect(known[metric]?.previous != nil && unknown[metric]?.previous == nil, "\(metric)")
      #expect(known[metric]?.value == unknown[metric]?.value)
    }
    #expect(known[.recoveryRate]?.final != nil && unknown[.recoveryRate]?.final == nil)
    #expect(known.failedBefore != nil && unknown.failedBefore == nil)
    #expect(unknown.revenue.lines.allSatisfy { $0.previous == nil && $0.final == nil })
    #expect(known.caveats == [] && unknown.caveats == [.beforeUnknown, .finalUnknown])
    #expect(unknown.caveatSentences.allSatisfy { $0.contains(first.iso8601) })
    let whole = report(firstFailure: windows.previous.lowerBound.start + .hours(23))
    #expect(whole.failuresKnownFrom == nil && whole.caveats == [.finalUnknown])
    #expect(whole[.recoveryRate]?.previous != nil && whole[.recoveryRate]?.final == nil)
  }

  /// A report of a week ending on a day, with the same counts on each day.
  private func week(ending last: CivilDate, firstFailure: Timestamp? = nil) -> MetricsReport {
    let windows = MetricsWindows(days: 7, ending: last, now: Self.now)
    var builder = MetricsReport.Builder(windows)
    builder.firstFailure = firstFailure
    for record in EpisodeWorld.records(900, seed: 2) { builder.add(record) }
    let first = windows.closed.lowerBound.adding(days: -1)
    for date in (first..<windows.window.upperBound).dates {
      builder.add(
        DayCounts(
          day: date, renewed: 90, refunded: 1, ended: [.involuntary: 2],
          states: [.active: 900, .grace: 5], mrr: [.active: MoneySums(micros: ["USD": 10])]))
    }
    return builder.report()
  }

  @Test func `a day that is not over is compared with the same hours, or with none`() throws {
    let today = CivilDate(Self.now)
    let (whole, unfinished) = (week(ending: today.adding(days: -1)), week(ending: today))
    #expect(whole.caveats == [] && unfinished.caveats == [.unfinished])
    let ofDays: Set<Metric> = [
      .billingFailureRate, .netInvoluntaryLoss, .involuntaryChurnRate, .voluntaryChurnRate,
      .involuntaryShare, .refundRate, .trialFailureRate,
    ]
    for figure in unfinished.figures {
      #expect(whole[figure.metric]?.previous != nil, "\(figure.metric)")
      #expect((figure.previous == nil) == ofDays.contains(figure.metric), "\(figure.metric)")
    }
    #expect(whole.ends.allSatisfy { $0.previous != nil })
    #expect(unfinished.ends.allSatisfy { $0.previous == nil })
    #expect(whole.revenue.renewalsBefore != nil && unfinished.revenue.renewalsBefore == nil)
    #expect(unfinished.failedBefore != nil)
  }

  @Test func `before the first failure only MRR is known`() throws {
    let today = CivilDate(Self.now)
    let report = week(
      ending: today.adding(days: -1), firstFailure: today.adding(days: -9).start)
    for figure in report.figures {
      #expect((figure.previous != nil) == (figure.metric == .mrr), "\(figure.metric)")
      #expect(figure.final == nil)
    }
    #expect(report.revenue.renewalsBefore == nil && report.ends.allSatisfy { $0.previous == nil })
    #expect(report.failedComparison == nil)
  }

  @Test func `no rate mixes the plan that failed with the plan of today`() throws {
    let windows = MetricsWindows(days: 30, now: Self.now)
    for (grouping, isGiven) in [(MetricsGrouping.plan, false), (.product, true)] {
      var builder = MetricsReport.Builder(windows, by: grouping)
      for record in EpisodeWorld.records(600, seed: 3) { builder.add(record) }
      for name in builder.groupNames {
        for date in windows.window.dates {
          builder.add(DayCounts(day: date, renewed: 9, firstPayments: 3), toGroup: name)
          builder.add(DayCounts(day: date, renewed: 90))
        }
      }
      let report = builder.report()
      #expect(report[.billingFailureRate] != nil)
      #expect(!report.groups.isEmpty)
      for group in report.groups {
        #expect((group[.billingFailureRate] != nil) == isGiven)
        #expect((group[.netInvoluntaryLoss] != nil) == isGiven)
        #expect((group[.trialFailureRate] != nil) == isGiven)
        #expect(group[.recoveryRate] != nil && group[.refundRate] != nil && group[.mrr] != nil)
      }
      #expect((report.groupingSentence == nil) == isGiven)
    }
  }

  @Test(arguments: 0..<10)
  func `the window before is as it was known one window length ago`(seed: Int) {
    let records = EpisodeWorld.records(600, seed: seed)
    let report = report(records)
    let then = Self.now - .days(30)
    let before = records.map(\.episode).filter { report.previous.contains($0.failedAt) }
    let recovered = before.filter { episode in
      episode.isRecovered && episode.endedAt.map { $0 <= then } ?? false
    }
    #expect(report[.recoveryRate]?.previous == .rate(Rate(recovered.count, of: before.count)))
    #expect(before.filter(\.isRecovered).count > recovered.count)
  }

  @Test(arguments: 0..<10)
  func `an episode in grace is not open in hold, but may still come into it`(seed: Int) throws {
    let records = EpisodeWorld.records(600, seed: seed)
    let report = report(records)
    let open = records.map(\.episode).filter {
      report.window.contains($0.failedAt) && $0.outcome == .open
    }
    let held = open.count { $0.holdStartedAt != nil }
    let hold = try #require(report[.holdRecoveryRate])
    #expect(hold.open == held && hold.entering == open.count - held)
    #expect(hold.open < report[.recoveryRate]?.open ?? 0)
    #expect(report[.recoveryRate]?.entering == 0)
    let grace = report[.graceRecoveryRate]?.open ?? 0
    #expect(grace > 0 && grace <= hold.entering)
  }

  @Test func `a rate of hold is final only once no open episode can enter hold`() {
    let rate = MetricValue.rate(Rate(1, of: 2))
    let figure = MetricFigure(metric: .holdRecoveryRate, value: rate, open: 0, entering: 3)
    #expect(!figure.isFinal)
    #expect(MetricFigure(metric: .holdRecoveryRate, value: rate).isFinal)
  }

  @Test(arguments: [7, 30, 90])
  func `a trend of recovery compares days at one age`(days: Int) throws {
    let records = EpisodeWorld.records(4_000, seed: days)
    let report = report(records, days: days)
    let age = Duration.days([7: 1, 30: 7, 90: 7][days] ?? 0)
    let trend = try #require(report[.recoveryRate]?.trend)
    #expect(trend.count == days)
    for (share, date) in zip(trend, report.window.dates) {
      let ofDay = records.map(\.episode).filter { CivilDate($0.failedAt) == date }
      guard date.adding(days: 1).start + age <= Self.now, !ofDay.isEmpty else {
        #expect(share == nil)
        continue
      }
      let recovered = ofDay.count { episode in
        episode.isRecovered && episode.endedAt.map { $0 <= episode.failedAt + age } ?? false
      }
      #expect(share == Rate(recovered, of: ofDay.count).share)
    }
    #expect(trend.compactMap(\.self).count > days / 2)
    // What no payment changes is known at once.
    #expect(report[.trialShareOfFailures]?.trend.last?.flatMap { $0 } != nil)
  }

  @Test(arguments: 0..<10)
  func `the final value has no open episode in it`(seed: Int) throws {
    let records = EpisodeWorld.records(600, seed: seed)
    let report = report(records)
    let closed = records.map(\.episode).filter { report.closed.contains($0.failedAt) }
    #expect(closed.allSatisfy { $0.outcome != .open })
    #expect(
      report[.recoveryRate]?.final
        == .rate(Rate(closed.filter(\.isRecovered).count, of: closed.count)))
    #expect(report.closed.upperBound.start + .days(60) <= Self.now)
  }

  @Test func `a group has the figures of its own episodes`() {
    let records = EpisodeWorld.records(600, seed: 3)
    let whole = report(records, by: .product)
    for group in whole.groups {
      let own = report(records.filter { $0.product.rawValue == group.name })
      #expect(group.failed == own.failed)
      #expect(group[.recoveryRate]?.value == own[.recoveryRate]?.value)
      #expect(group[.recoveryRate]?.previous == own[.recoveryRate]?.previous)
    }
    #expect(whole.groups.map(\.failed).reduce(0, +) == whole.failed)
    #expect(whole.groups.count > 2 && whole.groups.allSatisfy { $0.failed > 0 })
  }

  @Test func `weeks are listed in their order, the latest first`() {
    let weeks = report(EpisodeWorld.records(600, seed: 3), by: .cohort).groups.map(\.name)
    #expect(weeks.count > 3)
    #expect(weeks == weeks.sorted(by: >))
  }

  @Test func `a week is closed 60 days after its last failure, and a day known once it ended`() {
    let records = EpisodeWorld.records(800, seed: 5)
    let report = report(records)
    #expect(report.cohorts.count == MetricsWindows.cohortsMax)
    for cohort in report.cohorts {
      #expect(cohort.week.monday == cohort.week)
      let end = cohort.week.adding(days: 7).start
      #expect(cohort.isClosed == (end + .days(60) <= Self.now))
      let ofWeek = records.map(\.episode).filter {
        CivilDate($0.failedAt).monday == cohort.week
          && $0.failedAt < report.window.upperBound.start
      }
      #expect(cohort.recovered == ofWeek.count(where: \.isRecovered))
      if cohort.isClosed { #expect(cohort.open == 0 && cohort.recoveredByDay[60] != nil) }
      for (day, count) in cohort.recoveredByDay.enumerated() {
        #expect((count != nil) == (end + .days(day) <= Self.now), "day \(day)")
        let within = ofWeek.count { episode in
          guard episode.isRecovered, let paid = episode.endedAt else { return false }
          return day == 60 || paid - episode.failedAt < .days(day) + .minutes(1)
        }
        if let count { #expect(count == within, "day \(day)") }
      }
      let known = cohort.recoveredByDay.compactMap(\.self)
      #expect(known == known.sorted())
    }
  }

  @Test func `days give churn, attempts and revenue, and without them they are left out`() throws {
    let records = EpisodeWorld.records(200, seed: 1)
    #expect(report(records)[.involuntaryChurnRate] == nil)
    #expect(report(records)[.billingFailureRate] == nil && report(records)[.mrr] == nil)
    let windows = MetricsWindows(days: 30, now: Self.now)
    let first = windows.window.lowerBound.adding(days: -1)
    let days = (0...30).map { index in
      DayCounts(
        day: first.adding(days: index), renewed: 100, firstPayments: 4, refunded: 1,
        ended: [.involuntary: 2, .voluntary: 3, nil: 1],
        states: [.active: 900, .hold: 50, .expired: 400],
        mrr: [
          .active: MoneySums(micros: ["USD": 10], unknown: 7),
          .grace: MoneySums(micros: ["USD": 5]),
          .hold: MoneySums(micros: ["USD": 3]),
        ])
    }
    let report = report(records, dayCounts: days)
    #expect(report[.involuntaryChurnRate]?.value == .rate(Rate(60, of: 950)))
    #expect(report[.involuntaryChurnRate]?.previous == nil)
    #expect(report[.involuntaryShare]?.value == .rate(Rate(60, of: 180)))
    #expect(report[.refundRate]?.value == .rate(Rate(30, of: 3000)))
    let trials = records.map(\.episode).count {
      $0.isFirstPayment && report.window.contains($0.failedAt)
    }
    #expect(trials > 0 && report.trialsDue == trials + 120)
    #expect(report[.trialFailureRate]?.value == .rate(Rate(trials, of: trials + 120)))
    #expect(report[.mrr]?.value == .money(["USD": 15], unknown: 7))
    #expect(report[.mrrInHold]?.value == .money(["USD": 3], unknown: 0))
    let recoveries = records.map(\.episode).filter { episode in
      episode.isRecovered && episode.endedAt.map { report.window.contains($0) } ?? false
    }
    #expect(
      report[.billingFailureRate]?.value
        == .rate(Rate(report.failed, of: 3000 - recoveries.count + report.failed)))
  }

  @Test(arguments: Metric.allCases)
  func `the filter of a figure parses`(metric: Metric) throws {
    let days = MetricsWindows(days: 7, now: Self.now)
    let counts = days.window.dates.map { DayCounts(day: $0, renewed: 1) }
    let start = DayCounts(day: days.window.lowerBound.adding(days: -1), renewed: 1)
    let report = report([], days: 7, dayCounts: counts + [start])
    let figure = try #require(report[metric])
    if let filter = figure.filter { _ = try Filter.parse(filter) }
  }

  @Test func `a window of a week on a Monday has the seven days before it`() {
    let windows = MetricsWindows(days: 7, now: CivilDate(year: 2026, month: 11, day: 23).start)
    #expect(windows.window.lowerBound.iso8601 == "2026-11-16")
    #expect(windows.window.upperBound.iso8601 == "2026-11-23")
    #expect(windows.previous.lowerBound.iso8601 == "2026-11-09")
    #expect(windows.closed.upperBound.iso8601 == "2026-09-24")
    #expect(windows.firstCohort.iso8601 == "2026-08-24")
    #expect(!windows.isUnfinished)
  }

  @Test func `days alone give the same rates as the episodes`() throws {
    let records = EpisodeWorld.records(2_000, seed: 9)
    let windows = MetricsWindows(days: 30, now: Self.now)
    let first = windows.closed.lowerBound.adding(days: -1)
    let days = (first..<windows.window.upperBound).dates.map { date in
      var day = DayCounts(day: date, renewed: 500, refunded: 2, ended: [.involuntary: 1])
      let range = date..<date.adding(days: 1)
      var failures = EpisodeCounts()
      for episode in records.map(\.episode) where range.contains(episode.failedAt) {
        failures.add(episode, at: Self.now)
      }
      day.failures = failures
      day.recoveries = records.count { record in
        record.episode.isRecovered && record.episode.endedAt.map { range.contains($0) } ?? false
      }
      return day
    }
    let whole = report(records, dayCounts: days)
    var builder = MetricsReport.Builder(windows)
    for day in days { builder.add(day) }
    let quick = try #require(builder.reportOfDays)
    #expect(quick.failed == whole.failed && quick.failed > 0)
    for metric in Metric.allCases {
      guard metric.needsDaysOnly else {
        #expect(quick[metric] == nil)
        continue
      }
      let figure = try #require(quick[metric])
      #expect(figure.value == whole[metric]?.value, "\(metric)")
      #expect(figure.final == whole[metric]?.final, "\(metric)")
      #expect(figure.trend == (metric.followsFailures ? [] : whole[metric]?.trend), "\(metric)")
      #expect(figure.previous == (metric.followsFailures ? nil : whole[metric]?.previous))
    }
  }
}
