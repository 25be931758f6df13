import Dispatch
import EventLedger
import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// Brings what was written from the log into the file on a connection and a queue of its own, so
/// that no writer waits for it (<https://www.sqlite.org/wal.html#ckpt>).
///
/// By itself SQLite does that in the transaction that makes the log too long, which takes tens of
/// milliseconds, and everybody who writes at that moment waits as long.
final class WALCheckpointer: Sendable {
  /// The number of pages of the log that may wait before they are brought into the file.
  static let pagesPending = 2_048
  /// The most pages of the log; the writer then brings in the few that are left, and the log is
  /// restarted as soon as no reader uses it.
  static let pagesMax = 16_384
  /// The fewest pages that the writer brings in at once.
  static let pagesOfWriter = 256

  private let connection: DatabaseQueue
  private let queue = DispatchQueue(label: "churntop.log", qos: .utility)
  private let state = Mutex(State())

  private struct State {
    /// Pages of the log that are in the file as well.
    var done = 0
    var isWorking = false
  }

  /// Opens a connection to a file that exists.
  init(path: String) throws {
    var configuration = Configuration()
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -256")
    }
    connection = try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Begins to watch the transactions of the connection that writes.
  ///
  /// The keeper has to outlive the connection's last transaction.
  func watch(_ database: Database) {
    let keeper = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_wal_hook(
      database.sqliteConnection,
      { context, connection, name, pages in
        guard let context else { return SQLITE_OK }
        let keeper = Unmanaged<WALCheckpointer>.fromOpaque(context).takeUnretainedValue()
        var done: Int32 = 0
        if keeper.grew(to: Int(pages)),
          sqlite3_wal_checkpoint_v2(connection, name, SQLITE_CHECKPOINT_PASSIVE, nil, &done)
            == SQLITE_OK
        {
          keeper.brought(Int(done))
        }
        return SQLITE_OK
      }, keeper)
  }

  /// Ends the watch, and waits for the work that was begun.
  func close() {
    queue.sync {}
    try? connection.close()
  }

  /// Notes how long the log is after a transaction.
  ///
  /// - Returns: Whether the writer has to bring in the rest itself.
  private func grew(to pages: Int) -> Bool {
    state.withLock { state in
      // A restarted log is shorter than it was.
      if pages < state.done { state.done = 0 }
      let pending = pages - state.done
      if !state.isWorking, pending >= Self.pagesPending {
        state.isWorking = true
        queue.async { self.work() }
        return false
      }
      if state.isWorking { return pages >= 4 * Self.pagesMax }
      return pages >= Self.pagesMax && pending >= Self.pagesOfWriter
    }
  }

  private func brought(_ pages: Int) { state.withLock { $0.done = pages } }

  private func work() {
    let done = try? connection.writeWithoutTransaction { database in
      try database.checkpoint(.passive).checkpointedFrameCount
    }
    state.withLock { state in
      if let done { state.done = done }
      state.isWorking = false
    }
  }
}

extension SQLiteLedger {
  /// Lets no writer of this process wait until what was written is brought from the log into the
  /// file: from now on that is done beside them.
  ///
  /// For a process that writes all the time and is waited for; costs one more connection.
  ///
  /// - Throws: `LedgerError` when the ledger was opened for reading only or has no room for
  ///   another connection.
  public func keepLogShort() throws(LedgerError) {
    let keeper: WALCheckpointer
    do { keeper = try WALCheckpointer(path: path) } catch { throw LedgerError(error, at: path) }
    try writeOutsideTransaction { database in keeper.watch(database) }
    checkpointer.withLock { $0 = keeper }
  }
}
