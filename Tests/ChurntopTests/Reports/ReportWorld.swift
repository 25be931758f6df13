import SubscriptionCore

/// Reports of a small world that is the same in every run.
enum ReportWorld {
  /// The present: a Friday.
  static let now = CivilDate(year: 2026, month: 11, day: 20).start + .hours(9)
  /// A product whose name would break a page that did not escape it.
  static let hostileProduct = "<script>alert('x')</script>|&\"\u{1B}[31m"

  /// Returns the report of the last seven days.
  static func report(by grouping: MetricsGrouping? = nil) -> MetricsReport {
    let windows = MetricsWindows(days: 7, now: now)
    var builder = MetricsReport.Builder(
      windows, by: grouping, prompts: grouping == nil ? PromptPolicy(holdout: holdout) : nil)
    for index in (0..<2_000).reversed() { builder.add(record(index)) }
    let first = windows.closed.lowerBound.adding(days: -1)
    for date in (first..<windows.window.upperBound).dates {
      builder.add(day(date))
    }
    return builder.report()
  }

  /// The holdout, whose accounts are shown no prompt.
  private static let holdout = PromptHoldout(
    percent: 20, salt: "autumn", since: CivilDate(year: 2026, month: 8, day: 1))

  /// Returns an episode: one every 105 minutes back from the present.
  private static func record(_ index: Int) -> EpisodeRecord {
    let failedAt = now - .minutes(105 * (index + 1))
    let graceEnds = index % 3 == 0 ? nil : failedAt + .days(16)
    var episode = BillingEpisode(
      failedAt: failedAt, enteredGrace: graceEnds != nil, graceEnds: graceEnds,
      retryEnds: failedAt + .days(60), plan: .monthly,
      price: index % 11 == 0 ? nil : Money(micros: 9_990_000, currency: "EUR"),
      isFirstPayment: index % 6 == 0)
    let length = Duration.hours(5 + index * 37 % 900)
    let access = graceEnds ?? failedAt
    let outcome: BillingEpisode.Outcome =
      index % 5 < 3
      ? (failedAt + length < access ? .recoveredInGrace : .recoveredInHold)
      : index % 5 == 3 ? .ranOut : .canceledByUser
    let endedAt = failedAt + (outcome == .ranOut ? .days(60) : length)
    if endedAt <= now { (episode.outcome, episode.endedAt) = (outcome, endedAt) }
    if access <= now, access < endedAt { episode.holdStartedAt = access }
    let subscription = SubscriptionID("s\(index)")
    for (place, hours) in [30, 120].enumerated()
    where index % (2 + place) == 0 && failedAt + .hours(hours) < episode.endedAt ?? now
      && !holdout.holdsOut(account: nil, subscription: subscription)
    {
      let step: PromptStep = place == 0 ? .officialMessage : .ownBanner
      episode.prompts.append(PromptCase.Shown(at: failedAt + .hours(hours), step: step))
    }
    return EpisodeRecord(
      subscription: subscription, store: index % 2 == 0 ? .appStore : .googlePlay,
      product: index % 4 == 0 ? ProductID(hostileProduct) : "pro.monthly",
      country: ["JP", "US", nil][index % 3], episode: episode)
  }

  private static func day(_ date: CivilDate) -> DayCounts {
    DayCounts(
      day: date, renewed: 160,
      renewedMoney: MoneySums(micros: ["EUR": 1_498_500_000, "KRW": 99_000_000_000], unknown: 3),
      refunded: 1, ended: [.involuntary: 4, .voluntary: 6, nil: 1],
      states: [.active: 4_000, .grace: 90, .hold: 210, .expired: 5_000],
      mrr: [
        .active: MoneySums(micros: ["EUR": 39_960_000_000], unknown: 12),
        .grace: MoneySums(micros: ["EUR": 899_100_000]),
        .hold: MoneySums(micros: ["EUR": 2_097_900_000, "KRW": 9_900_000_000]),
      ])
  }
}
