#if Postgres
  import EventLedger

  extension PostgresLedger {
    /// The room that each table and index takes on the server, largest first; a table's with its
    /// large values, which the server stores beside it.
    public func sizes() throws(LedgerError) -> [LedgerSize] {
      try snapshot { connection in
        let isDistributed = try connection.layout() == .distributed
        let sizes = try connection.query(
          [PostgresLedger.room, isDistributed ? TableLayout.roomOnWorkers : nil]
            .compactMap(\.self).joined(separator: " UNION ALL ") + " ORDER BY 3 DESC, 1"
        ).compactMap { LedgerSize(name: $0.text(0), table: $0.text(1), bytes: $0.integer(2)) }
        return sizes.filter { $0.bytes > 0 }
      }
    }

    private static let room = """
      SELECT c.relname::text, coalesce(t.relname, c.relname)::text,
        CASE c.relkind WHEN 'i' THEN pg_relation_size(c.oid) ELSE pg_table_size(c.oid) END
      FROM pg_class c
      LEFT JOIN pg_index i ON i.indexrelid = c.oid LEFT JOIN pg_class t ON t.oid = i.indrelid
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'i')
      """

    /// A server compresses large values itself, and vacuums by itself.
    public func compact(
      progress: (LedgerCompaction.Step) -> Void
    ) throws(LedgerError) -> LedgerCompaction? { nil }
  }
#endif
