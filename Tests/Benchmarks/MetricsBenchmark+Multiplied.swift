import EventLedger
import GRDB
import LedgerSQLite
import SubscriptionCore

extension MetricsBenchmark {
  /// How many times over the episodes are stored.
  private static let times = 10

  /// Measures the report of the Metrics screen over ten times as many episodes.
  ///
  /// A ledger of so many subscribers takes an hour to fill. The copies are of the same minutes, and
  /// of other subscriptions.
  static func measureMultiplied(_ filled: FilledLedger) throws {
    try multiply(filled.path)
    try filled.ledger.packEpisodes()
    for days in [30, 90] {
      let windows = MetricsWindows(days: days, now: SyntheticSubscribers.now)
      var failed = 0
      let runs = 5
      let time = try Stopwatch.measure {
        for _ in 0..<runs {
          failed = try filled.ledger.metrics(windows, prompts: .standard).failed
        }
      }
      let name = "all metrics of \(days) days with prompts, \(failed) failures in the window"
      Figure(
        name: name, value: time.cpuSeconds / Double(runs) * 1_000, unit: "CPU ms",
        goal: days == 30 ? .atMost(30) : nil
      ).report()
    }
  }

  private static func multiply(_ path: String) throws {
    let copied = [
      "failedAt - n", "subscription + n * 100000000", "place", "class", "graceEnds - n",
      "holdStartedAt - n", "retryEnds - n", "endedAt - n", "keptDate", "isFirstPayment", "plan",
      "price", "currency", "prompts", "id || n", "account", "properties",
    ]
    // The ledger may be making an index.
    var configuration = Configuration()
    configuration.busyMode = .timeout(60)
    try DatabaseQueue(path: path, configuration: configuration).write { database in
      try database.execute(
        sql: """
          WITH RECURSIVE copies(n) AS
            (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < \(times - 1))
          INSERT INTO episodes SELECT \(copied.joined(separator: ", ")) FROM episodes, copies
          ORDER BY 1, 2, 3;
          INSERT OR IGNORE INTO outdatedEpisodeBlocks
          SELECT DISTINCT failedAt / 3600000 * 3600000 FROM episodes
          """)
    }
  }
}
