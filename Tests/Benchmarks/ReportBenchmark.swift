import ArgumentParser
import SubscriptionCore

/// Computes every metric from billing episodes.
struct ReportBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Compute every metric from billing episodes.")

  @Option(help: "How many episodes.")
  var episodes = 1_000_000

  /// The episodes that are made at once: as many as a ledger reads at once.
  ///
  /// To hold a million of them costs more than to count them.
  private static let page = 4_096

  func run() {
    let now = SyntheticSubscribers.now
    let order = (0..<episodes).sorted { Self.failure($0, now: now) < Self.failure($1, now: now) }
    let holdout = PromptHoldout(percent: 10, salt: "benchmark", since: CivilDate(now - .days(180)))
    for (grouping, prompts, words) in [
      (nil, nil, ""), (.product, nil, ", by product"),
      (nil, PromptPolicy(holdout: holdout), ", with the effect of prompts"),
    ] as [(MetricsGrouping?, PromptPolicy?, String)] {
      var builder = MetricsReport.Builder(
        MetricsWindows(days: 90, now: now), by: grouping, prompts: prompts)
      var seconds = 0.0
      for first in stride(from: 0, to: order.count, by: Self.page) {
        let records = order[first..<min(first + Self.page, order.count)]
          .map { Self.record($0, now: now) }
        seconds += Stopwatch.measure { for record in records { builder.add(record) } }.cpuSeconds
      }
      var failed = 0
      seconds += Stopwatch.measure { failed = builder.report().failed }.cpuSeconds
      precondition(failed > episodes / 10, "a part of the episodes lies in the window")
      Figure(
        name: "all metrics over \(episodes) episodes" + words, value: seconds, unit: "CPU s",
        goal: .atMost(1)
      ).report()
    }
  }

  /// Returns the instant at which an episode failed, within the half year before.
  private static func failure(_ index: Int, now: Timestamp) -> Timestamp {
    now - .minutes(1 + index * 7_919 % (180 * 1440))
  }

  /// Returns an episode.
  private static func record(_ index: Int, now: Timestamp) -> EpisodeRecord {
    let failedAt = failure(index, now: now)
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
