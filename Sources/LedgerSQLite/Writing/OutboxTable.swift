import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

/// The tables of the outbox: changes, receivers, and what has not arrived.
enum OutboxTable {
  /// The statements that make the tables, which came with version 7; `newsAt` came with version 13
  /// and stands as SQLite writes a column that is added.
  ///
  /// A number of a change is never given twice, so that a cursor stays one.
  static let statements = [
    """
    CREATE TABLE changes (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      subscription TEXT NOT NULL,
      kind TEXT NOT NULL,
      at INTEGER NOT NULL,
      recordedAt INTEGER NOT NULL,
      reason TEXT,
      step INTEGER,
      row BLOB NOT NULL
    , newsAt INTEGER) STRICT
    """,
    "CREATE INDEX changesByTime ON changes(recordedAt)",
    """
    CREATE TABLE receivers (
      name TEXT PRIMARY KEY,
      cursor INTEGER NOT NULL,
      disabled TEXT
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE deliveries (
      receiver TEXT NOT NULL,
      change INTEGER NOT NULL,
      subscription TEXT NOT NULL,
      status TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      nextAt INTEGER NOT NULL,
      triedAt INTEGER,
      problem TEXT NOT NULL,
      PRIMARY KEY (receiver, change)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX deliveriesByTime ON deliveries(receiver, nextAt) WHERE status = 'waiting'",
    "CREATE INDEX deliveriesInOrder ON deliveries(receiver, subscription, change)",
    "CREATE INDEX deliveriesDead ON deliveries(receiver, change) WHERE status = 'dead'",
  ]

  // MARK: Changes

  /// Appends changes that are not known yet, and removes what is too old.
  static func append(
    _ changes: [SubscriptionChange], at now: Timestamp, _ database: Database
  ) throws {
    guard !changes.isEmpty else { return }
    // Two statements, since one that inserts what it selects makes the index of names write out
    // what it gathers in memory.
    let find = try RawStatement(database, "SELECT 1 FROM changes WHERE id = ?")
    let insert = try RawStatement(
      database,
      """
      INSERT INTO changes (id, subscription, kind, at, recordedAt, reason, step, row, newsAt)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    for change in changes {
      find.bind(change.id, at: 1)
      defer { find.reset() }
      if try find.step() { continue }
      insert.bind(change.id, at: 1)
      insert.bind(change.subscription.id.rawValue, at: 2)
      insert.bind(change.kind.rawValue, at: 3)
      insert.bind(change.at.milliseconds, at: 4)
      insert.bind(now.milliseconds, at: 5)
      insert.bind(change.reason?.rawValue, at: 6)
      insert.bind(change.step.map { Int64($0) }, at: 7)
      let row = SubscriberProjection(
        summary: change.subscription, episodes: change.episode.map { [$0] } ?? [], history: [])
      insert.bind(EventCodec.encode(row), at: 8)
      insert.bind(change.newsAt?.milliseconds, at: 9)
      try insert.run()
    }
    try removeOld(at: now, database)
  }

  /// Selects the greatest number of the changes before an instant.
  ///
  /// By itself SQLite would look for it from the end of the table, through all changes.
  static let selectOld =
    "SELECT max(number) FROM changes INDEXED BY changesByTime WHERE recordedAt < ?"

  private static func removeOld(at now: Timestamp, _ database: Database) throws {
    let oldest = now - (try Meta.outboxRetention(database))
    let select = try RawStatement(database, selectOld)
    select.bind(oldest.milliseconds, at: 1)
    defer { select.reset() }
    guard try select.step(), !select.isNull(0) else { return }
    try Meta.set(database, outboxRemoved: select.integer(0))
    try database.execute(
      sql: """
        DELETE FROM deliveries WHERE change IN (SELECT number FROM changes WHERE recordedAt < ?)
        """, arguments: [oldest.milliseconds])
    try database.execute(
      sql: "DELETE FROM changes WHERE recordedAt < ?", arguments: [oldest.milliseconds])
  }

  /// Removes the changes of an account's subscriptions, which are still in the list, and those from
  /// when another's was still the account's.
  static func erase(_ account: AccountID, _ database: Database) throws {
    var numbers = try Int64.fetchSet(
      database,
      sql: """
        SELECT number FROM changes WHERE subscription IN (
          SELECT id FROM subscribers WHERE accountMark = name_mark(?1) AND account = ?1)
        """, arguments: [account.rawValue])
    let select = try RawStatement(
      database, "SELECT number, row FROM changes WHERE instr(row, CAST(? AS BLOB)) > 0")
    select.bind(account.rawValue, at: 1)
    defer { select.reset() }
    while try select.step() {
      let row = try select.withBytes(1) { try EventCodec.decode(row: $0) }
      if row.summary.account == account { numbers.insert(select.integer(0)) }
    }
    for (table, column) in [("deliveries", "change"), ("changes", "number")] {
      try database.execute(
        sql: "DELETE FROM \(table) WHERE \(column) IN (SELECT value FROM json_each(?))",
        arguments: ["\(numbers.sorted())"])
    }
  }

  /// The condition that a change is of a kind that this build knows.
  ///
  /// A newer build may have recorded others, which fill no page here, so that a cursor always gets
  /// past them, and which wait for that build.
  private static let isKnown: String = {
    let kinds = SubscriptionChange.Kind.allCases.map { "'\($0.rawValue)'" }
    return "kind IN (\(kinds.joined(separator: ", ")))"
  }()

  /// Changes that satisfy a condition, of the kinds that this build knows.
  static func changes(
    _ database: Database, where condition: SQLCondition, limit: Int
  ) throws -> [RecordedChange] {
    let statement = try RawStatement(
      database,
      """
      SELECT number, recordedAt, id, kind, at, reason, step, row, newsAt FROM changes
      WHERE \(condition.sql) AND \(isKnown) ORDER BY number LIMIT \(max(0, limit))
      """)
    statement.bind(condition.values)
    defer { statement.reset() }
    var changes: [RecordedChange] = []
    while try statement.step() {
      guard let kind = SubscriptionChange.Kind(rawValue: statement.text(3)) else { continue }
      let row = try statement.withBytes(7) { try EventCodec.decode(row: $0) }
      let reason = statement.isNull(5) ? nil : EndReason(rawValue: statement.text(5))
      let change = SubscriptionChange(
        id: statement.text(2), kind, at: Timestamp(milliseconds: statement.integer(4)),
        of: row.summary, episode: row.episodes.first, reason: reason,
        step: statement.isNull(6) ? nil : Int(statement.integer(6)),
        newsAt: statement.isNull(8) ? nil : Timestamp(milliseconds: statement.integer(8)))
      changes.append(
        RecordedChange(
          number: statement.integer(0),
          recordedAt: Timestamp(milliseconds: statement.integer(1)), change: change))
    }
    return changes
  }

  /// The first and the last number of the outbox.
  static func bounds(_ database: Database) throws -> OutboxBounds {
    OutboxBounds(
      removed: try Meta.outboxRemoved(database),
      last: try Int64.fetchOne(
        database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'changes'") ?? 0)
  }

  // MARK: Deliveries

  /// The condition that this build can send the change of a delivery.
  static let isSendable =
    "EXISTS (SELECT 1 FROM changes WHERE number = change AND \(isKnown))"

  /// Deliveries that satisfy a condition, by receiver and number.
  static func deliveries(
    _ database: Database, where condition: SQLCondition, limit: Int
  ) throws -> [ChangeDelivery] {
    let statement = try RawStatement(
      database,
      """
      SELECT receiver, change, subscription, status, attempts, nextAt, triedAt, problem
      FROM deliveries WHERE \(condition.sql) ORDER BY receiver, change LIMIT \(max(0, limit))
      """, isKept: false)
    statement.bind(condition.values)
    defer { statement.reset() }
    var found: [ChangeDelivery] = []
    while try statement.step() {
      guard let status = ChangeDelivery.Status(rawValue: statement.text(3)) else { continue }
      found.append(
        ChangeDelivery(
          receiver: statement.text(0), number: statement.integer(1),
          subscription: SubscriptionID(statement.text(2)), status: status,
          attempts: Int(statement.integer(4)),
          nextAt: Timestamp(milliseconds: statement.integer(5)),
          triedAt: statement.isNull(6) ? nil : Timestamp(milliseconds: statement.integer(6)),
          problem: statement.text(7)))
    }
    return found
  }

  /// The number of dead deliveries.
  static func deadCount(_ database: Database) throws -> Int {
    try Int.fetchOne(
      database, sql: "SELECT count(*) FROM deliveries WHERE status = 'dead'") ?? 0
  }

  /// The number of deliveries of a status by receiver.
  static func counts(
    of status: ChangeDelivery.Status, _ database: Database
  ) throws -> [String: Int] {
    // The status stands in the text, so that its partial index is used.
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT receiver, count(*) FROM deliveries WHERE status = '\(status.rawValue)'
        GROUP BY receiver
        """)
    return Dictionary(uniqueKeysWithValues: rows.map { row -> (String, Int) in (row[0], row[1]) })
  }

  /// Stores a delivery in place of what was known of it.
  static func put(_ delivery: ChangeDelivery, _ database: Database) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO deliveries VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      arguments: [
        delivery.receiver, delivery.number, delivery.subscription.rawValue,
        delivery.status.rawValue, delivery.attempts, delivery.nextAt.milliseconds,
        delivery.triedAt?.milliseconds, delivery.problem,
      ])
  }

  /// Lets the next change of a subscription go, where none is on its way.
  static func release(
    after subscription: String, of receiver: String, at now: Timestamp, _ database: Database
  ) throws {
    try database.execute(
      sql: """
        UPDATE deliveries SET status = 'waiting', nextAt = ?3
        WHERE receiver = ?1 AND status = 'held' AND change = (
          SELECT min(change) FROM deliveries
          WHERE receiver = ?1 AND subscription = ?2 AND status = 'held' AND \(isSendable))
        AND NOT EXISTS (
          SELECT 1 FROM deliveries
          WHERE receiver = ?1 AND subscription = ?2 AND status = 'waiting' AND \(isSendable))
        """, arguments: [receiver, subscription, now.milliseconds])
  }

  /// Lets the next change of every subscription go that is held while none is on its way.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes that have not arrived.
  static func releaseAll(
    of receiver: String, at now: Timestamp, _ database: Database
  ) throws -> Int {
    try database.execute(
      sql: """
        UPDATE deliveries SET status = 'waiting', nextAt = ?2
        WHERE receiver = ?1 AND status = 'held' AND change = (
          SELECT min(change) FROM deliveries AS held
          WHERE receiver = ?1 AND held.subscription = deliveries.subscription
          AND status = 'held' AND \(isSendable))
        AND NOT EXISTS (
          SELECT 1 FROM deliveries AS open
          WHERE receiver = ?1 AND open.subscription = deliveries.subscription
          AND status = 'waiting' AND \(isSendable))
        """, arguments: [receiver, now.milliseconds])
    return database.changesCount
  }
}
