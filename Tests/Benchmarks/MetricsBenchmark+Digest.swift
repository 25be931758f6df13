import EventLedger
import LedgerSQLite
import SubscriptionCore

extension MetricsBenchmark {
  /// Measures the digest of one night, of a week and of a night by a filter.
  static func measureDigest(_ ledger: SQLiteLedger) throws {
    let now = SyntheticSubscribers.now
    _ = try ledger.advance(to: now)
    let spans: [(name: String, length: Duration, filter: String?)] = [
      ("a digest of one night", .hours(15), nil), ("a digest of a week", .days(7), nil),
      ("a digest of one night, one store", .hours(15), "store:play"),
    ]
    for span in spans {
      let query = DigestQuery(
        DigestSpan(since: now - span.length, now: now, in: .utc),
        filter: try span.filter.map { try Filter.parse($0) })
      let runs = 5
      let time = try Stopwatch.measure {
        for _ in 0..<runs {
          let digest = try ledger.digest(query)
          precondition(digest?.figures.count == Digest.Item.allCases.count, "no digest")
        }
      }
      Figure(
        name: span.name, value: time.cpuSeconds / Double(runs) * 1_000, unit: "CPU ms",
        goal: .atMost(500)
      ).report()
    }
  }
}
