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
      let identities = try transaction.query(
        "SELECT identity FROM quarantine WHERE mark = ANY($1)",
        [.integers(entries.map { Hash64.of($0.identity) })]
      ).compactMap { $0.text(0) }
      return Set(identities)
    }

    /// Begins a run over a list.
    public func beginBackfill() throws(LedgerError) -> Int64 {
      try write { transaction in try LedgerHead.grow(&transaction.head.backfillRun) }
    }

    /// Adds purchases to a run.
    public func addBackfill(
      _ purchases: [(purchase: BackfillPurchase, subscription: SubscriptionID)], run: Int64,
      again: Bool
    ) throws(LedgerError) {
      try write { transaction in
        let rows = try transaction.connection.summaries(purchases.map(\.subscription))
        for (purchase, subscription) in purchases {
          let values = Self.backfillValues(
            purchase, rows[subscription], run: run, again: again)
          transaction.add(Self.insertBackfill, values.map(SQLValue.init))
        }
      }
    }
  }
#endif
