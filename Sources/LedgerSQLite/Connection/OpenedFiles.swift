import EventLedger
import Foundation
import GRDB
import GRDBSQLite

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

  /// Checks at the beginning of a transaction that no page is missing: those for which the file is
  /// too short are in its log.
  ///
  /// - Throws: `LedgerError.unreadable(location:detail:)` where the file was cut off, or a shorter
  ///   one written over it; `LedgerError.replaced(location:)` where a file is gone or
  ///   another.
  func checkLength(_ database: Database) throws {
    let pages = try Int.fetchOne(database.cachedStatement(sql: "PRAGMA page_count")) ?? 0
    let pageBytes = try Int.fetchOne(database.cachedStatement(sql: "PRAGMA page_size")) ?? 1
    guard let length = Self.length(path), Self.marks(path) == marks else {
      throw LedgerError.replaced(location: path)
    }
    let missing = pages - length / pageBytes
    guard missing > 0 else { return }
    // Behind a link the log lies beside the file itself.
    let log = sqlite3_db_filename(database.sqliteConnection, "main").flatMap(sqlite3_filename_wal)
      .map { String(cString: $0) }
    guard missing < pages, try missing <= Self.loggedPages(log ?? "", pageBytes: pageBytes) else {
      throw LedgerError.unreadable(
        location: path, detail: "the file was cut off, and \(missing) of its pages are missing")
    }
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

  private static func length(_ path: String) -> Int? {
    var found = stat()
    return stat(path, &found) == 0 ? Int(found.st_size) : nil
  }

  /// Counts the pages in the present part of a log: it has another salt than what was left behind
  /// it when the log began again (<https://www.sqlite.org/fileformat2.html#walformat>).
  ///
  /// SQLite locks nothing in the log itself, so that closing it here releases no lock.
  ///
  /// - Throws: `LedgerError.unavailable(location:detail:)` where there is a log that cannot be
  ///   opened now, as when too many files are open: its pages are not missing.
  static func loggedPages(_ path: String, pageBytes: Int) throws(LedgerError) -> Int {
    let (header, frame) = (32, pageBytes + 24)
    let log = open(path, O_RDONLY | O_CLOEXEC)
    guard log >= 0 else {
      guard errno != ENOENT else { return 0 }
      throw .unavailable(location: path, detail: String(cString: strerror(errno)))
    }
    defer { close(log) }
    func salt(at offset: Int) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: 8)
      return pread(log, &bytes, bytes.count, off_t(offset)) == bytes.count ? bytes : nil
    }
    guard let present = salt(at: 16) else { return 0 }
    var frames = 0..<max(0, ((length(path) ?? 0) - header) / frame)
    while !frames.isEmpty {
      let middle = frames.lowerBound + frames.count / 2
      let isPresent = salt(at: header + middle * frame + 8) == present
      frames = isPresent ? middle + 1..<frames.upperBound : frames.lowerBound..<middle
    }
    return frames.lowerBound
  }

  private static func mark(_ path: String) -> Mark? {
    var found = stat()
    guard stat(path, &found) == 0 else { return nil }
    return Mark(device: UInt64(found.st_dev), inode: UInt64(found.st_ino))
  }
}
