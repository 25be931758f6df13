import ArgumentParser
import EventLedger
import Foundation
import LedgerSQLite
import SubscriptionCore

/// Reads what metrics are computed from: every episode, and the counts of two years of days.
struct MetricsBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "metrics", abstract: "Read episodes and days out of a large ledger.")

  @Option(help: "How many subscribers; only those whose renewals failed are stored.")
  var subscribers = 1_000_000

  @Option(help: "How many of a hundred renewals fail in a month.")
  var failing = 5.0

  /// The subscribers that are stored.
  private var failures: FailingSubscribers {
    FailingSubscribers(of: subscribers, percent: failing)
  }

  func run() throws {
    let failures = failures
    let filled = try FilledLedger(failures.count, FailingSubscribers.entry)
    defer { filled.remove() }
    Figure(
      name: "failed renewals stored", value: Double(failures.episodes) / filled.filling.cpuSeconds,
      unit: "per CPU s"
    ).report()
    try measureEpisodes(filled.ledger)
    try measureDays(filled.ledger)
    try measureStoring(filled.ledger, "without packed episodes", from: failures.count)
    try measureReports(filled.ledger)
    try measureStoring(filled.ledger, "beside packed episodes", from: failures.count + 30_000)
    let packing = try Stopwatch.measure { try filled.ledger.packEpisodes() }
    Figure(
      name: "every hour packed anew", value: packing.cpuSeconds * 1_000, unit: "CPU ms"
    ).report()
    try Self.measureDigest(filled.ledger)
    try Self.measureMultiplied(filled)
  }

  /// Measures whole reports of 30 days: the first answer of the Metrics screen, and all of it.
  private func measureReports(_ ledger: SQLiteLedger) throws {
    let windows = MetricsWindows(days: 30, now: SyntheticSubscribers.now)
    let days = try Stopwatch.measure { _ = try ledger.metricsOfDays(windows) }
    Figure(
      name: "metrics from the counts of days", value: days.cpuSeconds * 1_000, unit: "CPU ms",
      goal: .atMost(20)
    ).report()
    var report: MetricsReport?
    func measure(_ name: String, goal: Figure.Goal?, _ body: () throws -> MetricsReport?) throws {
      let time = try Stopwatch.measure { report = try body() }
      let failed = report.map { "\($0.failed) failures in the window" } ?? "none"
      Figure(
        name: "\(name), \(failed)", value: time.cpuSeconds * 1_000, unit: "CPU ms", goal: goal
      ).report()
    }
    let packing = try Stopwatch.measure { try ledger.packEpisodes() }
    Figure(
      name: "episodes packed", value: Double(failures.episodes + 90_000) / packing.cpuSeconds,
      unit: "per CPU s"
    ).report()
    try measure("all metrics one by one", goal: nil) {
      var builder = MetricsReport.Builder(windows)
      try ledger.readEpisodes(EpisodeQuery(from: builder.failures.lowerBound)) { record in
        builder.add(record)
        return true
      }
      return builder.report()
    }
    try measure("all metrics", goal: .atMost(20)) { try ledger.metrics(windows) }
    try measure("all metrics, again", goal: .atMost(20)) { try ledger.metrics(windows) }
    let years = MetricsWindows(days: 730, now: SyntheticSubscribers.now)
    try measure("all metrics of two years", goal: nil) { try ledger.metrics(years) }
    try measure("all metrics by product", goal: nil) { try ledger.metrics(windows, by: .product) }
    try measure("all metrics with prompts", goal: nil) {
      try ledger.metrics(windows, prompts: .standard)
    }
  }

  /// Measures storing lives whose failures lie in every hour of half a year.
  private func measureStoring(_ ledger: SQLiteLedger, _ name: String, from first: Int) throws {
    let time = try Stopwatch.measure {
      for next in stride(from: first, to: first + 30_000, by: 10_000) {
        _ = try ledger.append(
          (next..<next + 10_000).map(FailingSubscribers.entry), now: SyntheticSubscribers.now)
      }
    }
    Figure(
      name: "failed renewals stored \(name)", value: 90_000 / time.cpuSeconds, unit: "per CPU s"
    ).report()
  }

  private func measureEpisodes(_ ledger: SQLiteLedger) throws {
    var count = 0
    let reading = try Stopwatch.measure {
      try ledger.readEpisodes(EpisodeQuery()) { record in
        if record.episode.failedAt < SyntheticSubscribers.now { count += 1 }
        return true
      }
    }
    precondition(count == failures.episodes, "\(count) episodes")
    Figure(
      name: "episodes read", value: Double(count) / reading.cpuSeconds, unit: "per CPU s",
      goal: .atLeast(1_000_000)
    ).report()
  }

  private func measureDays(_ ledger: SQLiteLedger) throws {
    let last = CivilDate(SyntheticSubscribers.now)
    let first = CivilDate(SyntheticSubscribers.now - .days(730))
    for (name, group) in [
      ("two years of days", nil), ("two years of days of one product", (.product, "news.monthly")),
    ] as [(String, (MetricsDimension, String)?)] {
      let runs = 20
      let time = try Stopwatch.measure {
        for _ in 0..<runs {
          let days = try ledger.dailyFigures(from: first, through: last, of: group)
          precondition(days.count == 731, "a day is missing")
        }
      }
      Figure(
        name: name, value: time.cpuSeconds / Double(runs) * 1_000, unit: "CPU ms",
        goal: .atMost(20)
      ).report()
    }
  }
}
