import SeededNumbers
import SubscriptionCore
import Testing

struct PromptFiguresTests {
  private static let now = EpisodeWorld.now
  private static let windows = MetricsWindows(days: 30, now: now)

  /// Episodes in the order of their failures, some with prompts, of accounts with several.
  private static func records(_ count: Int, seed: Int) -> [EpisodeRecord] {
    var random = SeededNumbers(seed: seed)
    return EpisodeWorld.records(count, seed: seed).map { record in
      var record = record
      record.account = AccountID("user-\(Int.random(in: 0..<count / 2, using: &random))")
      let end = record.episode.endedAt ?? now
      for _ in 0..<random.pick([0, 0, 1, 3]) {
        let at = record.episode.failedAt + .hours(Int.random(in: 1...600, using: &random))
        if at <= end { record.episode.prompts.append(.init(at: at, step: .officialMessage)) }
      }
      record.episode.prompts.sort { $0.at < $1.at }
      return record
    }.sorted { $0.episode.failedAt < $1.episode.failedAt }
  }

  private static func report(
    _ records: [EpisodeRecord], _ policy: PromptPolicy?
  ) -> MetricsReport {
    var builder = MetricsReport.Builder(windows, prompts: policy)
    for record in records where builder.failures.contains(record.episode.failedAt) {
      builder.add(record)
    }
    return builder.report()
  }

  @Test(arguments: 0..<5)
  func
    `the comparison is of the failures of the curve, and the holdout's of all since its first day`(
      seed: Int
    ) throws
  {
    let records = Self.records(800, seed: seed)
    let since = CivilDate(Self.now - .days(190))
    let holdout = PromptHoldout(percent: 20, salt: "test", since: since)
    let figures = try #require(Self.report(records, PromptPolicy(holdout: holdout)).prompts)
    let days = Self.windows.followed
    #expect(figures.failures == days && days.lowerBound == Self.windows.closed.lowerBound)

    var observations = PromptEffect.Observations(at: Self.now)
    for record in records where days.contains(record.episode.failedAt) {
      observations.add(record.episode, of: record.subscription)
    }
    #expect(figures.effect == PromptEffect(observations))
    #expect(figures.effect.samplingStep == 1 && !figures.effect.comparisons.isEmpty)

    var comparison = HoldoutComparison(holdout, at: Self.now)
    for record in records where record.episode.failedAt < Self.windows.window.upperBound.start {
      comparison.add(record)
    }
    #expect(figures.holdout == comparison.result)
    #expect(comparison.accounts > 100)
    let early = records.contains {
      (since.start..<Self.windows.failures.lowerBound).contains($0.episode.failedAt)
    }
    #expect(early, "the world has no failure before the windows")
  }

  @Test func `what the holdout reads besides changes no other figure`() {
    let records = Self.records(800, seed: 9)
    let since = CivilDate(Self.now - .days(190))
    let holdout = PromptHoldout(percent: 20, salt: "test", since: since)
    var report = Self.report(records, PromptPolicy(holdout: holdout))
    #expect(report.prompts != nil)
    report.prompts = nil
    #expect(report == Self.report(records, nil))
    #expect(Self.report(records, .standard).prompts?.holdout == nil)
  }

  @Test func `more episodes than are kept are thinned by subscription, in any order`() throws {
    let records = Self.records(4_000, seed: 3)
    func effect(_ records: [EpisodeRecord], max: Int) -> PromptEffect {
      var observations = PromptEffect.Observations(at: Self.now, episodesMax: max)
      for record in records { observations.add(record.episode, of: record.subscription) }
      return PromptEffect(observations)
    }
    let (all, some) = (effect(records, max: 4_000), effect(records, max: 1_200))
    #expect(all.samplingStep == 1 && all.episodes == 4_000)
    #expect(some.samplingStep == 4 && (850...1_150).contains(some.episodes))
    let (whole, part) = try (#require(all.comparisons.first), #require(some.comparisons.first))
    #expect(part.prompted.denominator < whole.prompted.denominator / 3)
    #expect(abs(part.difference - whole.difference) < 4 * part.variance.squareRoot())
    #expect(abs(part.expectedShare - whole.expectedShare) < 0.05)

    // The last comparisons are of the same subscriptions, so that only the numbering can differ.
    var numbers = SeededNumbers(seed: 4)
    let other = effect(records.shuffled(using: &numbers), max: 1_200)
    #expect(other.episodes == some.episodes && other.samplingStep == some.samplingStep)
    let pairs = zip(other.comparisons, some.comparisons)
    for (one, two) in pairs {
      #expect(one.prompted == two.prompted && one.unmatched == two.unmatched)
      #expect(abs(one.expectedShare - two.expectedShare) < 1e-9)
      #expect(abs(one.variance - two.variance) < 1e-9)
    }
  }

  @Test func `a holdout compares the accounts that failed first, and says so`() {
    let records = Self.records(400, seed: 5)
    let holdout = PromptHoldout(
      percent: 50, salt: "test", since: CivilDate(Self.now - .days(201)))
    var (few, all) = (
      HoldoutComparison(holdout, at: Self.now, accountsMax: 60),
      HoldoutComparison(holdout, at: Self.now)
    )
    var before = all
    for record in records {
      few.add(record)
      if all.accounts < 60 { before.add(record) }
      all.add(record)
    }
    #expect(few.accounts == 60 && all.accounts > 100)
    #expect(few.prompted == before.prompted && few.heldOut == before.heldOut)
    #expect(few.warnings.contains(.cut(accounts: 60)))
    #expect(!all.warnings.contains(.cut(accounts: all.accounts)))
  }

  @Test func `names in data are unlike each other`() {
    #expect(
      PromptEffect.Group.all.map(\.name) == [
        "first", "step2", "step3", "prompt2", "prompt3", "prompt4",
      ])
    #expect(HoldoutComparison.Warning.noFirstDay.name == "noFirstDay")
  }
}
