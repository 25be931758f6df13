#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  extension PostgresLedger {
    /// The prompts that are due, by an index that holds nothing else.
    ///
    /// - Complexity: O(*k*) for *k* due prompts, at most `DueFigures.countMax`.
    public func dueFigures(at now: Timestamp) throws(LedgerError) -> DueFigures {
      guard let edge = CounterKind.dueSince.edge else { return DueFigures() }
      return try read { connection in
        var count = DueCount(policy, at: now)
        let rows = try connection.query(
          """
          SELECT coalesce(rule, ''), store, \(edge.column) FROM subscribers
          WHERE \(edge.condition) ORDER BY \(edge.column) LIMIT \(DueFigures.countMax + 1)
          """)
        for place in 0..<rows.count {
          let (store, since) = (rows.integer(place, 1), rows.integer(place, 2))
          guard count.add(rule: rows.text(place, 0), store: store, since: since) else { break }
        }
        return count.figures
      }
    }
  }
#endif
