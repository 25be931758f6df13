import EventLedger
import GRDB
import SubscriptionCore

extension SQLiteLedger {
  /// The time for which an access waits for another writer, in milliseconds: whoever reads a list
  /// must not wait as long as somebody who writes.
  private static let auditPatience = 5_000

  /// Accesses are recorded where the file may be written, those to its past too.
  public var auditMode: AuditMode {
    let live = past?.live ?? self
    return live.isReadOnly ? .unrecorded : .recorded
  }

  /// Records accesses, in order.
  public func record(_ accesses: [PersonalDataAccess]) throws(LedgerError) {
    if let past { return try past.live.record(accesses) }
    try writeOutsideTransaction { database in
      try database.execute(sql: "PRAGMA busy_timeout = \(SQLiteLedger.auditPatience)")
      defer { try? database.execute(sql: LedgerFile.patience) }
      try database.inTransaction(.immediate) {
        for access in accesses { try SQLiteLedger.insert(access, database) }
        try files.check(database)
        return .commit
      }
    }
  }

  private static func insert(_ access: PersonalDataAccess, _ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO accesses (at, kind, actor, command, format, count, subscription, account)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        access.at.milliseconds, access.kind.rawValue, access.actor, access.command, access.format,
        access.count, access.subscription?.rawValue, access.account?.rawValue,
      ])
  }

  /// The entries of a query, newest first.
  public func auditEntries(_ query: AuditQuery) throws(LedgerError) -> [AuditEntry] {
    if let past { return try past.live.auditEntries(query) }
    return try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT number, at, kind, actor, command, format, count, subscription, account
          FROM accesses
          WHERE number < ifnull(?1, number + 1) AND at >= ifnull(?2, at)
            AND actor = ifnull(?3, actor)
            AND (?4 IS NULL OR subscription = ?4 OR account = ?5)
          ORDER BY number DESC LIMIT ?6
          """,
        arguments: [
          query.before, query.since?.milliseconds, query.actor, query.subscription?.rawValue,
          query.account?.rawValue, max(0, query.limit),
        ]
      ).map(SQLiteLedger.entry)
    }
  }

  private static func entry(_ row: Row) -> AuditEntry {
    AuditEntry(
      number: row["number"],
      access: PersonalDataAccess(
        Open(rawValue: row["kind"]),
        at: Timestamp(milliseconds: row["at"]), actor: row["actor"], command: row["command"],
        format: row["format"], count: row["count"],
        of: (row["subscription"] as String?).map(SubscriptionID.init(_:)),
        account: (row["account"] as String?).map(AccountID.init(_:))))
  }
}
