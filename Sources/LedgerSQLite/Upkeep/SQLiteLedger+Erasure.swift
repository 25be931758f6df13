import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

extension SQLiteLedger {
  /// Removes everything of one account, and overwrites the place where it stood.
  ///
  /// Gone are the entries that tell of the account's subscriptions or name it, with all their
  /// events, the profile, and refused payloads that name the account or its purchases
  /// (`AccountSearch`). The file is written anew afterwards, which takes its size in free space,
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
    guard try read({ database in try Meta.isErasing(database) }) else { return false }
    do throws(LedgerError) {
      try writeAnew()
    } catch {
      throw .unfinished(
        location: path,
        detail: "everything of the account is removed, but its place in the file is not "
          + "overwritten yet (\(error.problem))")
    }
    return true
  }

  /// Writes the file anew without free room, in which nothing of what was removed is left.
  ///
  /// - Throws: `LedgerError`, also where an erasure stays unfinished because others read what the
  ///   file was before.
  func writeAnew() throws(LedgerError) {
    try writeOutsideTransaction { database in
      try files.check(database)
      try database.execute(sql: "VACUUM")
      let isBusy = try Bool.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      guard try Meta.isErasing(database) else { return }
      guard isBusy == false else { throw LedgerError.busy(location: path) }
      try Meta.set(database, isErasing: false)
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
    let doomed = try SQLiteLedger.positions(naming: account, database)
    let search = try SQLiteLedger.search(for: account, database)
    let refused = try SQLiteLedger.refused(search, database)
    let insert = try RawStatement(database, "INSERT INTO doomedEntries VALUES (?)")
    for position in doomed {
      insert.bind(position, at: 1)
      try insert.run()
    }
    try database.execute(
      sql: "INSERT INTO erasures (at, actor, entries, isRunning) VALUES (?, ?, 0, 1)",
      arguments: [now.milliseconds, actor])
    let erasure = database.lastInsertedRowID
    try Meta.set(database, isErasing: true)
    try database.execute(
      sql: """
        UPDATE accesses SET subscription = NULL, account = NULL
        WHERE account = ?1 OR subscription IN (
          SELECT id FROM subscribers WHERE accountMark = name_mark(?1) AND account = ?1)
        """, arguments: [account.rawValue])
    let touched = try Int64.fetchSet(
      database,
      sql: """
        SELECT DISTINCT subscription FROM events
        WHERE number >> \(Schema.eventBits) IN (SELECT position FROM doomedEntries)
        """)
    try SQLiteLedger.removeDoomed(database, touched)
    try database.execute(
      sql: "DELETE FROM accounts WHERE account = ?", arguments: [account.rawValue])
    let drop = try RawStatement(database, "DELETE FROM quarantine WHERE number = ?")
    for number in refused {
      drop.bind(number, at: 1)
      try drop.run()
    }
    try RawConnection(database).eraseBackfill(of: account, purchases: search.purchaseNames)
    // An answer that was no subscription may be about the account; nobody can tell.
    try database.execute(sql: "DELETE FROM orderLookups WHERE outcome <> 'waiting'")
    try database.execute(
      sql: "UPDATE erasures SET entries = ?, isRunning = 0 WHERE number = ?",
      arguments: [doomed.count, erasure])
    try OutboxTable.erase(account, database)
    var session = try WriteSession(
      database, policy: policy, location: path, recordsChanges: false)
    try session.refresh(ChangedSubscription.whole(touched), now: now)
    try session.projector.flush()
    try TextIndex(database).drop()
    // What is left of removed names in the index cannot be told from what is left to find.
    try TrigramIndex(database).removeAll()
    try SQLiteLedger.eachBatch(database) { keys in try session.projector.indexNames(of: keys) }
    try database.execute(
      sql: """
        DELETE FROM subscriptions WHERE key NOT IN (SELECT subscription FROM events);
        DELETE FROM doomedEntries
        """)
    return ErasureCounts(entries: doomed.count, refused: refused.count)
  }

  /// The numbers of what an erasure of an account would remove.
  public func erasable(_ account: AccountID) throws(LedgerError) -> ErasureCounts {
    try read { database in
      ErasureCounts(
        entries: try SQLiteLedger.positions(naming: account, database).count,
        refused: try SQLiteLedger.refused(
          SQLiteLedger.search(for: account, database), database
        ).count)
    }
  }

  /// The positions of the entries that tell of an account's subscriptions or name it.
  private static func positions(
    naming account: AccountID, _ database: Database
  ) throws -> Set<LedgerPosition> {
    var positions = try Int64.fetchSet(
      database, sql: "SELECT number >> \(Schema.eventBits) FROM events WHERE \(isOwn)",
      arguments: [account.rawValue])
    let select = try RawStatement(
      database, "SELECT number, body FROM events WHERE instr(body, CAST(? AS BLOB)) > 0")
    select.bind(account.rawValue, at: 1)
    defer { select.reset() }
    while try select.step() {
      let event = try select.withBytes(1) { try EventCodec.decode($0) }
      if event.facts.account == account {
        positions.insert(select.integer(0) >> Int64(Schema.eventBits))
      }
    }
    return positions
  }

  /// The condition that an event is of one of an account's subscriptions.
  private static let isOwn = """
    subscription IN (
      SELECT key FROM subscribers WHERE accountMark = name_mark(?1) AND account = ?1)
    """

  /// The search for payloads that name an account or its purchases.
  private static func search(
    for account: AccountID, _ database: Database
  ) throws -> AccountSearch {
    let own = try RawStatement(database, "SELECT body FROM events WHERE \(isOwn)")
    own.bind(account.rawValue, at: 1)
    defer { own.reset() }
    var events: [SubscriptionEvent] = []
    while try own.step() { events.append(try own.withBytes(0) { try EventCodec.decode($0) }) }
    return AccountSearch(account, purchases: events)
  }

  /// The numbers of the refused payloads that a search finds.
  private static func refused(
    _ search: AccountSearch, _ database: Database
  ) throws -> [Int64] {
    let select = try RawStatement(database, "SELECT number, raw FROM quarantine")
    defer { select.reset() }
    var numbers: [Int64] = []
    while try select.step() {
      if search.finds(in: select.bytes(1)) { numbers.append(select.integer(0)) }
    }
    return numbers
  }

  /// Removes entries and their events; what was a repeat of a removed event takes its place.
  private static func removeDoomed(_ database: Database, _ touched: Set<Int64>) throws {
    let marks = try Int64.fetchAll(
      database,
      sql: "SELECT mark FROM entries WHERE position IN (SELECT position FROM doomedEntries)")
    try database.execute(
      sql: """
        DELETE FROM events
        WHERE number >> \(Schema.eventBits) IN (SELECT position FROM doomedEntries);
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
