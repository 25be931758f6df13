import EventLedger
import SubscriptionCore

extension SQLLedger {
  /// Reads from the outbox, which a ledger of the past does not have.
  private func readOutbox<Value>(
    otherwise: Value, _ body: (any SQLConnection) throws -> Value
  ) throws(LedgerError) -> Value {
    isPast ? otherwise : try access(.snapshot, body)
  }

  /// Changes by number.
  public func outbox(after number: Int64, limit: Int) throws(LedgerError) -> [RecordedChange] {
    try readOutbox(otherwise: []) { connection in
      try connection.changes(where: "number > $1", [.integer(number)], limit: limit)
    }
  }

  /// Changes by number that took effect before an instant and were recorded on a later UTC day.
  public func lateChanges(
    after number: Int64, before instant: Timestamp, limit: Int
  ) throws(LedgerError) -> [RecordedChange] {
    try readOutbox(otherwise: []) { connection in
      try connection.changes(
        where: "number > $1 AND at < $2 AND at / 86400000 < recordedAt / 86400000",
        [.integer(number), .time(instant)], limit: limit)
    }
  }

  /// The first and the last number of the outbox.
  public func outboxBounds() throws(LedgerError) -> OutboxBounds {
    try readOutbox(otherwise: OutboxBounds()) { connection in try connection.outboxBounds() }
  }

  /// The number after which the changes were recorded at an instant or later.
  public func outboxNumber(before instant: Timestamp) throws(LedgerError) -> Int64 {
    try readOutbox(otherwise: 0) { connection in
      let first = try connection.fetch(
        "SELECT min(number) FROM changes WHERE recordedAt >= $1", [.time(instant)]
      ) { $0.optionalInteger(0) }.first
      return try first.map { $0 - 1 } ?? connection.outboxBounds().last
    }
  }

  // MARK: Receivers

  /// The place of each receiver in the outbox, by name.
  public func receivers() throws(LedgerError) -> [ReceiverState] {
    try readOutbox(otherwise: []) { connection in try connection.receivers() }
  }

  /// Stores how far a receiver has come.
  public func putReceiver(_ state: ReceiverState) throws(LedgerError) {
    try access(.change) { connection in
      try connection.execute(
        """
        INSERT INTO receivers (name, cursor, disabled) VALUES ($1, $2, $3)
        ON CONFLICT (name) DO UPDATE SET cursor = excluded.cursor, disabled = excluded.disabled
        """, [.text(state.name), .integer(state.cursor), .text(state.disabled)])
    }
  }

  /// The figures of the outbox and its receivers.
  public func outboxFigures() throws(LedgerError) -> OutboxFigures {
    try readOutbox(otherwise: OutboxFigures()) { connection in
      let waiting = try connection.deliveryCounts(of: .waiting)
      let held = try connection.deliveryCounts(of: .held)
      let dead = try connection.deliveryCounts(of: .dead)
      return OutboxFigures(
        bounds: try connection.outboxBounds(),
        receivers: try connection.receivers().map {
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
    try readOutbox(otherwise: DeliveryWork()) { connection in
      var work = DeliveryWork(
        state: try connection.receivers(where: "name = $1", [.text(receiver)]).first)
      let due = try connection.deliveries(
        where: """
          receiver = $1 AND status = 'waiting' AND (nextAt <= $2 OR nextAt > $3)
          AND \(OutboxCondition.isSendable)
          """, [.text(receiver), .time(now), .time(now + ChangeDelivery.longestPause)],
        limit: limit)
      let changes = try connection.changes(numbered: due.map(\.number))
      work.due = due.compactMap { delivery in
        changes[delivery.number].map { DeliveryWork.Retry(delivery: delivery, change: $0) }
      }
      guard let cursor = work.state?.cursor else { return work }
      work.next = try connection.changes(where: "number > $1", [.integer(cursor)], limit: limit)
      let open = try connection.openDeliveries(
        of: receiver, Set(work.next.map(\.change.subscription.id.rawValue)))
      work.blocked = Set(open.map(\.subscription))
      work.open = Set(open.map(\.number)).intersection(work.next.map(\.number))
      return work
    }
  }

  /// Stores what became of what a receiver was sent.
  public func settle(_ update: DeliveryUpdate) throws(LedgerError) {
    let (receiver, now) = (SQLArgument.text(update.receiver), SQLArgument.time(update.at))
    try access(.change) { connection in
      // Held changes are stored first, so that what they wait for releases them here as well.
      for delivery in update.undelivered { try connection.put(delivery) }
      let dead = update.undelivered.filter { $0.status == .dead }.map(\.subscription.rawValue)
      let arrived = try connection.removeDeliveries(of: update.receiver, update.delivered)
      for subscription in dead + arrived {
        try connection.release(after: subscription, of: update.receiver, at: update.at)
      }
      if update.isBack {
        try connection.execute(
          """
          UPDATE deliveries SET nextAt = $2
          WHERE receiver = $1 AND status = 'waiting' AND nextAt > $2
          """, [receiver, now])
      }
      try connection.execute(
        "UPDATE receivers SET cursor = $3 WHERE name = $1 AND cursor = $2",
        [receiver, .integer(update.from), .integer(update.to)])
      if let disabled = update.disabled {
        try connection.execute(
          "UPDATE receivers SET disabled = $1 WHERE name = $2", [.text(disabled), receiver])
      }
    }
  }

  /// Deliveries that have not arrived.
  public func deliveries(_ query: DeliveryQuery) throws(LedgerError) -> [ChangeDelivery] {
    let statuses = query.statuses.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
    let conditions = [
      query.receiver == nil ? "true" : "receiver = $1",
      statuses.isEmpty ? "true" : "status IN (\(statuses))",
    ]
    return try readOutbox(otherwise: []) { connection in
      try connection.deliveries(
        where: conditions.joined(separator: " AND "),
        query.receiver.map { [.text($0)] } ?? [], limit: query.limit)
    }
  }

  /// Makes due at once what is held although nothing is on its way that it waits for.
  public func releaseDeliveries(
    of receiver: String, at now: Timestamp
  ) throws(LedgerError) -> Int {
    try access(.change) { connection in try connection.releaseAll(of: receiver, at: now) }
  }

  /// Makes what was sent in vain due at once.
  public func retryDeliveries(
    of receiver: String, number: Int64?, at now: Timestamp
  ) throws(LedgerError) -> Int {
    try access(.change) { connection in
      _ = try connection.releaseAll(of: receiver, at: now)
      let count = try connection.execute(
        """
        UPDATE deliveries SET status = 'waiting', attempts = 0, nextAt = $3
        WHERE receiver = $1 AND change = coalesce($2, change) AND status <> 'held'
        """, [.text(receiver), .integer(number), .time(now)])
      guard count > 0 || number == nil else { return count }
      try connection.execute(
        "UPDATE receivers SET disabled = NULL WHERE name = $1", [.text(receiver)])
      return count
    }
  }
}

extension SQLConnection {
  fileprivate func changes(numbered numbers: [Int64]) throws -> [Int64: RecordedChange] {
    guard !numbers.isEmpty else { return [:] }
    let changes = try changes(
      where: "number \(Dialect.isOneOf("$1"))", [.integers(numbers)], limit: .max)
    return Dictionary(uniqueKeysWithValues: changes.map { ($0.number, $0) })
  }

  /// Returns the deliveries of subscriptions that are neither given up nor of a kind that this
  /// build does not know.
  fileprivate func openDeliveries(
    of receiver: String, _ subscriptions: Set<String>
  ) throws -> [ChangeDelivery] {
    guard !subscriptions.isEmpty else { return [] }
    let places = subscriptions.indices.enumerated().map { "$\($0.offset + 2)" }
    return try deliveries(
      where: """
        receiver = $1 AND status <> 'dead' AND subscription IN (\(places.joined(separator: ", ")))
        AND \(OutboxCondition.isSendable)
        """, [.text(receiver)] + subscriptions.map { .text($0) })
  }
}
