#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  extension PostgresLedger {
    /// Removes everything of one account.
    ///
    /// Gone are the entries that tell of the account's subscriptions or name it, with all their
    /// events, the profile, and refused payloads that name the account or its purchases
    /// (`AccountSearch`). The tables are vacuumed afterwards where the role may do so, and the
    /// planner's statistics, which quote values, renewed; a page may keep what was removed from
    /// it until its room is used again, and the server's log and its backups keep what they have
    /// until they expire.
    public func erase(
      _ account: AccountID, actor: String, now: Timestamp
    ) throws(LedgerError) -> ErasureCounts {
      let removed = try write { transaction in
        try Erasure(account, in: transaction).run(actor: actor, now: now)
      }
      try? read { connection in try connection.script("VACUUM (ANALYZE) \(LedgerSchema.personal)") }
      return removed
    }
  }

  extension LedgerSchema {
    /// The tables with something of an account.
    fileprivate static let personal = [
      "entries", "events", "subscribers", "subscriptions", "pieces", "episodes", "moments",
      "accounts", "changes", "deliveries", "presence", "quarantine", "backfill", "orderLookups",
      "accesses",
    ].joined(separator: ", ")
  }

  /// The erasure of one account's data within a transaction.
  private struct Erasure {
    private let account: AccountID
    private let transaction: LedgerTransaction

    init(_ account: AccountID, in transaction: LedgerTransaction) {
      (self.account, self.transaction) = (account, transaction)
    }

    func run(actor: String, now: Timestamp) throws -> ErasureCounts {
      let number = try transaction.query(
        """
        INSERT INTO erasures (at, actor, entries, isRunning) VALUES ($1, $2, 0, 1)
        RETURNING number
        """, [.integer(now.milliseconds), .text(actor)]
      ).integer(0, 0)
      let search = ErasureSearch(account, transaction.connection)
      let payloads = try search.payloads()
      let (doomed, refused) = (try search.positions(), try search.refused(payloads))
      let touched = try integers(
        """
        SELECT DISTINCT e.subscription FROM unnest($1::bigint[], $2::bigint[]) AS d(first, after)
        JOIN events e ON e.number >= d.first AND e.number < d.after ORDER BY 1
        """, SQLValue.bounds(ofEventsAt: doomed))
      for (sql, values) in try search.removal(
        ofRefused: refused, purchases: payloads.purchaseNames)
      {
        transaction.add(sql, values.map(SQLValue.init))
      }
      removeAccount()
      removeEntries(doomed)
      try promote(touched)
      let stands = transaction.advance(to: now)
      transaction.add(
        """
        DELETE FROM pieces
        WHERE number IN (SELECT number FROM events WHERE subscription = ANY($1))
        """,
        [.integers(touched)])
      try transaction.flush()
      try PostgresLedger.refresh(touched, isNew: false, at: stands, in: transaction)
      let left = try integers(
        "SELECT DISTINCT subscription FROM events WHERE subscription = ANY($1)",
        [.integers(touched)])
      transaction.add(
        "DELETE FROM subscriptions WHERE key = ANY($1)",
        [.integers(Set(touched).subtracting(left).sorted())])
      transaction.add(
        "UPDATE erasures SET entries = $1, isRunning = 0 WHERE number = $2",
        [.integer(Int64(doomed.count)), .integer(number)])
      return ErasureCounts(entries: doomed.count, refused: refused.count)
    }

    private func integers(_ sql: String, _ values: [SQLValue]) throws -> [Int64] {
      try transaction.query(sql, values).compactMap { $0.integer(0) }
    }

    private func removeEntries(_ positions: [LedgerPosition]) {
      for table in ["pieces", "events"] {
        transaction.add(
          """
          DELETE FROM \(table) e USING unnest($1::bigint[], $2::bigint[]) AS d(first, after)
          WHERE e.number >= d.first AND e.number < d.after
          """, SQLValue.bounds(ofEventsAt: positions))
      }
      transaction.add("DELETE FROM entries WHERE position = ANY($1)", [.integers(positions)])
    }

    /// Makes the earliest repeat of a removed event count in its place.
    private func promote(_ touched: [Int64]) throws {
      _ = try transaction.query(
        """
        UPDATE events SET isRepeat = 0 WHERE number IN (
          SELECT number FROM (
            SELECT number, row_number() OVER (
              PARTITION BY subscription, mark ORDER BY recordedAt, number) AS place
            FROM events e WHERE subscription = ANY($1) AND isRepeat = 1
            AND NOT EXISTS (
              SELECT 1 FROM events f
              WHERE f.subscription = e.subscription AND f.mark = e.mark AND f.isRepeat = 0)
          ) AS copies WHERE place = 1)
        """, [.integers(touched)])
    }

    private func removeAccount() {
      let owner = account.asOwner.map(SQLValue.init)
      transaction.add(
        """
        DELETE FROM presence
        WHERE subscription IN (SELECT id FROM subscribers WHERE \(account.isOwner))
        """, owner)
      transaction.add("DELETE FROM accounts WHERE mark = $1 AND account = $2", owner)
    }
  }
#endif
