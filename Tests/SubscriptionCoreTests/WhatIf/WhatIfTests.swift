import Testing

@testable import SubscriptionCore

@Suite struct WhatIfTests {
  typealias Grace = RecoveryPolicy.AppStoreGrace

  /// An App Store grace, the plan, and the two timelines of a renewal that is paid on day 20.
  struct AppStoreCase: Sendable {
    var grace: Int
    var candidate: Grace
    var plan = BillingPeriod.monthly
    var before: String
    var after: String
  }

  @Test(arguments: [
    AppStoreCase(
      grace: 0, candidate: .threeDays,
      before: "HHHHHHHHHHHHHHHHHHHHP",
      after: "GGGHHHHHHHHHHHHHHHHHP"),
    AppStoreCase(
      grace: 3, candidate: .sixteenDays,
      before: "GGGHHHHHHHHHHHHHHHHHP",
      after: "GGGGGGGGGGGGGGGGHHHHP"),
    AppStoreCase(
      grace: 16, candidate: .twentyEightDays,
      before: "GGGGGGGGGGGGGGGGHHHHP",
      after: "GGGGGGGGGGGGGGGGGGGGP"),
    AppStoreCase(
      grace: 16, candidate: .off,
      before: "GGGGGGGGGGGGGGGGHHHHP",
      after: "HHHHHHHHHHHHHHHHHHHHP"),
    AppStoreCase(
      grace: 3, candidate: .sixteenDays, plan: .weekly,
      before: "GGGHHHHHHHHHHHHHHHHHP",
      after: "GGGGGGHHHHHHHHHHHHHHP"),
    AppStoreCase(
      grace: 6, candidate: .twentyEightDays, plan: .weekly,
      before: "GGGGGGHHHHHHHHHHHHHHP",
      after: "GGGGGGHHHHHHHHHHHHHHP"),
  ])
  func `the App Store's grace moves the loss of access and never the 60 days`(
    _ example: AppStoreCase
  ) {
    var replay = whatIf(candidate(appStore: example.candidate))
    let record = EpisodeRecord.failed(
      .appStore, grace: example.grace, plan: example.plan,
      example.grace > 20 ? .recoveredInGrace : .recoveredInHold, day: 20)
    let comparison = replay.add(record)
    #expect(comparison.current.drawing(from: decline) == example.before)
    #expect(comparison.candidate.drawing(from: decline) == example.after)
    #expect(comparison.candidate.retryEnds == decline + .days(60))
    #expect(comparison.current.outcome == .recoveredInHold)
    let isInGrace = example.candidate == .twentyEightDays && example.plan == .monthly
    #expect(comparison.candidate.outcome == (isInGrace ? .recoveredInGrace : .recoveredInHold))
  }

  /// A grace and hold of Google Play and the timelines of a renewal that nobody pays.
  struct PlayCase: Sendable {
    var grace: Int
    var tries = 60
    var candidate: Int?
    var hold: Int?
    var plan = BillingPeriod.monthly
    var after: String
  }

  @Test(arguments: [
    PlayCase(grace: 7, candidate: 0, after: repeated("H", 60) + "."),
    PlayCase(grace: 7, candidate: 3, after: repeated("G", 3) + repeated("H", 57) + "."),
    PlayCase(grace: 3, candidate: 7, after: repeated("G", 7) + repeated("H", 53) + "."),
    PlayCase(grace: 7, candidate: 14, after: repeated("G", 14) + repeated("H", 46) + "."),
    PlayCase(grace: 0, candidate: 30, after: repeated("G", 30) + repeated("H", 30) + "."),
    PlayCase(
      grace: 3, candidate: 14, plan: .weekly, after: repeated("G", 7) + repeated("H", 53) + "."),
    // A hold of a fixed length follows the end of grace.
    PlayCase(
      grace: 7, tries: 37, candidate: 14, after: repeated("G", 14) + repeated("H", 30) + "."),
    PlayCase(grace: 7, hold: 30, after: repeated("G", 7) + repeated("H", 30) + "."),
    PlayCase(grace: 7, candidate: 14, hold: 16, after: repeated("G", 14) + repeated("H", 16) + "."),
  ])
  func `Google Play's hold is its setting or what grace leaves of 60 days`(_ example: PlayCase) {
    var replay = whatIf(candidate(play: example.candidate, hold: example.hold))
    let record = EpisodeRecord.failed(
      .googlePlay, grace: example.grace, tries: example.tries, plan: example.plan, .ranOut,
      day: Double(example.tries))
    let comparison = replay.add(record)
    let hold = repeated("H", example.tries - example.grace)
    #expect(comparison.current.drawing(from: decline) == repeated("G", example.grace) + hold + ".")
    #expect(comparison.candidate.drawing(from: decline) == example.after)
  }

  @Test func `a change of money is the difference of the amounts as they are printed`() {
    let line = WhatIfReport.Line(
      subject: .revenue, title: "revenue recovered",
      current: .money(Money(micros: 166_606_000, currency: "EUR")),
      candidate: .money(Money(micros: 123_884_000, currency: "EUR")))
    #expect(line.moneyChange == Money(micros: -42_730_000, currency: "EUR"))
  }

  @Test func `what lies behind shorter retries does not happen`() {
    var replay = whatIf(candidate(hold: 23))
    let paid = replay.add(.failed(.googlePlay, grace: 7, .recoveredInHold, day: 40))
    #expect(paid.candidate.drawing(from: decline) == repeated("G", 7) + repeated("H", 23) + ".")
    let canceled = replay.add(.failed(.googlePlay, grace: 7, .canceledByUser, day: 12, id: "b"))
    #expect(canceled.candidate.outcome == .canceledByUser)
    let figures = replay.report()
    #expect(figures.differences.noLongerRecovered == 1)
    #expect(figures.current.revenue.micros == ["USD": 9_990_000])
    #expect(figures.candidate.revenue.micros == [:])
  }

  @Test func `longer retries keep an episode open that has run out`() {
    var replay = whatIf(candidate(hold: 60), now: decline + .days(50))
    let record = EpisodeRecord.failed(.googlePlay, grace: 7, tries: 37, .ranOut, day: 37)
    #expect(replay.add(record).candidate.outcome == .open)
    #expect(replay.report().candidate.outcomes == [.open: 1])
  }

  @Test(arguments: [
    (nil as Int?, 53 as Int?, 7, 53), (nil, 30, 7, 30), (nil, 23, 7, 23), (14, nil, 14, 30),
  ])
  func `a store that gave up before the projected end had a shorter hold`(
    grace: Int?, hold: Int?, graceDays: Int, holdDays: Int
  ) {
    var replay = whatIf(candidate(play: grace, hold: hold))
    let comparison = replay.add(.failed(.googlePlay, grace: 7, tries: 60, .ranOut, day: 37))
    #expect(
      comparison.current.drawing(from: decline) == repeated("G", 7) + repeated("H", 30) + ".")
    #expect(
      comparison.candidate.drawing(from: decline)
        == repeated("G", graceDays) + repeated("H", holdDays) + ".")
    let report = replay.report()
    #expect(report.candidate.prompts - report.current.prompts == graceDays + holdDays - 37)
    #expect(report.expected.current.beyondObserved == 0)
  }

  @Test(arguments: [60, 45])
  func `Play's grace counts from the renewal, a day before the first report`(tries: Int) {
    var record = EpisodeRecord.failed(.googlePlay, grace: 7, tries: tries)
    record.episode.failedAt = decline + .days(1)
    var (same, longer) = (whatIf(candidate(play: 7)), whatIf(candidate(play: 14)))
    let comparison = same.add(record)
    #expect(!comparison.differs)
    #expect(comparison.candidate.accessEndsAt == decline + .days(7))
    #expect(longer.add(record).candidate.accessEndsAt == decline + .days(14))
  }

  @Test func `an hour of daylight saving is not a difference`() {
    var replay = whatIf(candidate(appStore: .sixteenDays))
    var record = EpisodeRecord.failed(.appStore, grace: 16, .recoveredInHold, day: 20)
    record.episode.graceEnds = decline + .days(16) + .hours(1)
    record.episode.holdStartedAt = record.episode.graceEnds
    #expect(!replay.add(record).differs)
  }

  @Test func `the figures of three subscribers, by hand`() {
    var prompts = PromptPolicy.standard
    prompts.appStore = PromptPlan(step: .ownBanner, cadence: .days(3), cap: 2)
    var current = ChurnPolicy.standard
    current.prompts = prompts
    var (policy, stated) = candidate(appStore: .sixteenDays)
    prompts.appStore.cadence = .days(2)
    prompts.appStore.cap = 4
    policy.prompts = prompts
    var replay = whatIf((policy, stated), current: current)
    // Paid on day 10: lost after 3 days, with two banners; now in grace, with four.
    replay.add(.failed(.appStore, grace: 3, .recoveredInHold, day: 10, id: "a"))
    // Paid on day 1: no difference.
    replay.add(.failed(.appStore, grace: 3, .recoveredInGrace, day: 1, id: "b"))
    // Never paid: 13 more days for nothing.
    replay.add(.failed(.appStore, grace: 3, .ranOut, day: 60, id: "c", price: nil))
    let report = replay.report()
    #expect(report.episodes == 3)
    #expect(report.current.prompts == 2 + 1 + 2)
    #expect(report.candidate.prompts == 4 + 1 + 4)
    #expect((report.current.medianPrompts, report.current.p95Prompts) == (2, 2))
    #expect((report.candidate.medianPrompts, report.candidate.p95Prompts) == (4, 4))
    #expect((report.current.capped, report.candidate.capped) == (2, 2))
    #expect(report.current.unpaidAccess == .days(3 + 3))
    #expect(report.candidate.unpaidAccess == .days(16))
    #expect(report.current.access == .days(3 + 1 + 3))
    #expect(report.candidate.access == .days(10 + 1 + 16))
    #expect((report.current.recoveredInGrace, report.candidate.recoveredInGrace) == (1, 2))
    #expect((report.current.recoveredInHold, report.candidate.recoveredInHold) == (1, 0))
    #expect(report.costOfOneRecoveryInGrace == .days(10))
    #expect(report.differences.longerAccess == 2)
    #expect(report.differences.accessGained == .days(7 + 13))
    #expect(report.differences.nowInGrace == 1)
    #expect(report.largest.map(\.record.subscription.rawValue) == ["c", "a"])
    #expect(report.current.revenue.micros == ["USD": 19_980_000])
  }

  @Test func `access is lost before a prompt without grace, and in quiet hours`() {
    var policy = ChurnPolicy.standard
    // The failure at 09:00 UTC lies in the quiet hours, which end six days and a minute too late.
    policy.prompts.appStore.quietHours = QuietHours(from: 8 * 60, to: 7 * 60)
    var replay = whatIf((policy, [.appStoreGrace]), current: policy)
    replay.add(.failed(.appStore, grace: 0, .ranOut, day: 60))
    replay.add(.failed(.googlePlay, grace: 7, .ranOut, day: 60, id: "b"))
    #expect(replay.report().current.lostBeforePrompt == 1)
  }

  @Test(arguments: [(BillingEpisode.Outcome.open, nil), (.canceledByUser, 5.0)])
  func `grace that states no end lasts while the episode does`(
    outcome: BillingEpisode.Outcome, day: Double?
  ) {
    let now = decline + .days(6)
    var record = EpisodeRecord.failed(.appStore, grace: 16, outcome, day: day)
    record.episode.graceEnds = nil
    var replay = whatIf(candidate(appStore: .sixteenDays), now: now)
    let comparison = replay.add(record)
    let lasts = Duration.days(day == nil ? 6 : 5)
    #expect(comparison.current.access(since: decline) == lasts)
    #expect(!comparison.current.lostAccess)
    #expect(comparison.accessGained == .zero)
    // A length in force says when it ends.
    var policy = ChurnPolicy.standard
    policy.recovery.appStoreGrace = .threeDays
    var inForce = whatIf(candidate(appStore: .sixteenDays), current: policy, now: now)
    #expect(inForce.add(record).current.access(since: decline) == .days(3))
  }

  @Test func `what is unknown is counted and said`() throws {
    var (policy, stated) = candidate(play: 14)
    policy.prompts.rules = [
      try PromptRule(
        name: "jp", when: Filter.parse("country:JP -flags:trial"), plan: PromptPlan(cap: 2))
    ]
    var replay = whatIf((policy, stated), now: decline + .days(3))
    var record = EpisodeRecord.failed(.googlePlay, grace: 7)
    replay.add(record)
    (record.country, record.episode.plan) = (nil, nil)
    replay.add(record)
    let report = replay.report()
    #expect(report.gaps.ruleFields == ["country": 1])
    #expect(report.gaps.untestedFields == ["flag"])
    #expect((report.gaps.open, report.gaps.planUnknown) == (2, 1))
    let words = report.assumptions.joined(separator: "\n")
    #expect(words.contains("1 episode without a value of 'country', which a rule tests."))
    #expect(words.contains("2 episodes still open"))
    #expect(words.contains("seed 41"))
  }
}

private func repeated(_ character: Character, _ count: Int) -> String {
  String(repeating: character, count: count)
}
