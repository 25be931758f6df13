import ArgumentParser
import SubscriptionCore

/// Computes every metric from billing episodes.
struct ReportBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Compute every metric from billing episodes.")

  @Option(help: "How many episodes.")
  var episodes = 1_000_000

  func run() {
    let now = SyntheticSubscribers.now
    let records = (0..<episodes).map { Self.record($0, now: now) }
      .sorted { $0.episode.failedAt < $1.episode.failedAt }
    let holdout = PromptHoldout(percent: 10, salt: "benchmark", since: CivilDate(now - .days(180)))
    for (grouping, prompts, words) in [
      (nil, nil, ""), (.product, nil, ", by product"),
      (nil, PromptPolicy(holdout: holdout), ", with the effect of prompts"),
    ] as [(MetricsGrouping?, PromptPolicy?, String)] {
      var failed = 0
      let time = Stopwatch.measure {
        var builder = MetricsReport.Builder(
          MetricsWindows(days: 90, now: now), by: grouping, prompts: prompts)
        // A copy of each record, as of the elements of a sequence, costs more than to count it.
        for place in records.indices { builder.add(records[place]) }
        failed = builder.report().failed
      }
      precondition(failed > episodes / 10, "a part of the episodes lies in the window")
      Figure(
        name: "all metrics over \(episodes) episodes" + words,
        value: time.cpuSeconds, unit: "CPU s", goal: .atMost(1)
      ).report()
    }
  }

  /// Returns an episode that failed within the half year before.
  private static func record(_ index: Int, now: Timestamp) -> EpisodeRecord {
    let failedAt = now - .minutes(1 + index * 7_919 % (180 * 1440))
    let endedAt = failedAt + .minutes(index * 104_729 % (60 * 1440))
    var episode = BillingEpisode(
      failedAt: failedAt, enteredGrace: index % 2 == 0, graceEnds: failedAt + .days(16),
      retryEnds: failedAt + .days(60), plan: .monthly,
      price: Money(micros: 4_990_000, currency: index % 3 == 0 ? "USD" : "EUR"),
      isFirstPayment: index % 7 == 0)
    if endedAt <= now {
      episode.outcome = index % 5 == 0 ? .canceledByUser : .recoveredInGrace
      episode.endedAt = endedAt
    }
    if index % 2 == 0 {
      episode.prompts = [30, 100, 200].map { failedAt + .hours($0) }
        .filter { $0 <= episode.endedAt ?? now }
        .map { PromptCase.Shown(at: $0, step: .officialMessage) }
    }
    return EpisodeRecord(
      subscription: SubscriptionID("as_20000009\(index)"), store: .appStore,
      account: AccountID("user-\(index / 2)"), product: ProductID("product.\(index % 20)"),
      country: "JP", episode: episode)
  }
}
