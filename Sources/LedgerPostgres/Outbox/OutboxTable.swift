#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  /// The tables of the outbox: changes, receivers, and what has not arrived.
  enum OutboxTable {
    /// Appends changes that are not known yet, and removes what was too old when the one before
    /// them was recorded.
    static func append(
      _ changes: [SubscriptionChange], at now: Timestamp, in transaction: LedgerTransaction
    ) throws {
      let rows = try transaction.reading.query(
        """
        SELECT NULL, max(recordedAt) FROM changes
        UNION ALL SELECT id, NULL FROM changes WHERE id = ANY($1)
        """, [.texts(changes.map(\.id))])
      var known: Set<String> = []
      var newest: Timestamp?
      for row in 0..<rows.count {
        if !rows.isNull(row, 0) { known.insert(rows.text(row, 0)) }
        if let instant = rows.optionalInteger(row, 1) { newest = Timestamp(milliseconds: instant) }
      }
      let new = changes.filter { known.insert($0.id).inserted }
      if !new.isEmpty {
        let last = try LedgerHead.grow(&transaction.head.lastChange, by: new.count)
        insert(new, from: last - Int64(new.count) + 1, at: now, in: transaction)
      }
      // A clock that is ahead must not remove at once what is kept for weeks.
      if let newest { try removeOld(at: min(now, newest), in: transaction) }
    }

    private static func insert(
      _ changes: [SubscriptionChange], from first: Int64, at now: Timestamp,
      in transaction: LedgerTransaction
    ) {
      transaction.insert(
        target,
        [
          .integers(changes.indices.map { first + Int64($0) }), .texts(changes.map(\.id)),
          .texts(changes.map(\.subscription.id.rawValue)), .texts(changes.map(\.kind.rawValue)),
          .integers(changes.map(\.at.milliseconds)),
          .integers(changes.map { _ in now.milliseconds }),
          .texts(changes.map { $0.reason?.rawValue }),
          .integers(changes.map { $0.step.map { Int64($0) } }),
          .byteStrings(changes.map(\.storedBody)),
          .integers(changes.map { $0.newsAt?.milliseconds }),
        ])
    }

    private static let target = TableInsert(
      "changes",
      [
        ("number", "bigint"), ("id", "text"), ("subscription", "text"), ("kind", "text"),
        ("at", "bigint"), ("recordedAt", "bigint"), ("reason", "text"), ("step", "bigint"),
        ("body", "bytea"), ("newsAt", "bigint"),
      ])

    private static func removeOld(at now: Timestamp, in transaction: LedgerTransaction) throws {
      let retention = transaction.head.outboxRetention.map { Duration.milliseconds($0) }
      let oldest = SQLValue.integer((now - (retention ?? OutboxRetention.usual)).milliseconds)
      // The greatest number out of what is removed: asked of the table, the server would look for
      // it from the newest change back.
      let removed = try transaction.query(
        """
        WITH removed AS (DELETE FROM changes WHERE recordedAt < $1 RETURNING number),
        forgotten AS (DELETE FROM deliveries WHERE change IN (SELECT number FROM removed))
        SELECT max(number) FROM removed
        """, [oldest])
      guard let last = removed.optionalInteger(0, 0) else { return }
      transaction.head.outboxRemoved = max(last, transaction.head.outboxRemoved)
    }
  }

  extension PostgresLedger {
    /// Says for how long changes are kept.
    public func setOutboxRetention(_ length: Duration) throws(LedgerError) {
      let known = try read { connection in
        try connection.query("SELECT outboxRetention FROM ledger").optionalInteger(0, 0)
      }
      guard (known.map { .milliseconds($0) } ?? OutboxRetention.usual) != length else { return }
      try write { transaction in
        transaction.head.outboxRetention = length.wholeMilliseconds
      }
    }
  }
#endif
