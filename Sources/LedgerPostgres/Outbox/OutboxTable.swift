#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  /// The tables of the outbox: changes, receivers, and what has not arrived.
  enum OutboxTable {
    // MARK: Changes

    /// Appends changes that are not known yet, and removes what is too old.
    static func append(
      _ changes: [SubscriptionChange], at now: Timestamp, in transaction: LedgerTransaction
    ) throws {
      let rows = try transaction.queryCommitted(
        "SELECT id FROM changes WHERE id = ANY($1)", [.texts(changes.map(\.id))])
      var known = Set((0..<rows.count).map { rows.text($0, 0) })
      let new = changes.filter { known.insert($0.id).inserted }
      if !new.isEmpty {
        let last = try LedgerHead.grow(&transaction.head.lastChange, by: new.count)
        insert(new, from: last - Int64(new.count) + 1, at: now, in: transaction)
      }
      try removeOld(at: now, in: transaction)
    }

    private static func insert(
      _ changes: [SubscriptionChange], from first: Int64, at now: Timestamp,
      in transaction: LedgerTransaction
    ) {
      let bodies = changes.map { change -> [UInt8]? in
        let row = SubscriberProjection(
          summary: change.subscription, episodes: change.episode.map { [$0] } ?? [], history: [])
        return EventCodec.encode(row)
      }
      transaction.insert(
        target,
        [
          .integers(changes.indices.map { first + Int64($0) }), .texts(changes.map(\.id)),
          .texts(changes.map(\.subscription.id.rawValue)), .texts(changes.map(\.kind.rawValue)),
          .integers(changes.map(\.at.milliseconds)),
          .integers(changes.map { _ in now.milliseconds }),
          .texts(changes.map { $0.reason?.rawValue }),
          .integers(changes.map { $0.step.map { Int64($0) } }), .byteStrings(bodies),
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

    /// The condition that a change is of a kind that this build knows.
    ///
    /// A newer build may have recorded others, which fill no page here, so that a cursor always
    /// gets past them, and which wait for that build.
    private static let isKnown: String = {
      let kinds = SubscriptionChange.Kind.allCases.map { "'\($0.rawValue)'" }
      return "kind IN (\(kinds.joined(separator: ", ")))"
    }()

    /// Changes that satisfy a condition, of the kinds that this build knows.
    static func changes(
      _ connection: PostgresConnection, where condition: SQLCondition, limit: Int
    ) throws -> [RecordedChange] {
      var select = condition
      select.sql = """
        SELECT number, recordedAt, id, kind, at, reason, step, body, newsAt FROM changes
        WHERE \(condition.sql) AND \(isKnown) ORDER BY number LIMIT \(max(0, limit))
        """
      let rows = try connection.query(select)
      return try (0..<rows.count).compactMap { place in
        guard let kind = SubscriptionChange.Kind(rawValue: rows.text(place, 3)) else { return nil }
        let row = try EventCodec.decode(row: rows.buffer(place, 7))
        let change = SubscriptionChange(
          id: rows.text(place, 2), kind, at: Timestamp(milliseconds: rows.integer(place, 4)),
          of: row.summary, episode: row.episodes.first,
          reason: rows.optionalText(place, 5).flatMap(EndReason.init(rawValue:)),
          step: rows.optionalInteger(place, 6).map { Int($0) },
          newsAt: rows.optionalInteger(place, 8).map(Timestamp.init(milliseconds:)))
        return RecordedChange(
          number: rows.integer(place, 0),
          recordedAt: Timestamp(milliseconds: rows.integer(place, 1)), change: change)
      }
    }

    /// The first and the last number of the outbox.
    static func bounds(_ connection: PostgresConnection) throws -> OutboxBounds {
      let rows = try connection.query("SELECT outboxRemoved, lastChange FROM ledger")
      return OutboxBounds(removed: rows.integer(0, 0), last: rows.integer(0, 1))
    }

    // MARK: Deliveries

    /// The condition that this build can send the change of a delivery.
    static let isSendable = "EXISTS (SELECT 1 FROM changes WHERE number = change AND \(isKnown))"

    /// Deliveries that satisfy a condition, by receiver and number.
    static func deliveries(
      _ connection: PostgresConnection, where condition: SQLCondition, limit: Int
    ) throws -> [ChangeDelivery] {
      var select = condition
      select.sql = """
        SELECT receiver, change, subscription, status, attempts, nextAt, triedAt, problem
        FROM deliveries WHERE \(condition.sql) ORDER BY receiver, change LIMIT \(max(0, limit))
        """
      let rows = try connection.query(select)
      return (0..<rows.count).compactMap { place in
        ChangeDelivery.Status(rawValue: rows.text(place, 3)).map { status in
          ChangeDelivery(
            receiver: rows.text(place, 0), number: rows.integer(place, 1),
            subscription: SubscriptionID(rows.text(place, 2)), status: status,
            attempts: Int(rows.integer(place, 4)),
            nextAt: Timestamp(milliseconds: rows.integer(place, 5)),
            triedAt: rows.optionalInteger(place, 6).map(Timestamp.init(milliseconds:)),
            problem: rows.text(place, 7))
        }
      }
    }

    /// The number of deliveries of a status by receiver.
    static func counts(
      of status: ChangeDelivery.Status, _ connection: PostgresConnection
    ) throws -> [String: Int] {
      // The status stands in the text, so that its partial index is used.
      let rows = try connection.query(
        """
        SELECT receiver, count(*) FROM deliveries WHERE status = '\(status.rawValue)'
        GROUP BY receiver
        """)
      return (0..<rows.count).reduce(into: [:]) { counts, place in
        counts[rows.text(place, 0)] = Int(rows.integer(place, 1))
      }
    }

    /// Stores a delivery in place of what was known of it.
    static func put(_ delivery: ChangeDelivery, _ connection: PostgresConnection) throws {
      try connection.run(
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
          .integer(Int64(delivery.attempts)), .integer(delivery.nextAt.milliseconds),
          .integer(delivery.triedAt?.milliseconds), .text(delivery.problem),
        ])
    }

    /// Lets the next change of a subscription go, where none is on its way.
    static func release(
      after subscription: String, of receiver: String, at now: Timestamp,
      _ connection: PostgresConnection
    ) throws {
      try connection.run(
        """
        UPDATE deliveries SET status = 'waiting', nextAt = $3
        WHERE receiver = $1 AND status = 'held' AND change = (
          SELECT min(change) FROM deliveries
          WHERE receiver = $1 AND subscription = $2 AND status = 'held' AND \(isSendable))
        AND NOT EXISTS (
          SELECT 1 FROM deliveries
          WHERE receiver = $1 AND subscription = $2 AND status = 'waiting' AND \(isSendable))
        """, [.text(receiver), .text(subscription), .integer(now.milliseconds)])
    }

    /// Lets the next change of every subscription go that is held while none is on its way.
    ///
    /// - Returns: The number of changes that go.
    static func releaseAll(
      of receiver: String, at now: Timestamp, _ connection: PostgresConnection
    ) throws -> Int {
      try connection.run(
        """
        UPDATE deliveries d SET status = 'waiting', nextAt = $2
        WHERE receiver = $1 AND status = 'held' AND change = (
          SELECT min(change) FROM deliveries AS held
          WHERE receiver = $1 AND held.subscription = d.subscription
          AND status = 'held' AND \(isSendable))
        AND NOT EXISTS (
          SELECT 1 FROM deliveries AS open
          WHERE receiver = $1 AND open.subscription = d.subscription
          AND status = 'waiting' AND \(isSendable))
        """, [.text(receiver), .integer(now.milliseconds)])
    }
  }
#endif
