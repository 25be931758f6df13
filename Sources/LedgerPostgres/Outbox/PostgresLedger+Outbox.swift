#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  extension PostgresLedger {
    /// Reads what a ledger of the past does not have.
    private func readOutbox<Value>(
      otherwise: Value, _ body: (PostgresConnection) throws -> Value
    ) throws(LedgerError) -> Value {
      past == nil ? try snapshot(body) : otherwise
    }

    /// Changes by number.
    public func outbox(after number: Int64, limit: Int) throws(LedgerError) -> [RecordedChange] {
      try readOutbox(otherwise: []) { connection in
        try OutboxTable.changes(
          connection, where: SQLCondition("number > ?", [.integer(number)]), limit: limit)
      }
    }

    /// Changes by number that took effect before an instant and were recorded on a later UTC day.
    public func lateChanges(
      after number: Int64, before instant: Timestamp, limit: Int
    ) throws(LedgerError) -> [RecordedChange] {
      try readOutbox(otherwise: []) { connection in
        try OutboxTable.changes(
          connection,
          where: SQLCondition(
            "number > ? AND at < ? AND at / 86400000 < recordedAt / 86400000",
            [.integer(number), .integer(instant.milliseconds)]), limit: limit)
      }
    }

    /// The first and the last number of the outbox.
    public func outboxBounds() throws(LedgerError) -> OutboxBounds {
      try readOutbox(otherwise: OutboxBounds(), OutboxTable.bounds)
    }

    /// The number after which the changes were recorded at an instant or later.
    public func outboxNumber(before instant: Timestamp) throws(LedgerError) -> Int64 {
      try readOutbox(otherwise: 0) { connection in
        let rows = try connection.query(
          "SELECT min(number) FROM changes WHERE recordedAt >= $1",
          [.integer(instant.milliseconds)])
        return try rows.optionalInteger(0, 0).map { $0 - 1 } ?? OutboxTable.bounds(connection).last
      }
    }

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

    // MARK: Receivers

    /// The place of each receiver in the outbox, by name.
    public func receivers() throws(LedgerError) -> [ReceiverState] {
      try readOutbox(otherwise: [], PostgresLedger.receivers)
    }

    private static func receivers(
      _ connection: PostgresConnection
    ) throws -> [ReceiverState] {
      let rows = try connection.query("SELECT name, cursor, disabled FROM receivers ORDER BY name")
      return (0..<rows.count).map { place in
        ReceiverState(
          name: rows.text(place, 0), cursor: rows.integer(place, 1),
          disabled: rows.optionalText(place, 2))
      }
    }

    /// Stores how far a receiver has come.
    public func putReceiver(_ state: ReceiverState) throws(LedgerError) {
      try change { connection in
        try connection.run(
          """
          INSERT INTO receivers (name, cursor, disabled) VALUES ($1, $2, $3)
          ON CONFLICT (name) DO UPDATE SET cursor = excluded.cursor, disabled = excluded.disabled
          """, [.text(state.name), .integer(state.cursor), .text(state.disabled)])
      }
    }

    /// The figures of the outbox and its receivers.
    public func outboxFigures() throws(LedgerError) -> OutboxFigures {
      try readOutbox(otherwise: OutboxFigures()) { connection in
        let waiting = try OutboxTable.counts(of: .waiting, connection)
        let held = try OutboxTable.counts(of: .held, connection)
        let dead = try OutboxTable.counts(of: .dead, connection)
        return OutboxFigures(
          bounds: try OutboxTable.bounds(connection),
          receivers: try PostgresLedger.receivers(connection).map {
            OutboxFigures.Receiver(
              state: $0, waiting: waiting[$0.name] ?? 0, held: held[$0.name] ?? 0,
              dead: dead[$0.name] ?? 0)
          })
      }
    }
  }
#endif
