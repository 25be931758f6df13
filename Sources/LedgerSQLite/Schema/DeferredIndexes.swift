import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore
import Synchronization

/// The indexes that nothing but reading needs and that cost more to keep than to make: a load of an
/// empty ledger drops them and makes them at its end.
///
/// The others stay. A load itself reads by the accounts, and what it would read by the time of the
/// next change ``LoadedRows`` knows. Indexes that few rows are in cost less with each row than a
/// pass over all rows at the end.
enum DeferredIndexes {
  /// The indexes by their names, with the statements that make them.
  static let all = [
    (name: "eventsNews", statement: Schema.newsIndex),
    (name: "subscribersByName", statement: Schema.nameIndex), byNextChange,
  ]

  /// The index by which the rows are found whose time has come.
  static let byNextChange = (
    name: "subscribersByNextChange", statement: Schema.nextChangeIndex
  )

  /// The indexes that a file does not have.
  static func missing(_ database: Database) throws -> [(name: String, statement: String)] {
    try all.filter { try !database.hasIndex($0.name) }
  }

  /// Makes an index, unless somebody else has.
  static func make(_ statement: String, _ database: Database) throws {
    let unlessThere = "CREATE INDEX IF NOT EXISTS" + statement.dropFirst("CREATE INDEX".count)
    try database.sortingLittle { try database.execute(sql: unlessThere) }
  }

  /// Drops the indexes of a ledger without entries, and returns whether they are dropped.
  static func drop(_ database: Database) throws -> Bool {
    var isEmpty = false
    try database.inTransaction(.immediate) {
      isEmpty = try Meta.lastPosition(database) == 0
      guard isEmpty else { return .rollback }
      for index in all { try database.execute(sql: "DROP INDEX IF EXISTS \(index.name)") }
      return .commit
    }
    return isEmpty
  }
}

/// The rows of a ledger that is being loaded, as far as the load must know them for want of an
/// index.
struct LoadedRows {
  /// An instant before which no row changes by itself.
  private(set) var nextChange: Timestamp
  /// The state of the file in which that was so.
  private var state: FileState

  /// A state of the file as the connection that writes sees it: numbers of SQLite's, one of which
  /// grows with whatever changes it.
  private struct FileState: Equatable {
    var changesOfOthers: Int64
    var changes: Int

    init(_ database: Database) throws {
      changesOfOthers = try Int64.fetchOne(database, sql: "PRAGMA data_version") ?? 0
      changes = database.totalChangesCount
    }
  }

  /// Reads what the rows say, on the connection that writes.
  init(_ database: Database) throws {
    state = try FileState(database)
    nextChange = try LoadedRows.nextChange(database)
  }

  /// Reads them again where anything but the load has written; within a transaction.
  mutating func update(_ database: Database) throws {
    guard try state != FileState(database) else { return }
    self = try LoadedRows(database)
  }

  /// Notes what a transaction of the load has found or written, at its end.
  mutating func note(nextChange: Timestamp?, _ database: Database) throws {
    if let nextChange { self.nextChange = nextChange }
    state = try FileState(database)
  }

  /// The statement that finds the earliest instant at which a row changes by itself; its condition
  /// is that of the index, which SQLite does not look in otherwise.
  static let selectNextChange =
    "SELECT min(nextChangeAt) FROM subscribers WHERE nextChangeAt IS NOT NULL"

  /// The earliest instant at which a row changes by itself.
  ///
  /// - Complexity: O(*n*) for *n* rows without their index.
  static func nextChange(_ database: Database) throws -> Timestamp {
    let found = try Int64.fetchOne(database, sql: selectNextChange)
    return found.map(Timestamp.init(milliseconds:)) ?? .distantFuture
  }
}

extension Database {
  /// Returns a Boolean value that indicates whether the file has an index.
  func hasIndex(_ name: String) throws -> Bool {
    try raw.integer(
      "SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = $1", [.text(name)]) != nil
  }
}

extension SQLiteLedger {
  /// Runs a closure that appends much; the indexes of an empty ledger are made at the end.
  ///
  /// Lists and reports are right meanwhile, and slower. Where the process is killed, whoever opens
  /// the ledger for writing next makes the indexes.
  public func bulkLoad(
    making: (Int) -> Void, _ body: () throws(LedgerError) -> Void
  ) throws(LedgerError) {
    guard try beginLoad() else { return try body() }
    let outcome = Result(catching: body)
    load.withLock { $0 = nil }
    do throws(LedgerError) {
      try makeMissingIndexes(making) { index throws(LedgerError) in
        try writeOutsideTransaction { database in try DeferredIndexes.make(index, database) }
      }
    } catch {
      try outcome.get()
      throw error
    }
    try outcome.get()
  }

  /// Drops the indexes of a ledger without entries, unless another process is writing to it.
  ///
  /// - Returns: Whether they are dropped.
  func beginLoad() throws(LedgerError) -> Bool {
    guard !isReadOnly, !isPast, try lastPosition() == 0 else { return false }
    var isBegun = false
    try writeUnlessBusy { database in
      isBegun = try DeferredIndexes.drop(database)
      let rows = try isBegun ? LoadedRows(database) : nil
      load.withLock { $0 = rows }
    }
    return isBegun
  }

  /// Makes the indexes that a load which was cut off has left out, unless another process is
  /// writing, as one that loads is; nothing but speed depends on it.
  func mendIndexes(_ progress: (Int) -> Void) {
    guard !isReadOnly else { return }
    try? makeMissingIndexes(progress) { index throws(LedgerError) in
      try writeUnlessBusy { database in try DeferredIndexes.make(index, database) }
    }
  }

  /// The indexes that are missing though no load by this process goes on, as one sentence.
  func indexProblems(_ database: Database) throws -> [String] {
    let missing = try DeferredIndexes.missing(database).map(\.name)
    guard !missing.isEmpty, !isPast, load.withLock({ $0 == nil }) else { return [] }
    return [
      "Indexes are missing, so that lists are slow: \(missing.joined(separator: ", ")). "
        + "They are made when the ledger is opened for writing."
    ]
  }

  private func makeMissingIndexes(
    _ progress: (Int) -> Void, by make: (String) throws(LedgerError) -> Void
  ) throws(LedgerError) {
    let missing = try read(DeferredIndexes.missing)
    guard !missing.isEmpty else { return }
    progress(0)
    for (place, index) in missing.enumerated() {
      try make(index.statement)
      progress((place + 1) * 100 / missing.count)
    }
  }
}
