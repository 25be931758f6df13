import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

extension SQLiteLedger {
  /// Reads what a ledger of the past does not have.
  private func readOutbox<Value>(
    otherwise: Value, _ body: (Database) throws -> Value
  ) throws(LedgerError) -> Value {
    isPast ? otherwise : try read(body)
  }

  /// Changes by number.
  public func outbox(after number: Int64, limit: Int) throws(LedgerError) -> [RecordedChange] {
    try readOutbox(otherwise: []) { database in
      try OutboxTable.changes(
        database, where: SQLCondition("number > ?", [number]), limit: limit)
    }
  }

  /// Changes by number that took effect before an instant and were recorded on a later UTC day.
  public func lateChanges(
    after number: Int64, before instant: Timestamp, limit: Int
  ) throws(LedgerError) -> [RecordedChange] {
    try readOutbox(otherwise: []) { database in
      try OutboxTable.changes(
        database,
        where: SQLCondition(
          "number > ? AND at < ? AND at / 86400000 < recordedAt / 86400000",
          [number, instant.milliseconds]), limit: limit)
    }
  }

  /// The first and the last number of the outbox.
  public func outboxBounds() throws(LedgerError) -> OutboxBounds {
    try readOutbox(otherwise: OutboxBounds()) { database in try OutboxTable.bounds(database) }
  }

  /// The number after which the changes were recorded at an instant or later.
  public func outboxNumber(before instant: Timestamp) throws(LedgerError) -> Int64 {
    try readOutbox(otherwise: 0) { database in
      let first = try Int64.fetchOne(
        database, sql: "SELECT min(number) FROM changes WHERE recordedAt >= ?",
        arguments: [instant.milliseconds])
      return try first.map { $0 - 1 } ?? OutboxTable.bounds(database).last
    }
  }

  /// Says for how long changes are kept.
  public func setOutboxRetention(_ length: Duration) throws(LedgerError) {
    let known = try read { database in try Meta.outboxRetention(database) }
    guard known != length else { return }
    try write { database in try Meta.set(database, outboxRetention: length) }
  }

  // MARK: Receivers

  /// The place of each receiver in the outbox, by name.
  public func receivers() throws(LedgerError) -> [ReceiverState] {
    try readOutbox(otherwise: []) { database in
      try Row.fetchAll(database, sql: "SELECT * FROM receivers ORDER BY name")
        .map(SQLiteLedger.receiver)
    }
  }

  /// Stores how far a receiver has come.
  public func putReceiver(_ state: ReceiverState) throws(LedgerError) {
    try write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO receivers VALUES (?, ?, ?)",
        arguments: [state.name, state.cursor, state.disabled])
    }
  }

  private static func receiver(_ row: Row) -> ReceiverState {
    ReceiverState(name: row["name"], cursor: row["cursor"], disabled: row["disabled"])
  }

  /// The figures of the outbox and its receivers.
  public func outboxFigures() throws(LedgerError) -> OutboxFigures {
    try readOutbox(otherwise: OutboxFigures()) { database in
      let waiting = try OutboxTable.counts(of: .waiting, database)
      let held = try OutboxTable.counts(of: .held, database)
      let dead = try OutboxTable.counts(of: .dead, database)
      let states = try Row.fetchAll(database, sql: "SELECT * FROM receivers ORDER BY name")
        .map(SQLiteLedger.receiver)
      return OutboxFigures(
        bounds: try OutboxTable.bounds(database),
        receivers: states.map {
          OutboxFigures.Receiver(
            state: $0, waiting: waiting[$0.name] ?? 0, held: held[$0.name] ?? 0,
            dead: dead[$0.name] ?? 0)
        })
    }
  }

  // MARK: Deliveries

  /// The changes and retries that a receiver is to be sent.
  public func deliveryWork(
    for receiver: String, at now: Timestamp, limit: Int
  ) throws(LedgerError) -> DeliveryWork {
    try readOutbox(otherwise: DeliveryWork()) { database in
      let state = try Row.fetchOne(
        database, sql: "SELECT * FROM receivers WHERE name = ?", arguments: [receiver])
      var work = DeliveryWork(state: state.map(SQLiteLedger.receiver))
      let due = try OutboxTable.deliveries(
        database,
        where: SQLCondition(
          """
          receiver = ? AND status = 'waiting' AND (nextAt <= ? OR nextAt > ?)
          AND \(OutboxTable.isSendable)
          """,
          [
            receiver, now.milliseconds, (now + ChangeDelivery.longestPause).milliseconds,
          ]),
        limit: limit)
      work.due = try due.compactMap { delivery in
        try OutboxTable.changes(
          database, where: SQLCondition("number = ?", [delivery.number]), limit: 1
        ).first.map { DeliveryWork.Retry(delivery: delivery, change: $0) }
      }
      guard let cursor = work.state?.cursor else { return work }
      work.next = try OutboxTable.changes(
        database, where: SQLCondition("number > ?", [cursor]), limit: limit)
      let open = "receiver = ? AND status <> 'dead' AND \(OutboxTable.isSendable)"
      for change in work.next {
        let id = change.change.subscription.id
        guard !work.blocked.contains(id) else { continue }
        let deliveries = try OutboxTable.deliveries(
          database, where: SQLCondition("\(open) AND subscription = ?", [receiver, id.rawValue]),
          limit: .max)
        if !deliveries.isEmpty { work.blocked.insert(id) }
        work.open.formUnion(deliveries.map(\.number))
      }
      work.open.formIntersection(work.next.map(\.number))
      return work
    }
  }

  /// Stores what became of what a receiver was sent.
  public func settle(_ update: DeliveryUpdate) throws(LedgerError) {
    try write { database in
      // Held changes are stored first, so that what they wait for releases them here as well.
      for delivery in update.undelivered { try OutboxTable.put(delivery, database) }
      var settled = update.undelivered.filter { $0.status == .dead }.map(\.subscription.rawValue)
      for number in update.delivered {
        settled += try String.fetchAll(
          database,
          sql: """
            DELETE FROM deliveries WHERE receiver = ? AND change = ? RETURNING subscription
            """,
          arguments: [update.receiver, number])
      }
      for subscription in settled {
        try OutboxTable.release(
          after: subscription, of: update.receiver, at: update.at, database)
      }
      if update.isBack {
        try database.execute(
          sql: """
            UPDATE deliveries SET nextAt = ?2
            WHERE receiver = ?1 AND status = 'waiting' AND nextAt > ?2
            """, arguments: [update.receiver, update.at.milliseconds])
      }
      try database.execute(
        sql: "UPDATE receivers SET cursor = ?3 WHERE name = ?1 AND cursor = ?2",
        arguments: [update.receiver, update.from, update.to])
      if let disabled = update.disabled {
        try database.execute(
          sql: "UPDATE receivers SET disabled = ? WHERE name = ?",
          arguments: [disabled, update.receiver])
      }
    }
  }

  /// Deliveries that have not arrived.
  public func deliveries(_ query: DeliveryQuery) throws(LedgerError) -> [ChangeDelivery] {
    try readOutbox(otherwise: []) { database in
      var conditions = [SQLCondition.always]
      if let receiver = query.receiver {
        conditions.append(SQLCondition("receiver = ?", [receiver]))
      }
      if !query.statuses.isEmpty {
        let marks = Array(repeating: "?", count: query.statuses.count).joined(separator: ", ")
        conditions.append(
          SQLCondition("status IN (\(marks))", query.statuses.map(\.rawValue).sorted()))
      }
      return try OutboxTable.deliveries(
        database, where: .all(conditions), limit: query.limit)
    }
  }

  /// Makes due at once what is held although nothing is on its way that it waits for.
  public func releaseDeliveries(
    of receiver: String, at now: Timestamp
  ) throws(LedgerError) -> Int {
    try write { database in try OutboxTable.releaseAll(of: receiver, at: now, database) }
  }

  /// Makes what was sent in vain due at once.
  public func retryDeliveries(
    of receiver: String, number: Int64?, at now: Timestamp
  ) throws(LedgerError) -> Int {
    try write { database in
      _ = try OutboxTable.releaseAll(of: receiver, at: now, database)
      try database.execute(
        sql: """
          UPDATE deliveries SET status = 'waiting', attempts = 0, nextAt = ?3
          WHERE receiver = ?1 AND change = ifnull(?2, change) AND status <> 'held'
          """, arguments: [receiver, number, now.milliseconds])
      let count = database.changesCount
      guard count > 0 || number == nil else { return count }
      try database.execute(
        sql: "UPDATE receivers SET disabled = NULL WHERE name = ?", arguments: [receiver])
      return count
    }
  }
}
