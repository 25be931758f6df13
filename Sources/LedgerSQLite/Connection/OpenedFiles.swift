import EventLedger
import Foundation
import GRDB

/// The files of an open ledger, its own and the log and the log's index beside it, by device and
/// inode.
///
/// Where somebody removes or replaces a file that is open, a process goes on writing to one that
/// has no name any more. Without the index (`-shm`) the log is there, but every process that is
/// started later makes an index of its own and writes over what the others wrote.
///
/// SQLite makes log and index at the first reading, before the files are noted, and removes them
/// when the last connection is closed, which a connection that may write outlives.
struct OpenedFiles: Hashable, Sendable {
  private let path: String
  private let marks: [Mark?]

  private struct Mark: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
  }

  /// Notes the files of an open ledger.
  init(_ path: String) {
    self.path = path
    marks = Self.marks(path)
  }

  /// Checks that a transaction goes where the next process will look for it, and that no newer
  /// program has changed the form meanwhile.
  ///
  /// - Throws: `LedgerError.replaced(location:)` or
  ///   `LedgerError.newer(location:version:known:)` where it does not.
  func check(_ database: Database) throws {
    guard Self.marks(path) == marks else { throw LedgerError.replaced(location: path) }
    try checkForm(database)
  }

  /// Checks that what is read is what the next process will find, and that no newer program has
  /// changed the form meanwhile.
  ///
  /// Log and index may come and go beside a file that is only read.
  ///
  /// - Throws: The errors of ``check(_:)``.
  func checkRead(_ database: Database) throws {
    guard Self.mark(path) == marks.first else { throw LedgerError.replaced(location: path) }
    try checkForm(database)
  }

  private func checkForm(_ database: Database) throws {
    let version =
      try Int.fetchOne(
        database.cachedStatement(sql: "PRAGMA user_version")) ?? Schema.version
    guard version == Schema.version else {
      throw LedgerError.newer(location: path, version: version, known: Schema.version)
    }
  }

  private static func marks(_ path: String) -> [Mark?] {
    ["", "-wal", "-shm"].map { mark(path + $0) }
  }

  private static func mark(_ path: String) -> Mark? {
    var found = stat()
    guard stat(path, &found) == 0 else { return nil }
    return Mark(device: UInt64(found.st_dev), inode: UInt64(found.st_ino))
  }
}
