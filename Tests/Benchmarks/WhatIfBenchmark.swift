import ArgumentParser
import SubscriptionCore

/// Replays billing episodes under another policy.
struct WhatIfBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "whatif", abstract: "Replay billing episodes under another policy.")

  @Option(help: "How many episodes, two a subscriber.")
  var episodes = 100_000

  func run() throws {
    let records = (0..<episodes).map(Self.record)
    var longer = ChurnPolicy.standard
    longer.recovery.appStoreGrace = .sixteenDays
    longer.recovery.googlePlay.graceDays = 14
    try measure("what-if, other grace", longer, records)
    var rich = longer
    rich.prompts.appStore = PromptPlan(
      step: .officialMessage, cap: 8, quietHours: QuietHours(from: 22 * 60, to: 8 * 60),
      escalation: PromptPlan.Escalation(within: .days(3)))
    rich.prompts.googlePlay = PromptPlan(step: .ownBanner, cadence: .days(2), cap: 8)
    rich.prompts.rules = [
      try PromptRule(
        name: "yearly", when: Filter.parse("state:hold plan:P1Y"),
        plan: PromptPlan(step: .ownBanner, cadence: .days(7), cap: 5))
    ]
    try measure("what-if, other grace, prompts, quiet hours and a rule", rich, records)
  }

  private func measure(
    _ name: String, _ candidate: ChurnPolicy, _ records: [EpisodeRecord]
  ) throws {
    var whatIf = WhatIf(
      current: .standard, candidate: candidate, now: SyntheticSubscribers.now)
    var report: WhatIfReport?
    let time = Stopwatch.measure {
      for record in records { whatIf.add(record) }
      report = whatIf.report()
    }
    precondition(report.map { $0.differences.nowInGrace > 0 } ?? false, "some differ")
    Figure(
      name: "\(name), 100,000 episodes",
      value: time.cpuSeconds / Double(episodes) * 100_000, unit: "s of CPU", goal: .atMost(1)
    ).report()
  }

  /// An episode like those of a real ledger: dates to the millisecond, some open, some ended.
  private static func record(_ index: Int) -> EpisodeRecord {
    func number(_ salt: UInt64, below bound: Int64) -> Int64 {
      var bits = UInt64(index) &* 0x9E37_79B9_7F4A_7C15 &+ salt &* 0xD1B5_4A32_D192_ED03
      bits = (bits ^ (bits >> 31)) &* 0x94D0_49BB_1331_11EB
      return Int64((bits ^ (bits >> 29)) >> 1) % bound
    }
    let day: Int64 = 86_400_000
    let store: Store = index.isMultiple(of: 2) ? .appStore : .googlePlay
    let failedAt = SyntheticSubscribers.now - .milliseconds(number(1, below: 90 * day))
    let graceEnds =
      failedAt + .days(store == .appStore ? 3 : 7) - .milliseconds(number(2, below: 60_000))
    var episode = BillingEpisode(
      failedAt: failedAt, enteredGrace: true, graceEnds: graceEnds,
      retryEnds: failedAt + .days(60), plan: index.isMultiple(of: 5) ? .yearly : .monthly,
      price: Money(micros: 4_990_000, currency: index.isMultiple(of: 3) ? "EUR" : "USD"))
    let endedAt = failedAt + .milliseconds(number(3, below: 80 * day))
    if endedAt >= failedAt + .days(60), failedAt + .days(60) <= SyntheticSubscribers.now {
      (episode.outcome, episode.endedAt) = (.ranOut, failedAt + .days(60))
    } else if endedAt <= SyntheticSubscribers.now, endedAt < failedAt + .days(60) {
      let isPaid = number(4, below: 3) > 0
      episode.outcome =
        isPaid ? (endedAt <= graceEnds ? .recoveredInGrace : .recoveredInHold) : .canceledByUser
      episode.endedAt = endedAt
    }
    if graceEnds < episode.endedAt ?? SyntheticSubscribers.now {
      episode.holdStartedAt = graceEnds
    }
    return EpisodeRecord(
      subscription: SubscriptionID("bench_\(index / 2)"), store: store, app: "com.example.news",
      account: AccountID("account-\(index / 2)"), product: "news.monthly", country: "JP",
      episode: episode)
  }
}
