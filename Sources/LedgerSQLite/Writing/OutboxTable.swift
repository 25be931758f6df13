import EventLedger
import GRDB
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

  /// Appends changes that are not known yet, and removes what was too old when the one before them
  /// was recorded.
  static func append(
    _ changes: [SubscriptionChange], at now: Timestamp, _ database: Database
  ) throws {
    guard !changes.isEmpty else { return }
    let newest = try newest(database)
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
    // A clock that is ahead must not remove at once what is kept for weeks.
    if let newest { try removeOld(at: min(now, newest), database) }
  }

  /// The instant at which the newest of the changes was recorded.
  private static func newest(_ database: Database) throws -> Timestamp? {
    let select = try RawStatement(database, "SELECT max(recordedAt) FROM changes")
    defer { select.reset() }
    guard try select.step(), !select.isNull(0) else { return nil }
    return Timestamp(milliseconds: select.integer(0))
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

  /// The number of dead deliveries.
  static func deadCount(_ database: Database) throws -> Int {
    try Int.fetchOne(
      database, sql: "SELECT count(*) FROM deliveries WHERE status = 'dead'") ?? 0
  }
}

extension SQLiteLedger {
  /// Says for how long changes are kept.
  public func setOutboxRetention(_ length: Duration) throws(LedgerError) {
    let known = try read { database in try Meta.outboxRetention(database) }
    guard known != length else { return }
    try write { database in try Meta.set(database, outboxRetention: length) }
  }
}
