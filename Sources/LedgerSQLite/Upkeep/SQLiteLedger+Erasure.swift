import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

extension SQLiteLedger {
  /// Removes everything of one account, and overwrites the place where it stood.
  ///
  /// Gone are the entries that tell of the account's subscriptions or name it, with all their
  /// events, the profile, and refused payloads that name the account or its purchases
  /// (`AccountSearch`). The file is rewritten afterwards, which takes its size in free space,
  /// since a database leaves traces of what it removed.
  public func erase(
    _ account: AccountID, actor: String, now: Timestamp
  ) throws(LedgerError) -> ErasureCounts {
    let removed = try write { database in
      try eraseInTransaction(database, account, actor: actor, now: now)
    }
    _ = try finishErasures()
    return removed
  }

  /// Overwrites the place of what erasures removed, where one was cut off before it did.
  public func finishErasures() throws(LedgerError) -> Bool {
    guard try read({ database in try Meta.integer(database, .erasing) == 1 }) else { return false }
    do throws(LedgerError) {
      try writeAnew()
    } catch {
      throw .unfinished(
        location: path,
        detail: "everything of the account is removed, but its place in the file is not "
          + "overwritten yet (\(error.problem.dropLast()))")
    }
    return true
  }

  /// Rewrites the file without free pages, so that nothing removed is left in it.
  ///
  /// - Throws: `LedgerError`, also where an erasure stays unfinished because others read what the
  ///   file was before.
  func writeAnew() throws(LedgerError) {
    try writeOutsideTransaction { database in
      try files.check(database)
      try database.execute(sql: "VACUUM")
      let isBusy = try Bool.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      guard try Meta.integer(database, .erasing) == 1 else { return }
      guard isBusy == false else { throw LedgerError.busy(location: path) }
      try Meta.set(database, .erasing, 0)
    }
  }

  private func eraseInTransaction(
    _ database: Database, _ account: AccountID, actor: String, now: Timestamp
  ) throws -> ErasureCounts {
    try database.execute(
      sql: """
        CREATE TEMP TABLE IF NOT EXISTS doomedEntries (position INTEGER PRIMARY KEY);
        DELETE FROM doomedEntries
        """)
    let search = ErasureSearch(account, database.raw)
    let payloads = try search.payloads()
    let (doomed, refused) = (try search.positions(), try search.refused(payloads))
    let insert = try RawStatement(database, "INSERT INTO doomedEntries VALUES (?)")
    for position in doomed {
      insert.bind(position, at: 1)
      try insert.run()
    }
    try database.execute(
      sql: "INSERT INTO erasures (at, actor, entries, isRunning) VALUES (?, ?, 0, 1)",
      arguments: [now.milliseconds, actor])
    let erasure = database.lastInsertedRowID
    try Meta.set(database, .erasing, 1)
    for (sql, values) in try search.removal(
      ofRefused: refused, purchases: payloads.purchaseNames)
    {
      try database.raw.execute(sql, values)
    }
    let touched = try Int64.fetchSet(
      database,
      sql: """
        SELECT DISTINCT subscription FROM events
        WHERE number >> \(EventNumber.bits) IN (SELECT position FROM doomedEntries)
        """)
    try SQLiteLedger.removeDoomed(database, touched)
    try database.execute(
      sql: "DELETE FROM accounts WHERE account = ?", arguments: [account.rawValue])
    try database.execute(
      sql: "UPDATE erasures SET entries = ?, isRunning = 0 WHERE number = ?",
      arguments: [doomed.count, erasure])
    var session = try WriteSession(
      database, policy: policy, location: path, recordsChanges: false)
    try session.refresh(ChangedSubscription.whole(touched), now: now)
    try session.projector.flush()
    try TextIndex(database).drop()
    try PeopleIndex(database).drop()
    // The index does not show which of its entries are of removed names.
    try TrigramIndex(database).removeAll()
    try database.raw.eachKeyBatch { keys, _ in try session.projector.indexNames(of: keys) }
    try database.execute(
      sql: """
        DELETE FROM subscriptions WHERE key NOT IN (SELECT subscription FROM events);
        DELETE FROM doomedEntries
        """)
    return ErasureCounts(entries: doomed.count, refused: refused.count)
  }

  /// Removes entries and their events; what was a repeat of a removed event takes its place.
  private static func removeDoomed(_ database: Database, _ touched: Set<Int64>) throws {
    let marks = try Int64.fetchAll(
      database,
      sql: "SELECT mark FROM entries WHERE position IN (SELECT position FROM doomedEntries)")
    try database.execute(
      sql: """
        DELETE FROM events
        WHERE number >> \(EventNumber.bits) IN (SELECT position FROM doomedEntries);
        DELETE FROM entries WHERE position IN (SELECT position FROM doomedEntries)
        """)
    for mark in marks { try Hash64.close(gap: mark, database) }
    for key in touched {
      try database.execute(
        sql: """
          UPDATE events SET isRepeat = 0 WHERE number IN (
            SELECT number FROM (
              SELECT number, row_number() OVER (
                PARTITION BY id ORDER BY recordedAt, number) AS place
              FROM events e WHERE subscription = ?1 AND isRepeat = 1
              AND NOT EXISTS (
                SELECT 1 FROM events f
                WHERE f.subscription = e.subscription AND f.id = e.id AND f.isRepeat = 0))
            WHERE place = 1)
          """, arguments: [key])
    }
  }
}
