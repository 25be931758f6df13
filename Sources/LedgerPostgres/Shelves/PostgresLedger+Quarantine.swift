#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  extension PostgresLedger {
    /// Keeps refused payloads.
    public func refuse(_ entries: [RefusedEntry]) throws(LedgerError) {
      guard !entries.isEmpty else { return }
      try write { transaction in
        var known = try PostgresLedger.refusedIdentities(entries, transaction)
        for entry in entries where known.insert(entry.identity).inserted {
          try LedgerHead.grow(&transaction.head.lastRefused)
          transaction.add(
            """
            INSERT INTO quarantine
              (number, identity, mark, raw, receivedAt, origin, line, reason, field)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """,
            [
              .integer(transaction.head.lastRefused), .text(entry.identity),
              .integer(Hash64.of(entry.identity)),
              .bytes(Array(entry.raw.prefix(RefusedEntry.rawBytesMax))),
              .integer(entry.receivedAt.milliseconds), .text(entry.origin),
              .integer(Int64(max(0, entry.line))), .text(entry.reason), .text(entry.field),
            ])
        }
      }
    }

    /// The identities in quarantine that have the mark of one of some entries.
    private static func refusedIdentities(
      _ entries: [RefusedEntry], _ transaction: LedgerTransaction
    ) throws -> Set<String> {
      let rows = try transaction.query(
        "SELECT identity FROM quarantine WHERE mark = ANY($1)",
        [.integers(entries.map { Hash64.of($0.identity) })])
      return Set((0..<rows.count).map { rows.text($0, 0) })
    }

    /// Refused payloads by number.
    public func refused(after number: Int64, limit: Int) throws(LedgerError) -> [RefusedEntry] {
      try read { connection in
        let rows = try connection.query(
          """
          SELECT number, identity, raw, receivedAt, origin, line, reason, field FROM quarantine
          WHERE number > $1 ORDER BY number LIMIT $2
          """, [.integer(number), .integer(Int64(max(0, limit)))])
        return (0..<rows.count).map { place in
          RefusedEntry(
            number: rows.integer(place, 0), identity: rows.text(place, 1),
            raw: rows.bytes(place, 2),
            receivedAt: Timestamp(milliseconds: rows.integer(place, 3)),
            origin: rows.text(place, 4), line: Int(rows.integer(place, 5)),
            reason: rows.text(place, 6), field: rows.text(place, 7))
        }
      }
    }

    /// The number of refused payloads.
    public func refusedCount() throws(LedgerError) -> Int {
      try read { connection in
        Int(try connection.query("SELECT count(*) FROM quarantine").integer(0, 0))
      }
    }

    /// Removes one from the quarantine.
    public func dropRefused(_ number: Int64) throws(LedgerError) -> Bool {
      try change { connection in
        try connection.run("DELETE FROM quarantine WHERE number = $1", [.integer(number)]) > 0
      }
    }
  }
#endif
