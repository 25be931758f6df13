import EventLedger
import SubscriptionCore

/// The tables of the outbox: changes, receivers, and what has not arrived.
extension SQLConnection {
  /// Returns changes that satisfy a condition, by number, of the kinds that this build knows.
  func changes(
    where condition: String, _ values: [SQLArgument], limit: Int
  ) throws -> [RecordedChange] {
    try fetch(
      """
      SELECT number, recordedAt, id, kind, at, reason, step, newsAt, \(Dialect.changeBody)
      FROM changes WHERE \(condition) AND \(OutboxCondition.isKnown)
      ORDER BY number LIMIT \(max(0, limit))
      """, values, isKept: false
    ) { row in
      guard let kind = SubscriptionChange.Kind(rawValue: row.text(3)) else { return nil }
      let subscriber = try EventCodec.decode(row: row.buffer(8))
      let change = SubscriptionChange(
        id: row.text(2), kind, at: row.time(4), of: subscriber.summary,
        episode: subscriber.episodes.first,
        reason: row.optionalText(5).flatMap(EndReason.init(rawValue:)),
        step: row.optionalInteger(6).map { Int($0) }, newsAt: row.optionalTime(7))
      return RecordedChange(number: row.integer(0), recordedAt: row.time(1), change: change)
    }
  }

  /// Returns the first and the last number of the outbox.
  func outboxBounds() throws -> OutboxBounds {
    try fetch(Dialect.selectOutboxBounds) { row in
      OutboxBounds(removed: row.integer(0), last: row.integer(1))
    }.first ?? OutboxBounds()
  }

  /// Returns the places of receivers in the outbox that satisfy a condition, by name.
  func receivers(
    where condition: String = "true", _ values: [SQLArgument] = []
  ) throws -> [ReceiverState] {
    try fetch(
      "SELECT name, cursor, disabled FROM receivers WHERE \(condition) ORDER BY name", values
    ) { row in
      ReceiverState(name: row.text(0), cursor: row.integer(1), disabled: row.optionalText(2))
    }
  }

  // MARK: Deliveries

  /// Returns deliveries that satisfy a condition, by receiver and number.
  func deliveries(
    where condition: String, _ values: [SQLArgument], limit: Int = .max
  ) throws -> [ChangeDelivery] {
    try fetch(
      """
      SELECT receiver, change, subscription, status, attempts, nextAt, triedAt, problem
      FROM deliveries WHERE \(condition) ORDER BY receiver, change LIMIT \(max(0, limit))
      """, values, isKept: false
    ) { row in
      ChangeDelivery.Status(rawValue: row.text(3)).map { status in
        ChangeDelivery(
          receiver: row.text(0), number: row.integer(1),
          subscription: SubscriptionID(row.text(2)), status: status,
          attempts: Int(row.integer(4)), nextAt: row.time(5), triedAt: row.optionalTime(6),
          problem: row.text(7))
      }
    }
  }

  /// Returns the number of deliveries of a status by receiver.
  func deliveryCounts(of status: ChangeDelivery.Status) throws -> [String: Int] {
    // The status is part of the text, so that its partial index is used.
    let counts = try fetch(
      """
      SELECT receiver, count(*) FROM deliveries WHERE status = '\(status.rawValue)'
      GROUP BY receiver
      """
    ) { row in (row.text(0), Int(row.integer(1))) }
    return Dictionary(uniqueKeysWithValues: counts)
  }

  /// Stores a delivery in place of what was known of it.
  func put(_ delivery: ChangeDelivery) throws {
    try execute(
      """
      INSERT INTO deliveries
        (receiver, change, subscription, status, attempts, nextAt, triedAt, problem)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      ON CONFLICT (receiver, change) DO UPDATE SET subscription = excluded.subscription,
        status = excluded.status, attempts = excluded.attempts, nextAt = excluded.nextAt,
        triedAt = excluded.triedAt, problem = excluded.problem
      """,
      [
        .text(delivery.receiver), .integer(delivery.number),
        .text(delivery.subscription.rawValue), .text(delivery.status.rawValue),
        .integer(Int64(delivery.attempts)), .time(delivery.nextAt), .time(delivery.triedAt),
        .text(delivery.problem),
      ])
  }

  /// Removes deliveries that have arrived, and returns their subscriptions.
  func removeDeliveries(of receiver: String, _ numbers: [Int64]) throws -> [String] {
    guard !numbers.isEmpty else { return [] }
    return try fetch(
      """
      DELETE FROM deliveries WHERE receiver = $1 AND change \(Dialect.isOneOf("$2"))
      RETURNING subscription
      """, [.text(receiver), .integers(numbers)]
    ) { $0.text(0) }
  }

  /// Lets the next change of a subscription go, where none is on its way.
  func release(after subscription: String, of receiver: String, at now: Timestamp) throws {
    try execute(
      """
      UPDATE deliveries SET status = 'waiting', nextAt = $3
      WHERE receiver = $1 AND status = 'held' AND change = (
        SELECT min(change) FROM deliveries
        WHERE receiver = $1 AND subscription = $2 AND status = 'held'
        AND \(OutboxCondition.isSendable))
      AND NOT EXISTS (
        SELECT 1 FROM deliveries
        WHERE receiver = $1 AND subscription = $2 AND status = 'waiting'
        AND \(OutboxCondition.isSendable))
      """, [.text(receiver), .text(subscription), .time(now)])
  }

  /// Lets the next change of every subscription go that is held while none is on its way.
  ///
  /// - Returns: The number of changes that go.
  /// - Complexity: O(*k* log *k*) for *k* changes that have not arrived.
  func releaseAll(of receiver: String, at now: Timestamp) throws -> Int {
    try execute(
      """
      UPDATE deliveries AS d SET status = 'waiting', nextAt = $2
      WHERE receiver = $1 AND status = 'held' AND change = (
        SELECT min(change) FROM deliveries AS held
        WHERE receiver = $1 AND held.subscription = d.subscription
        AND status = 'held' AND \(OutboxCondition.isSendable))
      AND NOT EXISTS (
        SELECT 1 FROM deliveries AS open
        WHERE receiver = $1 AND open.subscription = d.subscription
        AND status = 'waiting' AND \(OutboxCondition.isSendable))
      """, [.text(receiver), .time(now)])
  }
}

extension SubscriptionChange {
  /// The subscriber of the change with its episode, as ``SQLDialect/changeBody`` keeps it.
  public var storedBody: [UInt8] {
    EventCodec.encode(
      SubscriberProjection(
        summary: subscription, episodes: episode.map { [$0] } ?? [], history: []))
  }
}

/// The conditions about changes that this build may not know.
enum OutboxCondition {
  /// The condition that a change is of a kind that this build knows.
  ///
  /// A newer build may have recorded others, which fill no page here, so that a cursor always gets
  /// past them, and which wait for that build.
  static let isKnown: String = {
    let kinds = SubscriptionChange.Kind.allCases.map { "'\($0.rawValue)'" }
    return "kind IN (\(kinds.joined(separator: ", ")))"
  }()

  /// The condition that this build can send the change of a delivery.
  static let isSendable = "EXISTS (SELECT 1 FROM changes WHERE number = change AND \(isKnown))"
}
