import GRDB
import GRDBSQLite

/// Writes a ledger's log once more, before a write is acknowledged.
///
/// Where a sync fails, a system may keep showing pages that never got to the disk and take them for
/// written (<https://wiki.postgresql.org/wiki/Fsync_Errors>). A process that starts after that
/// finds a whole transaction in the log that the disk does not have, and a loss of power would cut
/// it off with everything appended behind it. What is written again is synced again.
enum LogRewriting {
  /// The system's file calls take 131,071 bytes at once and no more.
  private static let bytesAtOnce: Int32 = 1 << 16

  /// Rewrites the log that a connection writes to, as long as that is: 64 MiB at most.
  ///
  /// - Throws: What the disk says.
  static func run(_ database: Database) throws {
    // No other connection appends meanwhile or restarts the log.
    try database.inTransaction(.immediate) {
      var found: UnsafeMutablePointer<sqlite3_file>?
      let code = sqlite3_file_control(
        database.sqliteConnection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &found)
      guard code == SQLITE_OK, let log = found, let calls = log.pointee.pMethods?.pointee,
        let size = calls.xFileSize, let read = calls.xRead, let write = calls.xWrite,
        let sync = calls.xSync
      else { throw DatabaseError(resultCode: .SQLITE_IOERR, message: "its log is not there") }
      var count: sqlite3_int64 = 0
      try check(size(log, &count))
      var bytes = [UInt8](repeating: 0, count: Int(bytesAtOnce))
      var place: sqlite3_int64 = 0
      while place < count {
        let part = Int32(min(count - place, sqlite3_int64(bytesAtOnce)))
        try check(read(log, &bytes, part, place))
        try check(write(log, bytes, part, place))
        place += sqlite3_int64(part)
      }
      if count > 0 { try check(sync(log, SQLITE_SYNC_NORMAL)) }
      return .commit
    }
  }

  private static func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }
}
