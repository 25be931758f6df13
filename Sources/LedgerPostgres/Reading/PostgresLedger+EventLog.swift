#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  extension PostgresLedger {
    /// The events of one subscription in fold order.
    public func events(of id: SubscriptionID) throws(LedgerError) -> [LedgerEvent] {
      let stored = try read { connection in
        try connection.events(
          where: SQLCondition(
            """
            isRepeat = 0 AND subscription = (SELECT key FROM subscriptions WHERE id = ?)
            """, [.text(id.rawValue)]), order: "number")
      }
      return stored.sorted { SubscriptionEvent.precedes($0.event, $1.event) }
    }

    /// Events of all subscriptions, newest position first.
    public func recentEvents(_ query: EventQuery) throws(LedgerError) -> [LedgerEvent] {
      guard query.limit > 0 else { return [] }
      let stored = try read { connection in
        try PostgresLedger.recent(connection, query)
      }
      return PostgresLedger.newestFirst(stored)
    }

    /// Sorts events as lists of all subscriptions have them.
    static func newestFirst(_ events: [LedgerEvent]) -> [LedgerEvent] {
      events.sorted { left, right in
        left.position != right.position
          ? left.position > right.position
          : SubscriptionEvent.precedes(right.event, left.event)
      }
    }

    private static func recent(
      _ connection: PostgresConnection, _ query: EventQuery
    ) throws -> [LedgerEvent] {
      var conditions = [SQLCondition("isRepeat = 0")]
      if let before = query.before {
        conditions.append(SQLCondition("number < ?", [.integer(firstNumber(at: before))]))
      }
      if let id = query.subscription {
        conditions.append(
          SQLCondition(
            "subscription = (SELECT key FROM subscriptions WHERE id = ?)", [.text(id.rawValue)]))
      }
      if !query.kinds.isEmpty {
        conditions.append(
          SQLCondition("kind = ANY(?)", [.texts(query.kinds.map(\.rawValue).sorted())]))
      }
      let condition = SQLCondition.all(conditions)
      let page = try connection.events(
        where: condition, order: "number DESC LIMIT \(query.limit)")
      guard page.count == query.limit, let last = page.last else { return page }
      // The entry that reaches the limit is told whole.
      let whole = SQLCondition.all([condition, within(last.position..<last.position + 1)])
      return page.filter { $0.position != last.position }
        + (try connection.events(where: whole, order: "number DESC"))
    }

    /// The condition that an event is of an entry at some positions.
    static func within(_ positions: Range<LedgerPosition>) -> SQLCondition {
      SQLCondition(
        "number >= ? AND number < ?",
        [
          .integer(firstNumber(at: positions.lowerBound)),
          .integer(firstNumber(at: positions.upperBound)),
        ])
    }

    // MARK: Changes

    /// The position of the latest entry.
    public func lastPosition() throws(LedgerError) -> LedgerPosition {
      try read { connection in
        let rows = try connection.query("SELECT lastPosition FROM ledger")
        return rows.count > 0 ? rows.integer(0, 0) : 0
      }
    }

    /// The first position of an entry heard after an instant.
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

  extension PostgresConnection {
    /// Stored events that satisfy a condition.
    func events(where condition: SQLCondition, order: String) throws -> [LedgerEvent] {
      var select = condition
      select.sql = "SELECT number, body FROM events WHERE \(condition.sql) ORDER BY \(order)"
      let rows = try query(select)
      return try (0..<rows.count).map { place in
        LedgerEvent(
          position: rows.integer(place, 0) >> LedgerSchema.eventBits,
          event: try EventCodec.decode(rows.buffer(place, 1)))
      }
    }
  }
#endif
