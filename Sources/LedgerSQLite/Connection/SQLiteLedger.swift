import EventLedger
import GRDB
import GRDBSQLite
// Whoever has a ledger needs what it shares with other ledgers.
@_exported import LedgerRows
import SubscriptionCore
import Synchronization

/// A ledger in an SQLite file, which several processes may read and write at the same time.
///
/// Writers take turns (`BEGIN IMMEDIATE`, with patience), readers never wait (WAL). A transaction
/// is durable against a crash of the process when a call returns; against a loss of power as the
/// ledger was opened with.
public final class SQLiteLedger: SQLLedger {
  /// The configured policy with the products of the file.
  public var policy: ChurnPolicy { effective.withLock { $0.policy } }
  let effective: Mutex<EffectivePolicy>
  /// The path of the file.
  public let path: String
  /// The path of the file.
  public var file: String? { path }
  /// A Boolean value that indicates whether the ledger was opened for reading only.
  public let isReadOnly: Bool
  let reader: any DatabaseReader
  private let writer: (any DatabaseWriter)?
  let files: OpenedFiles
  /// The connection that creates indexes in a ledger of the past, which is never written to.
  private let keeper: (any DatabaseWriter)?
  /// The ledger that this is the past of, and what it leaves out of it.
  let past: (live: SQLiteLedger, cut: Cutoff)?
  /// A Boolean value that indicates whether this is the past of a ledger.
  public var isPast: Bool { past != nil }
  /// The latest instant at which the rows were found to stand as they are, and where they stood in
  /// the file then.
  let seen = SeenAdvance()

  /// The indexes of lists that the file is known to have.
  let listIndexes = Mutex<Set<ListIndex>>([])
  /// A Boolean value that indicates whether the indexes that no list has asked for are being made,
  /// or are there.
  let isMakingAhead = Mutex(false)
  /// A Boolean value that indicates whether people are being added to their index.
  let isIndexingPeople = Mutex(false)
  /// The rows of a load that has put off indexes until it ends; `nil` while there is none.
  let load = Mutex<LoadedRows?>(nil)
  /// The latest answers of the text index.
  let foundTexts = SearchCache()
  private let found = Mutex<RebuildState>(.current)

  /// The checkpointing beside the writers, where it was asked for.
  let checkpointer = Mutex<WALCheckpointer?>(nil)

  /// The version of the SQLite library in use, for example `3.40.1`.
  public static var libraryVersion: String { String(cString: sqlite3_libversion()) }

  /// The state in which the rows were found when the ledger was opened.
  public var rebuildState: RebuildState { found.withLock { $0 } }

  /// Opens a ledger, and creates it where there is none and writing is allowed.
  ///
  /// Rows that were derived with another policy are rebuilt; a ledger opened for reading only
  /// keeps them.
  ///
  /// - Parameters:
  ///   - path: Where the file lies.
  ///   - policy: What rows are derived with.
  ///   - readOnly: Whether nothing may be written.
  ///   - durability: What a transaction outlives.
  ///   - deriving: Called before rows are derived again, which can take minutes, and with the
  ///     progress.
  /// - Throws: `LedgerError` when the file is missing, not a ledger, of a newer version, damaged
  ///   or out of reach.
  public init(
    path: String, policy: ChurnPolicy, readOnly: Bool = false,
    durability: LedgerDurability = .crash, deriving: (RebuildProgress) -> Void = { _ in }
  ) throws(LedgerError) {
    effective = Mutex(EffectivePolicy(policy))
    self.path = path
    isReadOnly = readOnly
    (reader, writer) = try LedgerFile.open(path, readOnly: readOnly, durability: durability) {
      deriving(RebuildProgress(cause: .form, share: 0))
    }
    files = OpenedFiles(path)
    keeper = nil
    past = nil
    try read { database in try takeProducts(of: database) }
    try rederiveIfNeeded(deriving)
    try renewViewsIfNeeded()
    mendIndexes { deriving(RebuildProgress(cause: .indexes, share: $0)) }
  }

  /// Takes rows of the past, beside which the file of another ledger is open for the rest.
  init(past file: DatabaseQueue, of live: SQLiteLedger, _ cut: Cutoff) {
    effective = Mutex(EffectivePolicy(live.policy))
    (path, isReadOnly) = (live.path, true)
    (reader, writer, keeper) = (file, nil, file)
    past = (live, cut)
    files = live.files
  }

  /// Closes the file.
  ///
  /// - Throws: `LedgerError` when a call is still running.
  public func close() throws(LedgerError) {
    do { try reader.close() } catch { throw LedgerError(error, at: path) }
    checkpointer.withLock { keeper in
      keeper?.close()
      keeper = nil
    }
  }

  // MARK: Access

  /// Reads from one state of the file, which lies where it was opened and is of a form that this
  /// program knows.
  func read<Value>(_ body: (Database) throws -> Value) throws(LedgerError) -> Value {
    if ReadCancellation.isRequested { throw .canceled(location: path) }
    do {
      return try reader.read { database in
        if !isPast { try isReadOnly ? files.checkRead(database) : files.check(database) }
        return try body(database)
      }
    } catch {
      throw LedgerError(error, at: path)
    }
  }

  /// Writes in one transaction, which is undone where the file is no longer the one that was
  /// opened, or lacks pages.
  func write<Value>(_ body: (Database) throws -> Value) throws(LedgerError) -> Value {
    guard let writer else { throw .readOnly(location: path) }
    do {
      return try writer.write { database in
        try files.checkLength(database)
        try takeProducts(of: database)
        let value = try body(database)
        try files.check(database)
        return value
      }
    } catch {
      throw LedgerError(error, at: path)
    }
  }

  /// Runs statements that every database understands.
  @discardableResult
  public func access<Value>(
    _ access: SQLAccess, _ body: (any SQLConnection) throws -> Value
  ) throws(LedgerError) -> Value {
    switch access {
    case .reading, .snapshot: try read { database in try body(database.raw) }
    case .change: try write { database in try body(database.raw) }
    }
  }

  /// Runs statements outside a transaction on the connection that writes.
  func writeOutsideTransaction<Value>(
    _ body: (Database) throws -> Value
  ) throws(LedgerError) -> Value {
    guard let writer = writer ?? keeper else { throw .readOnly(location: path) }
    do {
      return try writer.writeWithoutTransaction(body)
    } catch {
      throw LedgerError(error, at: path)
    }
  }

  /// Runs statements outside a transaction, on which nothing depends but speed: another process
  /// that is writing is not waited for.
  ///
  /// - Returns: Whether another try is worth it; not where the file has no room, was replaced or is
  ///   of a newer form.
  @discardableResult
  func writeUnlessBusy(_ body: (Database) throws -> Void) throws(LedgerError) -> Bool {
    do throws(LedgerError) {
      try writeOutsideTransaction { database in
        try database.execute(sql: "PRAGMA busy_timeout = 0")
        defer { try? database.execute(sql: LedgerFile.patience) }
        try body(database)
      }
    } catch {
      guard error.isTemporary else { throw error }
      guard case .busy = error else { return false }
    }
    return true
  }

  /// A Boolean value that indicates whether indexes may be made.
  var makesIndexes: Bool { writer != nil || keeper != nil }

  // MARK: Time

  /// The instant that the rows stand at: the latest one written or found to change none.
  func standsAt(_ database: Database) throws -> Timestamp? {
    guard let written = try Meta.advancedTo(database) else { return nil }
    return seen.latest(since: written)
  }

  private func rederiveIfNeeded(_ deriving: (RebuildProgress) -> Void) throws(LedgerError) {
    let wanted = Meta.derivation(of: policy)
    let (stored, position) = try read { database in
      (try Meta.derivation(database), try Meta.lastPosition(database))
    }
    guard stored != wanted else { return }
    guard writer != nil else {
      if position > 0 { found.withLock { $0 = .outdated } }
      return
    }
    if position > 0 {
      let cause = stored.map { Meta.cause(ofDeriving: $0, with: policy) } ?? .policy
      deriving(RebuildProgress(cause: cause, share: 0))
      let changed = try replaceRows { deriving(RebuildProgress(cause: cause, share: $0)) }.count
      found.withLock { $0 = .rebuilt(changed: changed) }
    }
    try write { database in try Meta.set(database, derivation: wanted) }
  }

  /// Replaces the views of an earlier or later build, once the rows are in the form that the views
  /// describe.
  private func renewViewsIfNeeded() throws(LedgerError) {
    guard writer != nil, try !read(SQLViews.areCurrent) else { return }
    try write { database in try SQLViews.renew(database) }
  }
}
