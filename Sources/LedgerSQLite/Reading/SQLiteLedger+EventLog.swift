import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore
import Synchronization

extension SQLiteLedger {
  /// Stores entries in one transaction and brings the rows up to date.
  @discardableResult
  public func append(
    _ entries: [LedgerEntry], now: Timestamp
  ) throws(LedgerError) -> [AppendOutcome] {
    try store { session in try session.store(entries, now: now) }
  }

  /// Runs a closure with a session that stores, in one transaction.
  private func store<Value>(
    _ body: (inout WriteSession) throws -> Value
  ) throws(LedgerError) -> Value {
    let (value, rows) = try write { database in
      var rows = load.withLock(\.self)
      try rows?.update(database)
      var session = try WriteSession(
        database, policy: policy, location: path, nextChange: rows?.nextChange)
      let value = try body(&session)
      try session.finish()
      try rows?.note(nextChange: session.projector.nextChange, database)
      return (value, rows)
    }
    // What a transaction wrote is there only now.
    if let rows { load.withLock { $0 = $0.map { _ in rows } } }
    return value
  }

  /// Stores batches of entries as they come, all of them in one transaction.
  ///
  /// Each page that they change is written once a transaction, so that the fewer there are the
  /// less is written. What is changed all over the file meanwhile is held in a larger cache.
  public func append(
    now: Timestamp, batches next: () -> [LedgerEntry]?
  ) throws(LedgerError) -> [[AppendOutcome]] {
    defer {
      try? writeOutsideTransaction { database in
        try database.execute(sql: "PRAGMA cache_size = -\(LedgerFile.cacheKibibytes)")
      }
    }
    return try store { session in
      try session.database.execute(
        sql: "PRAGMA cache_size = -\(LedgerFile.bulkCacheKibibytes)")
      var outcomes: [[AppendOutcome]] = []
      while let entries = next() { outcomes.append(try session.store(entries, now: now)) }
      return outcomes
    }
  }

  // MARK: Entries

  /// The most bytes of payloads that are read at once, one payload at least.
  private static let batchBytesMax = 8 << 20

  /// The next entries behind a position, up to another and as far as a batch goes.
  public func entries(
    after: LedgerPosition, through last: LedgerPosition, limit: Int
  ) throws(LedgerError) -> [(position: LedgerPosition, entry: LedgerEntry)] {
    try read { database in
      let batch = try SQLiteLedger.entries(database, after: after, through: last, limit: limit)
      guard batch.last.map({ $0.position > after }) ?? true else {
        throw DisorderError(rows: "entries")
      }
      return batch
    }
  }

  private static func entries(
    _ database: Database, after: LedgerPosition, through last: LedgerPosition, limit: Int
  ) throws -> [(position: LedgerPosition, entry: LedgerEntry)] {
    let statement = try RawStatement(
      database,
      """
      SELECT position, identity, format, raw, receivedAt, verification, hasUnknown FROM entries
      WHERE position > ? AND position <= ? ORDER BY position LIMIT ?
      """)
    statement.bind(after, at: 1)
    statement.bind(last, at: 2)
    statement.bind(Int64(limit), at: 3)
    defer { statement.reset() }
    var payloads = try PayloadCoder(database)
    var prunings: [Int64: PayloadPruning]?
    var batch: [(position: LedgerPosition, entry: LedgerEntry)] = []
    var bytes = 0
    while bytes < batchBytesMax, try statement.step() {
      let position = statement.integer(0)
      let stored = statement.bytes(3)
      let pruning = try PrunedPayload.pruning(of: stored).flatMap { number in
        let known = try prunings ?? PruningTable.byNumber(database)
        prunings = known
        return known[number]
      }
      var entry = LedgerEntry(
        identity: statement.text(1), format: statement.text(2),
        raw: pruning == nil ? try raw(stored, at: position, &payloads) : [],
        receivedAt: Timestamp(milliseconds: statement.integer(4)),
        verification: Verification(rawValue: statement.text(5)) ?? .unchecked,
        hasUnknown: statement.integer(6) == 1,
        events: try database.raw.events(
          where: SQLCondition(ofEventsAt: position..<position + 1), order: "number", isKept: true
        ).map(\.event))
      entry.pruning = pruning
      batch.append((position, entry))
      bytes += entry.raw.count
    }
    return batch
  }

  /// A payload as it came, from its stored bytes.
  private static func raw(
    _ stored: [UInt8], at position: LedgerPosition, _ payloads: inout PayloadCoder
  ) throws -> [UInt8] {
    guard let raw = try payloads.raw(stored) else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "the payload at position \(position) is damaged")
    }
    return raw
  }

  // MARK: Changes

  /// The position of the latest entry.
  public func lastPosition() throws(LedgerError) -> LedgerPosition {
    try read { database in try Meta.lastPosition(database) }
  }

  /// The first position of an entry received after an instant, found by halving.
  public func position(after instant: Timestamp) throws(LedgerError) -> LedgerPosition? {
    try read { database in
      let last = try Meta.lastPosition(database)
      let next = try RawStatement(
        database,
        """
        SELECT position, receivedAt FROM entries WHERE position >= ? AND position < ?
        ORDER BY position LIMIT 1
        """)
      defer { next.reset() }
      var (low, high) = (LedgerPosition(1), last + 1)
      while low < high {
        let middle = low + (high - low) / 2
        // An erased entry leaves a gap; the next one that is there speaks for it.
        next.reset()
        next.bind(middle, at: 1)
        next.bind(high, at: 2)
        if try next.step(), next.integer(1) <= instant.milliseconds {
          low = next.integer(0) + 1
        } else {
          high = middle
        }
      }
      return low > last ? nil : low
    }
  }
}
