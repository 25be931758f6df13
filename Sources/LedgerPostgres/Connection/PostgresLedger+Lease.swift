#if Postgres
  import EventLedger
  import Foundation

  extension PostgresLedger {
    /// The lease as it is kept.
    public func lease() throws(LedgerError) -> LedgerLease? {
      try read { connection in
        try PostgresLedger.lease(connection.query("SELECT body FROM leases WHERE name = 'daemon'"))
      }
    }

    /// Replaces the lease, which no long transaction of another writer holds up.
    public func exchangeLease(
      _ decide: (LedgerLease?) -> LedgerLease?
    ) throws(LedgerError) -> LedgerLease? {
      try change { connection in
        try connection.run("INSERT INTO leases (name) VALUES ('daemon') ON CONFLICT DO NOTHING")
        let kept = try PostgresLedger.lease(
          connection.query("SELECT body FROM leases WHERE name = 'daemon' FOR UPDATE"))
        let next = decide(kept)
        guard next != kept else { return kept }
        let encoder = JSONEncoder()
        let body = try next.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
        try connection.run("UPDATE leases SET body = $1 WHERE name = 'daemon'", [.text(body)])
        return next
      }
    }

    /// The progress of whoever asked the stores last, as it was kept; `nil` where none was.
    public func syncProgress() throws(LedgerError) -> String? {
      try read { connection in
        let rows = try connection.query("SELECT body FROM leases WHERE name = 'sync'")
        return rows.count > 0 ? rows.optionalText(0, 0) : nil
      }
    }

    /// Keeps the progress of whoever asks the stores, for the one who takes the lease next.
    public func keepSyncProgress(_ text: String) throws(LedgerError) {
      try change { connection in
        try connection.run(
          """
          INSERT INTO leases (name, body) VALUES ('sync', $1)
          ON CONFLICT (name) DO UPDATE SET body = excluded.body
          """, [.text(text)])
      }
    }

    /// Returns the reasons that a daemon cannot work with the role, each as the end of a sentence;
    /// empty for a role that may do what a daemon does.
    public func lackingRightsOfDaemon() throws(LedgerError) -> [String] {
      try read { connection in
        let row = try connection.query(
          """
          SELECT has_any_column_privilege('ledger', 'UPDATE')
            AND has_table_privilege('entries', 'INSERT'), has_table_privilege('leases', 'UPDATE')
          """, isKept: false)
        return [
          row.integer(0, 0) == 1 ? nil : "may not store what the stores say",
          row.integer(0, 1) == 1 ? nil : "may not hold the lease, so that it would ask no store",
        ].compactMap(\.self)
      }
    }

    /// A lease that this build cannot read counts as none.
    private static func lease(_ rows: borrowing QueryResult) throws -> LedgerLease? {
      guard rows.count > 0, let text = rows.optionalText(0, 0) else { return nil }
      return try? JSONDecoder().decode(LedgerLease.self, from: Data(text.utf8))
    }
  }
#endif
