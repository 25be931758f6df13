#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  extension PostgresLedger {
    /// The position of the latest entry, unless a newer program has migrated the ledger meanwhile.
    public func lastPosition() throws(LedgerError) -> LedgerPosition {
      try read { connection in
        let head = try LedgerHead(connection.query(LedgerHead.select))
        try head.check(location)
        return head.lastPosition
      }
    }

    /// The first position of an entry received after an instant.
    public func position(after instant: Timestamp) throws(LedgerError) -> LedgerPosition? {
      try read { connection in
        let halving =
          try connection.layout() == .distributed
          ? TableLayout.halving : PostgresLedger.halving
        let rows = try connection.query(halving, [.integer(instant.milliseconds)])
        return rows.count > 0 ? rows.optionalInteger(0, 0) : nil
      }
    }

    /// Halves the positions on the server, so that one question finds the position; an erased entry
    /// leaves a gap, and the next one that is there speaks for it.
    private static let halving = """
      WITH RECURSIVE halves(low, high) AS (
        SELECT 1::bigint, lastPosition + 1 FROM ledger
        UNION ALL
        SELECT
          CASE WHEN next.receivedAt <= $1 THEN next.position + 1 ELSE low END,
          CASE WHEN next.receivedAt <= $1 THEN high ELSE middle END
        FROM halves
        CROSS JOIN LATERAL (SELECT low + (high - low) / 2 AS middle) AS half
        LEFT JOIN LATERAL (
          SELECT position, receivedAt FROM entries
          WHERE position >= middle AND position < high ORDER BY position LIMIT 1
        ) AS next ON true
        WHERE low < high
      )
      SELECT low FROM halves
      WHERE low >= high AND low <= (SELECT lastPosition FROM ledger)
      """
  }
#endif
