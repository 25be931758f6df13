import EventLedger
import GRDB
import Synchronization

extension SQLiteLedger {
  /// Lets no writer of this process wait until what was written is brought from the log into the
  /// file: from now on that is done beside them.
  ///
  /// For a process that writes all the time and is waited for; costs one more connection.
  ///
  /// - Throws: ``LedgerError`` when the ledger was opened for reading only or has no room for
  ///   another connection.
  public func keepLogShort() throws(LedgerError) {
    let keeper: WALCheckpointer
    do { keeper = try WALCheckpointer(path: path) } catch { throw LedgerError(error, at: path) }
    try writeOutsideTransaction { database in keeper.watch(database) }
    checkpointer.withLock { $0 = keeper }
  }
}
