#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  extension PostgresLedger {
    /// Removes everything of one account.
    ///
    /// Gone are the entries that tell of the account's subscriptions, with all their events, the
    /// profile, and refused payloads that name the account. The tables are vacuumed afterwards
    /// where the role may do so; the server's log and its backups keep what they have until they
    /// expire.
    public func erase(
      _ account: AccountID, actor: String, now: Timestamp
    ) throws(LedgerError) -> Int {
      let removed = try write { transaction in
        try Erasure(account, in: transaction).run(actor: actor, now: now)
      }
      try? read { connection in try connection.script("VACUUM entries, events, subscribers") }
      return removed
    }
  }

  /// The erasure of one account's data within a transaction.
  private struct Erasure {
    private let account: AccountID
    private let transaction: LedgerTransaction

    init(_ account: AccountID, in transaction: LedgerTransaction) {
      (self.account, self.transaction) = (account, transaction)
    }

    /// The condition that a subscriber is of the account.
    private static let isOwn = "accountMark IS NOT NULL AND accountMark = $1 AND account = $2"

    private var owner: [SQLValue] {
      [.integer(Hash64.of(account.rawValue)), .text(account.rawValue)]
    }

    func run(actor: String, now: Timestamp) throws -> Int {
      let number = try transaction.query(
        """
        INSERT INTO erasures (at, actor, entries, isRunning) VALUES ($1, $2, 0, 1)
        RETURNING number
        """, [.integer(now.milliseconds), .text(actor)]
      ).integer(0, 0)
      let doomed = try integers(
        """
        SELECT DISTINCT number >> \(LedgerSchema.eventBits) FROM events
        WHERE subscription IN (SELECT key FROM subscribers WHERE \(Erasure.isOwn)) ORDER BY 1
        """, owner)
      let touched = try integers(
        """
        SELECT DISTINCT e.subscription FROM unnest($1::bigint[], $2::bigint[]) AS d(first, after)
        JOIN events e ON e.number >= d.first AND e.number < d.after ORDER BY 1
        """, bounds(of: doomed))
      removeOutbox()
      anonymizeAudit()
      removeEntries(doomed)
      try promote(touched)
      removeShelves()
      let stands = transaction.advance(to: now)
      transaction.add(
        """
        DELETE FROM pieces
        WHERE number IN (SELECT number FROM events WHERE subscription = ANY($1))
        """,
        [.integers(touched)])
      try transaction.flush()
      try PostgresLedger.refresh(touched, isNew: false, at: stands, in: transaction)
      transaction.add(
        """
        DELETE FROM subscriptions s WHERE key = ANY($1)
        AND NOT EXISTS (SELECT 1 FROM events WHERE subscription = s.key)
        """, [.integers(touched)])
      transaction.add(
        "UPDATE erasures SET entries = $1, isRunning = 0 WHERE number = $2",
        [.integer(Int64(doomed.count)), .integer(number)])
      return doomed.count
    }

    private func integers(_ sql: String, _ values: [SQLValue]) throws -> [Int64] {
      let rows = try transaction.query(sql, values)
      return (0..<rows.count).map { rows.integer($0, 0) }
    }

    /// The numbers between which the events of entries lie.
    private func bounds(of positions: [LedgerPosition]) -> [SQLValue] {
      [
        .integers(positions.map(PostgresLedger.firstNumber(at:))),
        .integers(positions.map { PostgresLedger.firstNumber(at: $0 + 1) }),
      ]
    }

    private func removeEntries(_ positions: [LedgerPosition]) {
      for table in ["pieces", "events"] {
        transaction.add(
          """
          DELETE FROM \(table) e USING unnest($1::bigint[], $2::bigint[]) AS d(first, after)
          WHERE e.number >= d.first AND e.number < d.after
          """, bounds(of: positions))
      }
      transaction.add("DELETE FROM entries WHERE position = ANY($1)", [.integers(positions)])
    }

    /// Makes the earliest repeat of a removed event count in its place.
    private func promote(_ touched: [Int64]) throws {
      try transaction.run(
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

    private func removeOutbox() {
      for table in ["deliveries", "changes", "presence"] {
        transaction.add(
          """
          DELETE FROM \(table) WHERE subscription IN (
            SELECT id FROM subscribers WHERE \(Erasure.isOwn))
          """, owner)
      }
    }

    /// Leaves in the audit log who saw something of the account and when, but not of whom.
    private func anonymizeAudit() {
      transaction.add(
        """
        UPDATE accesses SET subscription = NULL, account = NULL
        WHERE account = $2 OR subscription IN (
          SELECT id FROM subscribers WHERE \(Erasure.isOwn))
        """, owner)
    }

    private func removeShelves() {
      transaction.add("DELETE FROM accounts WHERE mark = $1 AND account = $2", owner)
      transaction.add(
        "DELETE FROM quarantine WHERE position($1::bytea IN raw) > 0",
        [.bytes(Array(account.rawValue.utf8))])
      transaction.add("DELETE FROM backfill WHERE account = $1", [.text(account.rawValue)])
      // An answer that was no subscription may be about the account; nobody can tell.
      transaction.add("DELETE FROM orderLookups WHERE outcome <> 'waiting'")
    }
  }
#endif
