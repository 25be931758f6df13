import SubscriptionCore
import Testing

/// The groups of a report, and what they leave out.
struct MetricsReportGroupsTests {
  private static let now = EpisodeWorld.now

  private func report(
    _ records: [EpisodeRecord], days: Int = 30, by grouping: MetricsGrouping? = nil
  ) -> MetricsReport {
    var builder = MetricsReport.Builder(MetricsWindows(days: days, now: Self.now), by: grouping)
    for record in records { builder.add(record) }
    return builder.report()
  }

  /// A report by product of which one failed in the window, one only lost money in it, and the
  /// third has nothing but renewals.
  private func reportByProduct(groupsMax: Int = .max) -> MetricsReport {
    let windows = MetricsWindows(days: 7, now: Self.now)
    var builder = MetricsReport.Builder(windows, by: .product)
    func add(_ product: ProductID, failedDaysAgo days: Int, _ outcome: BillingEpisode.Outcome) {
      var episode = BillingEpisode(failedAt: Self.now - .days(days), enteredGrace: false)
      episode.price = Money(micros: 9_990_000, currency: "USD")
      (episode.outcome, episode.endedAt) = (outcome, Self.now - .days(2))
      builder.add(
        EpisodeRecord(
          subscription: SubscriptionID("\(product)-\(days)"), store: .appStore, product: product,
          episode: episode))
    }
    add("pro", failedDaysAgo: 3, .recoveredInHold)
    add("lapsing", failedDaysAgo: 62, .ranOut)
    add("old", failedDaysAgo: 70, .ranOut)
    for date in windows.window.dates {
      builder.add(
        DayCounts(day: date, renewed: 10, ended: [.involuntary: 2], states: [.active: 8]))
      for (name, renewed) in [
        ("pro", 4), ("lapsing", 2), ("steady", 1), ("idle", 0), ("resting", 0),
      ] {
        builder.add(
          DayCounts(
            day: date, renewed: renewed, ended: name == "pro" ? [.involuntary: 1] : [:],
            states: name == "resting" ? [.active: 3] : [:]), toGroup: name)
      }
    }
    return builder.report(groupsMax: groupsMax)
  }

  @Test func `a group without a failure is listed for its money and its renewals`() throws {
    let report = reportByProduct()
    #expect(report.groups.map(\.name) == ["pro", "lapsing", "old", "resting", "steady"])
    #expect(report.groups.map(\.failed) == [1, 0, 0, 0, 0])
    let lost = report.groups.map { $0[.revenueLost]?.value }
    #expect(
      lost
        == [0, 1, 1, 0, 0].map { count in
          count == 0 ? .money([:], unknown: 0) : .money(["USD": 9_990_000], unknown: 0)
        })
    #expect(report.groups.last?[.billingFailureRate]?.value == .rate(Rate(0, of: 7)))
    // A group without a failure makes the others no more alike.
    #expect(report.groups.allSatisfy { $0[.recoveryRate]?.comparison == nil })
  }

  @Test func `a report says what its groups leave out`() {
    // Days of one group are not given: nothing is said of renewals.
    #expect(reportByProduct().unlisted == MetricsReport.Unlisted(groups: 0, failed: 0))
    #expect(reportByProduct().unlistedSentence == nil)
    let short = reportByProduct(groupsMax: 1)
    #expect(
      short.unlisted
        == MetricsReport.Unlisted(
          groups: 4, failed: 0, renewals: 42, ends: 7, subscriptions: 8))
    #expect(
      short.unlistedSentence
        == "4 more groups are not listed; what is not listed has 42 paid renewals, 7 ends and "
        + "8 subscriptions.")
    var report = short
    report.unlisted = MetricsReport.Unlisted(groups: 0, failed: 0, renewals: 1_204, ends: 0)
    #expect(
      report.unlistedSentence
        == "Groups without a failure are not listed; what is not listed has 1,204 paid renewals.")
    report.unlisted = MetricsReport.Unlisted(groups: 1)
    #expect(report.unlistedSentence == "1 more group is not listed.")
    #expect(self.report([], by: .cohort).unlisted == nil && self.report([]).unlisted == nil)
  }

  @Test func `a group has the churn and the money of its own days`() throws {
    let windows = MetricsWindows(days: 7, now: Self.now)
    var builder = MetricsReport.Builder(windows, by: .product)
    for record in EpisodeWorld.records(300, seed: 8) { builder.add(record) }
    let first = windows.previous.lowerBound.adding(days: -1)
    let names = Array(builder.groupNames.prefix(2))
    for date in (first..<windows.window.upperBound).dates {
      func day(_ share: Int) -> DayCounts {
        DayCounts(
          day: date, renewed: 10 * share, firstPayments: share,
          ended: [.involuntary: share, .voluntary: 2 * share],
          states: [.active: 90 * share, .grace: 10 * share, .expired: 7],
          mrr: [
            .active: MoneySums(micros: ["EUR": Int64(share)], unknown: share),
            .grace: MoneySums(micros: ["EUR": 5]), .hold: MoneySums(micros: ["USD": 3]),
          ])
      }
      builder.add(day(5))
      for (place, name) in names.enumerated() { builder.add(day(1 + place), toGroup: name) }
    }
    let report = builder.report()
    for (place, name) in names.enumerated() {
      let group = try #require(report.groups.first { $0.name == name })
      let share = 1 + place
      #expect(group[.involuntaryChurnRate]?.value == .rate(Rate(7 * share, of: 100 * share)))
      #expect(
        group[.involuntaryChurnRate]?.comparison?.rest
          == Rate(35 - 7 * share, of: 500 - 100 * share))
      #expect(group[.voluntaryChurnRate]?.previous == .rate(Rate(14 * share, of: 100 * share)))
      #expect(group[.involuntaryShare]?.value == .rate(Rate(7 * share, of: 21 * share)))
      #expect(group[.mrr]?.value == .money(["EUR": Int64(share) + 5], unknown: share))
      #expect(group[.mrrInGrace]?.value == .money(["EUR": 5], unknown: 0))
      #expect(group[.mrrInHold]?.value == .money(["USD": 3], unknown: 0))
      #expect(group.figures.map(\.metric) == Metric.allCases)
    }
    #expect(report.groupingSentence == nil && report.filterSentence == nil)
  }

  @Test func `a week has what its own days count, of all`() throws {
    let windows = MetricsWindows(days: 30, now: Self.now)
    let records = EpisodeWorld.records(900, seed: 4)
    var builder = MetricsReport.Builder(windows, by: .cohort)
    for record in records { builder.add(record) }
    let first = windows.previous.lowerBound.adding(days: -1)
    for (place, date) in (first..<windows.window.upperBound).dates.enumerated() {
      builder.add(
        DayCounts(
          day: date, renewed: 50, ended: [.involuntary: 1], states: [.active: 900 + place],
          recoveries: 2))
    }
    let report = builder.report()
    #expect(report.groups.count > 3)
    for group in report.groups {
      let monday = try #require(CivilDate(iso8601: group.name))
      let week = monday..<min(monday.adding(days: 7), windows.window.upperBound)
      let attempts = 48 * week.dayCount + group.failed
      #expect(group[.billingFailureRate]?.value == .rate(Rate(group.failed, of: attempts)))
      let live = 899 + (first..<monday).dayCount
      #expect(group[.involuntaryChurnRate]?.value == .rate(Rate(week.dayCount, of: live)))
      #expect(group.figures.allSatisfy { $0.previous == nil && $0.comparison == nil })
    }
    #expect(report.groupingSentence?.contains("calendar week") == true)
  }

  @Test func `what cannot be had by filter, tag or plan is said`() throws {
    let records = EpisodeWorld.records(300, seed: 4)
    #expect(report(records, by: .tag).groupingSentence?.hasPrefix("By tag there is no") == true)
    #expect(report(records, by: .plan).groupingSentence?.hasPrefix("By plan there is no") == true)
    let filter = try Filter.parse("store:play")
    var builder = MetricsReport.Builder(
      MetricsWindows(days: 30, now: Self.now), by: .plan, filter: filter)
    for record in records { builder.add(record) }
    let report = builder.report()
    #expect(report[.mrr] == nil && report.groups.allSatisfy { $0[.mrr] == nil })
    #expect(report.filterSentence?.hasPrefix(MetricsReport.filterWords) == true)
    #expect(report.groupingSentence == nil && report.trialsDue == nil)
  }

  @Test func `a tag that an account has twice counts its failures once`() {
    var record = EpisodeWorld.records(1, seed: 3)[0]
    record.episode.failedAt = Self.now - .days(3)
    record.tags = ["vip", "VIP", "beta", "vip"]
    let groups = report([record], by: .tag).groups
    #expect(groups.map(\.name).sorted() == ["beta", "vip"])
    #expect(groups.map(\.failed) == [1, 1])
    let profile = AccountProfile(account: "a", tags: ["vip", "VIP", "beta", "vip"])
    #expect(profile.tags == ["vip", "beta"])
  }

  @Test(arguments: [3, 30, 80])
  func `a week counts whole where the window begins within it`(days: Int) throws {
    let report = report(EpisodeWorld.records(600, seed: 3), days: days, by: .cohort)
    #expect(report.window.lowerBound.monday < report.window.lowerBound)
    for group in report.groups {
      let cohort = try #require(report.cohorts.first { $0.week.iso8601 == group.name })
      #expect(group.failed == cohort.failed)
      #expect(group[.recoveryRate]?.value == .rate(cohort.rate))
      let filter = try #require(report.list(of: group)).filter
      #expect(filter.contains("failed>=\(report.window.lowerBound.monday.iso8601)"))
    }
    #expect(report.groups.last?.name == report.window.lowerBound.monday.iso8601)
  }
}
