import EventLedger
import Foundation
import GRDB
import GRDBSQLite
import LedgerRows
import PlainText

/// Opens ledger files, and tells what is wrong with those that are none.
enum LedgerFile {
  /// The time that a writer waits for its turn.
  static let patienceSeconds = 30.0

  /// Opens a file, which is never written to where it is for reading only; calls a closure before
  /// one whose rows have an earlier form is brought to the present one.
  static func open(
    _ path: String, readOnly: Bool, durability: LedgerDurability, upgrading: () -> Void
  ) throws(LedgerError) -> (reader: any DatabaseReader, writer: (any DatabaseWriter)?) {
    let path = literal(path)
    let exists = try inspect(path, readOnly: readOnly)
    do {
      if readOnly { return (try openForReading(path), nil) }
      if !exists { try make(path) }
      let pool = try DatabasePool(path: path, configuration: configuration(readOnly: false))
      try pool.writeWithoutTransaction { database in
        // The disk may have failed after the pragma that turns the log on gave its answer. Without
        // the log a transaction could be taken back by a journal that a loss of power leaves.
        guard try String.fetchOne(database, sql: "PRAGMA journal_mode") == "wal" else {
          throw DatabaseError(resultCode: .SQLITE_IOERR, message: "its log cannot be turned on")
        }
        // Turning the log on lowers the setting of the connection that writes.
        try database.execute(sql: "PRAGMA synchronous = \(durability.synchronous)")
        if durability == .failedSync { try LogRewriting.run(database) }
        try prepare(database, at: path, upgrading)
      }
      return (pool, pool)
    } catch {
      throw LedgerError(error, at: path)
    }
  }

  /// Returns a path that SQLite takes as one, where it would read a URI
  /// (<https://www.sqlite.org/uri.html>) or make a database in memory.
  static func literal(_ path: String) -> String {
    path.hasPrefix("file:") || path.hasPrefix(":") ? "./" + path : path
  }

  /// Looks at a file before SQLite does, since opening one changes it.
  ///
  /// - Returns: Whether it exists.
  private static func inspect(_ path: String, readOnly: Bool) throws(LedgerError) -> Bool {
    // SQLite would make a file of the name without the slash.
    guard !path.hasSuffix("/") else {
      throw .unavailable(location: path, detail: "it is a folder")
    }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      if readOnly { throw .unavailable(location: path, detail: "no such file") }
      return false
    }
    if isFolder.boolValue { throw .unavailable(location: path, detail: "it is a folder") }
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw .unavailable(location: path, detail: "no permission to read it")
    }
    defer { try? file.close() }
    let header = [UInt8]((try? file.read(upToCount: 108)) ?? Data())
    if header.isEmpty { return true }
    guard header.count == 108, header.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw .unreadable(location: path, detail: "it is not a database")
    }
    let mark = header[68..<72].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    let isUnmarked = mark == 0 && isUnborn(path, header: header)
    if mark != Schema.applicationID, !isUnmarked {
      throw .unreadable(location: path, detail: "it is a database of another program")
    }
    return true
  }

  /// A Boolean value that indicates whether a file may be a ledger whose first tables never left
  /// its log, or were never made.
  ///
  /// A process can be killed, and a disk be full, between the file's first page and its log. The
  /// first page then names no table: it is a leaf without cells
  /// (<https://www.sqlite.org/fileformat2.html#b_tree_pages>); one of another program's that holds
  /// anything names its tables.
  private static func isUnborn(_ path: String, header: [UInt8]) -> Bool {
    if FileManager.default.fileExists(atPath: path + "-wal") { return true }
    let (kind, cells) = (header[100], header[103..<105])
    return kind == 0x0D && cells.allSatisfy { $0 == 0 }
  }

  /// Makes an empty file, and its folder where there is none.
  ///
  /// A ledger holds names and purchase tokens: only the owner may read it, and the group where the
  /// process's umask lets it. The log and its index take after the file.
  ///
  /// - Throws: An error if its folder cannot be made.
  static func make(_ path: String, mode: mode_t = 0o660) throws {
    let folder = path.parentFolder
    if !FileManager.default.fileExists(atPath: folder) {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    // SQLite reports what prevents it.
    let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, mode)
    if descriptor >= 0 { Foundation.close(descriptor) }
  }

  // MARK: Connections

  /// The time that the connection that writes waits for its turn.
  static let patience = "PRAGMA busy_timeout = \(Int(patienceSeconds * 1_000))"

  /// The cache of the connection that writes, in KiB.
  static let cacheKibibytes = 8_192
  /// The same while much is written in one transaction.
  static let bulkCacheKibibytes = 16_384

  /// The settings of a connection.
  static func configuration(readOnly: Bool) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = readOnly
    configuration.busyMode = .timeout(patienceSeconds)
    configuration.foreignKeysEnabled = false
    configuration.maximumReaderCount = 4
    configuration.prepareDatabase { database in
      database.add(function: FilterFunctions.listHas)
      database.add(function: FilterFunctions.listContains)
      database.add(function: FilterFunctions.patternFound)
      database.add(function: EventFunctions.texts)
      database.add(function: StoredEvent.function)
      KeyFunction.add(to: database)
      database.add(function: Hash64.function)
      if database.configuration.readonly {
        endCanceledReads(database)
        // There are several of these, and the kernel keeps what they read.
        try database.execute(sql: "PRAGMA cache_size = -2048; PRAGMA temp_store = MEMORY")
      } else {
        try database.execute(sql: "PRAGMA cache_size = -\(cacheKibibytes)")
        // Temporary tables of the writer may be as large as the file, so they stay on disk. What
        // turns the log on does so by a journal whose removal must outlive a loss of power, or it
        // would take back everything that followed; the setting is lowered after that.
        try database.execute(
          sql: """
            PRAGMA synchronous = EXTRA;
            PRAGMA wal_autocheckpoint = 16384;
            PRAGMA journal_size_limit = 67108864;
            PRAGMA secure_delete = OFF
            """)
      }
    }
    return configuration
  }

  /// Lets a connection cancel reads whose result is not needed any more.
  ///
  /// SQLite asks between its own steps, on the thread that reads, so that no other reading is hit.
  /// The connection that writes has no such handler: nothing it does ends half way.
  static func endCanceledReads(_ database: Database) {
    sqlite3_progress_handler(
      database.sqliteConnection, stepsBetweenLooks,
      { _ in ReadCancellation.isRequested ? 1 : 0 }, nil)
  }

  /// The steps of SQLite's machine between two looks: less than a millisecond.
  private static let stepsBetweenLooks: Int32 = 4_096

  /// Opens a file for reading, also in a read-only folder.
  private static func openForReading(_ path: String) throws -> any DatabaseReader {
    let reader: any DatabaseReader
    do {
      reader = try DatabasePool(path: path, configuration: configuration(readOnly: true))
      _ = try reader.read { database in try check(database, at: path) }
    } catch let error as DatabaseError
      where error.resultCode == .SQLITE_CANTOPEN || error.resultCode == .SQLITE_READONLY
    {
      let isWritable = [path, path.parentFolder].allSatisfy(FileManager.default.isWritableFile)
      guard !isWritable else { throw error }
      let fixed = try DatabaseQueue(
        path: readingName(of: path, isFixed: true), configuration: configuration(readOnly: true))
      _ = try fixed.read { database in try check(database, at: path) }
      return fixed
    }
    return reader
  }

  /// The name by which SQLite opens a file for reading only, or as an immutable one.
  static func readingName(of path: String, isFixed: Bool) -> String {
    let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "?#%"))
    let name = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path
    return "file:\(name)?\(isFixed ? "immutable=1" : "mode=ro")"
  }

  // MARK: Form

  /// The version of an open file.
  ///
  /// - Returns: 0 for a file without tables.
  @discardableResult
  private static func check(_ database: Database, at path: String) throws -> Int {
    let mark = try Int64.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
    if mark == 0, tables == 0 {
      if database.configuration.readonly {
        throw LedgerError.unreadable(location: path, detail: LedgerError.emptyDetail)
      }
      return 0
    }
    guard mark == Schema.applicationID else {
      throw LedgerError.unreadable(location: path, detail: "it is a database of another program")
    }
    guard version <= Schema.version else {
      throw LedgerError.newer(location: path, version: version, known: Schema.version)
    }
    if database.configuration.readonly, version < Schema.version {
      throw LedgerError.outdated(location: path)
    }
    return version
  }

  /// Brings an open file to the present form.
  private static func prepare(
    _ database: Database, at path: String, _ upgrading: () -> Void
  ) throws {
    guard try check(database, at: path) < Schema.version else { return }
    try database.inTransaction(.immediate) {
      // Another process may have been faster.
      let version = try check(database, at: path)
      if (1..<Schema.derivedVersion).contains(version) { upgrading() }
      if version == 0 {
        for statement in Schema.tables { try database.execute(sql: statement) }
      } else if version < Schema.version {
        try SchemaUpgrade.run(database, from: version)
      }
      try database.execute(
        sql: """
          PRAGMA application_id = \(Schema.applicationID);
          PRAGMA user_version = \(Schema.version)
          """)
      return .commit
    }
    // The mark is to be in the file itself, where whoever looks before opening finds it.
    try database.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)")
  }
}
