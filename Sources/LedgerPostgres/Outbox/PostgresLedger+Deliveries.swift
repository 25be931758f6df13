#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  extension PostgresLedger {
    /// The changes and retries that a receiver is to be sent.
    public func deliveryWork(
      for receiver: String, at now: Timestamp, limit: Int
    ) throws(LedgerError) -> DeliveryWork {
      guard past == nil else { return DeliveryWork() }
      return try snapshot { connection in
        let rows = try connection.query(
          "SELECT cursor, disabled FROM receivers WHERE name = $1", [.text(receiver)])
        guard rows.count > 0 else {
          var work = DeliveryWork(state: nil)
          work.due = try PostgresLedger.due(connection, receiver, at: now, limit: limit)
          return work
        }
        var work = DeliveryWork(
          state: ReceiverState(
            name: receiver, cursor: rows.integer(0, 0), disabled: rows.optionalText(0, 1)))
        work.due = try PostgresLedger.due(connection, receiver, at: now, limit: limit)
        work.next = try OutboxTable.changes(
          connection, where: SQLCondition("number > ?", [.integer(rows.integer(0, 0))]),
          limit: limit)
        let subscriptions = Set(work.next.map(\.change.subscription.id.rawValue)).sorted()
        let open = try OutboxTable.deliveries(
          connection,
          where: SQLCondition(
            """
            receiver = ? AND status <> 'dead' AND subscription = ANY(?)
            AND \(OutboxTable.isSendable)
            """, [.text(receiver), .texts(subscriptions)]),
          limit: .max)
        work.blocked = Set(open.map(\.subscription))
        work.open = Set(open.map(\.number)).intersection(work.next.map(\.number))
        return work
      }
    }

    private static func due(
      _ connection: PostgresConnection, _ receiver: String, at now: Timestamp, limit: Int
    ) throws -> [DeliveryWork.Retry] {
      let due = try OutboxTable.deliveries(
        connection,
        where: SQLCondition(
          """
          receiver = ? AND status = 'waiting' AND (nextAt <= ? OR nextAt > ?)
          AND \(OutboxTable.isSendable)
          """,
          [
            .text(receiver), .integer(now.milliseconds),
            .integer((now + ChangeDelivery.longestPause).milliseconds),
          ]),
        limit: limit)
      let changes = try OutboxTable.changes(
        connection, where: SQLCondition("number = ANY(?)", [.integers(due.map(\.number))]),
        limit: .max)
      let known = Dictionary(uniqueKeysWithValues: changes.map { ($0.number, $0) })
      return due.compactMap { delivery in
        known[delivery.number].map { DeliveryWork.Retry(delivery: delivery, change: $0) }
      }
    }

    /// Stores what became of what a receiver was sent.
    public func settle(_ update: DeliveryUpdate) throws(LedgerError) {
      let now = SQLValue.integer(update.at.milliseconds)
      let receiver = SQLValue.text(update.receiver)
      try change { connection in
        // Held changes are stored first, so that what they wait for releases them here as well.
        for delivery in update.undelivered { try OutboxTable.put(delivery, connection) }
        var settled = update.undelivered.filter { $0.status == .dead }.map(\.subscription.rawValue)
        let arrived = try connection.query(
          "DELETE FROM deliveries WHERE receiver = $1 AND change = ANY($2) RETURNING subscription",
          [receiver, .integers(update.delivered)])
        settled += (0..<arrived.count).map { arrived.text($0, 0) }
        for subscription in settled {
          try OutboxTable.release(
            after: subscription, of: update.receiver, at: update.at, connection)
        }
        if update.isBack {
          try connection.run(
            """
            UPDATE deliveries SET nextAt = $2
            WHERE receiver = $1 AND status = 'waiting' AND nextAt > $2
            """, [receiver, now])
        }
        try connection.run(
          "UPDATE receivers SET cursor = $3 WHERE name = $1 AND cursor = $2",
          [receiver, .integer(update.from), .integer(update.to)])
        if let disabled = update.disabled {
          try connection.run(
            "UPDATE receivers SET disabled = $1 WHERE name = $2", [.text(disabled), receiver])
        }
      }
    }

    /// Deliveries that have not arrived.
    public func deliveries(_ query: DeliveryQuery) throws(LedgerError) -> [ChangeDelivery] {
      guard past == nil else { return [] }
      return try read { connection in
        var conditions = [SQLCondition.always]
        if let receiver = query.receiver {
          conditions.append(SQLCondition("receiver = ?", [.text(receiver)]))
        }
        if !query.statuses.isEmpty {
          conditions.append(
            SQLCondition("status = ANY(?)", [.texts(query.statuses.map(\.rawValue).sorted())]))
        }
        return try OutboxTable.deliveries(
          connection, where: .all(conditions), limit: query.limit)
      }
    }

    /// Makes due at once what is held although nothing is on its way that it waits for.
    public func releaseDeliveries(
      of receiver: String, at now: Timestamp
    ) throws(LedgerError) -> Int {
      try change { connection in try OutboxTable.releaseAll(of: receiver, at: now, connection) }
    }

    /// Makes what was sent in vain due at once.
    public func retryDeliveries(
      of receiver: String, number: Int64?, at now: Timestamp
    ) throws(LedgerError) -> Int {
      try change { connection in
        _ = try OutboxTable.releaseAll(of: receiver, at: now, connection)
        let count = try connection.run(
          """
          UPDATE deliveries SET status = 'waiting', attempts = 0, nextAt = $3
          WHERE receiver = $1 AND change = coalesce($2, change) AND status <> 'held'
          """, [.text(receiver), .integer(number), .integer(now.milliseconds)])
        guard count > 0 || number == nil else { return count }
        try connection.run(
          "UPDATE receivers SET disabled = NULL WHERE name = $1", [.text(receiver)])
        return count
      }
    }
  }
#endif
