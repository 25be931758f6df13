import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

extension SQLiteLedger {
  /// The figures of the Overview, out of the counters.
  ///
  /// - Complexity: O(1) in the number of subscribers, but for the rows whose date lies in the hour
  ///   or the day in which a range begins or ends.
  public func figures(at now: Timestamp) throws(LedgerError) -> OverviewFigures {
    try read { database in
      var figures = try OverviewFigures(counters: CounterReader(database.raw), at: now)
      figures.quarantined = try database.raw.rowCount(of: "quarantine")
      figures.undelivered = try database.raw.rowCount(of: "deliveries WHERE status = 'dead'")
      figures.unknownKinds = try database.raw.rowCount(of: "entries WHERE hasUnknown = 1")
      figures.feeds = try Meta.feeds(database)
      return figures
    }
  }
}
