#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  extension PostgresLedger {
    /// The figures of the Overview, out of the counters.
    ///
    /// - Complexity: O(1) in the number of subscribers, but for the rows whose date lies in the
    ///   hour or the day in which a range begins or ends.
    public func figures(at now: Timestamp) throws(LedgerError) -> OverviewFigures {
      try snapshot { connection in
        var figures = try CounterReader(connection).together {
          try OverviewFigures(counters: $0, at: now)
        }
        let rows = try connection.query(
          """
          SELECT (SELECT count(*) FROM quarantine),
            (SELECT count(*) FROM deliveries WHERE status = 'dead'),
            (SELECT count(*) FROM entries WHERE hasUnknown = 1),
            (SELECT feeds FROM ledger)
          """)
        // Of the past only entries and events are known.
        figures.quarantined = past == nil ? Int(rows.integer(0, 0)) : 0
        figures.undelivered = past == nil ? Int(rows.integer(0, 1)) : 0
        figures.unknownKinds = Int(rows.integer(0, 2))
        figures.feeds = StoreFeeds(text: rows.text(0, 3))
        return figures
      }
    }
  }
#endif
