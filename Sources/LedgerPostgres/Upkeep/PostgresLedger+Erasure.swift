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
    /// planner's statistics, which quote values, made anew; a page may keep what was removed from
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

    /// The numbers of what an erasure of an account would remove.
    public func erasable(_ account: AccountID) throws(LedgerError) -> ErasureCounts {
      try snapshot { connection in
        let search = ErasureSearch(account) { try connection.query($0, $1) }
        return ErasureCounts(
          entries: try search.positions().count,
          refused: try search.refused(search.payloads()).count)
      }
    }
  }

  extension LedgerSchema {
    /// The tables with something of an account.
    fileprivate static let personal = [
      "entries", "events", "subscribers", "subscriptions", "pieces", "episodes", "accounts",
      "changes", "deliveries", "presence", "quarantine", "backfill", "orderLookups", "accesses",
    ].joined(separator: ", ")
  }

  extension AccountID {
    /// The values of ``Erasure/isOwn``.
    fileprivate var asOwner: [SQLValue] { [.integer(Hash64.of(rawValue)), .text(rawValue)] }
  }

  /// A search for what an erasure of one account removes.
  private struct ErasureSearch {
    private let account: AccountID
    private let query: (String, [SQLValue]) throws -> QueryResult

    init(_ account: AccountID, query: @escaping (String, [SQLValue]) throws -> QueryResult) {
      (self.account, self.query) = (account, query)
    }

    /// The positions of the entries that tell of the account's subscriptions or name it.
    func positions() throws -> [LedgerPosition] {
      let own = try query(
        """
        SELECT DISTINCT number >> \(LedgerSchema.eventBits) FROM events
        WHERE subscription IN (SELECT key FROM subscribers WHERE \(Erasure.isOwn))
        """, account.asOwner)
      var positions = Set((0..<own.count).map { own.integer($0, 0) })
      try eachRow(
        """
        SELECT number, body FROM events
        WHERE number > $1 AND position($2::bytea IN body) > 0 ORDER BY number LIMIT 1024
        """, [.bytes(Array(account.rawValue.utf8))]
      ) { rows, place in
        let event = try EventCodec.decode(rows.buffer(place, 1))
        if event.facts.account == account {
          positions.insert(rows.integer(place, 0) >> Int64(LedgerSchema.eventBits))
        }
      }
      return positions.sorted()
    }

    /// The search for payloads that name the account or its purchases.
    func payloads() throws -> AccountSearch {
      var events: [SubscriptionEvent] = []
      try eachRow(
        """
        SELECT number, body FROM events
        WHERE number > $1 AND subscription IN (
          SELECT key FROM subscribers WHERE accountMark = $2 AND account = $3)
        ORDER BY number LIMIT 1024
        """, account.asOwner
      ) { rows, place in events.append(try EventCodec.decode(rows.buffer(place, 1))) }
      return AccountSearch(account, purchases: events)
    }

    /// The numbers of the refused payloads that a search finds.
    func refused(_ search: AccountSearch) throws -> [Int64] {
      var numbers: [Int64] = []
      try eachRow(
        "SELECT number, raw FROM quarantine WHERE number > $1 ORDER BY number LIMIT 64"
      ) { rows, place in
        if search.finds(in: rows.bytes(place, 1)) { numbers.append(rows.integer(place, 0)) }
      }
      return numbers
    }

    /// The numbers of the changes of the account's subscriptions, and of those from when another's
    /// was still the account's.
    func changes() throws -> [Int64] {
      let own = try query(
        """
        SELECT number FROM changes
        WHERE subscription IN (SELECT id FROM subscribers WHERE \(Erasure.isOwn))
        """, account.asOwner)
      var numbers = (0..<own.count).map { own.integer($0, 0) }
      try eachRow(
        """
        SELECT number, body FROM changes
        WHERE number > $1 AND position($2::bytea IN body) > 0 ORDER BY number LIMIT 1024
        """, [.bytes(Array(account.rawValue.utf8))]
      ) { rows, place in
        let row = try EventCodec.decode(row: rows.buffer(place, 1))
        if row.summary.account == account { numbers.append(rows.integer(place, 0)) }
      }
      return numbers
    }

    /// Calls a closure for every row of a query that gives a page of rows after a number.
    private func eachRow(
      _ sql: String, _ values: [SQLValue] = [], _ body: (borrowing QueryResult, Int) throws -> Void
    ) throws {
      var last: Int64 = 0
      while true {
        let rows = try query(sql, [.integer(last)] + values)
        guard rows.count > 0 else { return }
        for place in 0..<rows.count { try body(rows, place) }
        last = rows.integer(rows.count - 1, 0)
      }
    }
  }

  /// The erasure of one account's data within a transaction.
  private struct Erasure {
    private let account: AccountID
    private let transaction: LedgerTransaction

    /// The condition that a subscriber is of the account.
    static let isOwn = "accountMark IS NOT NULL AND accountMark = $1 AND account = $2"

    init(_ account: AccountID, in transaction: LedgerTransaction) {
      (self.account, self.transaction) = (account, transaction)
    }

    private var owner: [SQLValue] { account.asOwner }

    func run(actor: String, now: Timestamp) throws -> ErasureCounts {
      let number = try transaction.query(
        """
        INSERT INTO erasures (at, actor, entries, isRunning) VALUES ($1, $2, 0, 1)
        RETURNING number
        """, [.integer(now.milliseconds), .text(actor)]
      ).integer(0, 0)
      let search = ErasureSearch(account, query: transaction.query)
      let payloads = try search.payloads()
      let (doomed, refused) = (try search.positions(), try search.refused(payloads))
      let changes = SQLValue.integers(try search.changes())
      let touched = try integers(
        """
        SELECT DISTINCT e.subscription FROM unnest($1::bigint[], $2::bigint[]) AS d(first, after)
        JOIN events e ON e.number >= d.first AND e.number < d.after ORDER BY 1
        """, bounds(of: doomed))
      transaction.add("DELETE FROM deliveries WHERE change = ANY($1)", [changes])
      transaction.add("DELETE FROM changes WHERE number = ANY($1)", [changes])
      anonymizeAudit()
      removeEntries(doomed)
      try promote(touched)
      removeShelves()
      try transaction.connection.eraseBackfill(of: account, purchases: payloads.purchaseNames)
      transaction.add("DELETE FROM quarantine WHERE number = ANY($1)", [.integers(refused)])
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
      transaction.add(
        """
        DELETE FROM presence
        WHERE subscription IN (SELECT id FROM subscribers WHERE \(Erasure.isOwn))
        """, owner)
      transaction.add("DELETE FROM accounts WHERE mark = $1 AND account = $2", owner)
      // An answer that was no subscription may be about the account; nobody can tell.
      transaction.add("DELETE FROM orderLookups WHERE outcome <> 'waiting'")
    }
  }
#endif
