import EventLedger
import GRDB
import LedgerRows

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
        try database.raw.record(accesses)
        try files.check(database)
        return .commit
      }
    }
  }

  /// The entries of a query, newest first.
  public func auditEntries(_ query: AuditQuery) throws(LedgerError) -> [AuditEntry] {
    if let past { return try past.live.auditEntries(query) }
    return try read { database in try database.raw.auditEntries(query) }
  }
}
