import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

/// The tables of the outbox: changes, receivers, and what has not arrived.
enum OutboxTable {
  /// The statements that make the tables, which came with version 7; `newsAt` came with version 13
  /// and has the form in which SQLite writes an added column.
  ///
  /// A number of a change is never given twice, so that a cursor stays one.
  static let statements =
    [
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
    ] + SQLTables<SQLiteDialect>.receivers

  /// Appends changes that are not known yet, and removes what was too old when the one before them
  /// was recorded.
  static func append(
    _ changes: [SubscriptionChange], at now: Timestamp, _ database: Database
  ) throws {
    guard !changes.isEmpty else { return }
    let newest = try database.raw.fetch("SELECT max(recordedAt) FROM changes") {
      $0.optionalTime(0)
    }.first
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
      insert.bind(change.storedBody, at: 8)
      insert.bind(change.newsAt?.milliseconds, at: 9)
      try insert.run()
    }
    // A clock that is ahead must not remove at once what is kept for weeks.
    if let newest { try removeOld(at: min(now, newest), database) }
  }

  /// Selects the greatest number of the changes before an instant.
  ///
  /// By itself SQLite would look for it from the end of the table, through all changes.
  static let selectOld =
    "SELECT max(number) FROM changes INDEXED BY changesByTime WHERE recordedAt < $1"

  private static func removeOld(at now: Timestamp, _ database: Database) throws {
    let oldest = SQLArgument.time(now - (try Meta.outboxRetention(database)))
    let last = try database.raw.fetch(selectOld, [oldest]) { $0.optionalInteger(0) }.first
    guard let last else { return }
    try Meta.set(database, .outboxRemoved, last)
    try database.raw.execute(
      "DELETE FROM deliveries WHERE change IN (SELECT number FROM changes WHERE recordedAt < $1)",
      [oldest])
    try database.raw.execute("DELETE FROM changes WHERE recordedAt < $1", [oldest])
  }
}

extension SQLiteLedger {
  /// Says for how long changes are kept.
  public func setOutboxRetention(_ length: Duration) throws(LedgerError) {
    let known = try read { database in try Meta.outboxRetention(database) }
    guard known != length else { return }
    try write { database in
      try Meta.set(database, .outboxRetention, length.wholeMilliseconds)
    }
  }
}
