import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

extension SQLiteLedger {
  /// Stores entries in one transaction and brings the rows up to date.
  @discardableResult
  public func append(
    _ entries: [LedgerEntry], now: Timestamp
  ) throws(LedgerError) -> [AppendOutcome] {
    try write { database in
      var session = try WriteSession(database, policy: policy, location: path)
      let outcomes = try session.store(entries, now: now)
      try session.finish()
      return outcomes
    }
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
    return try write { database in
      try database.execute(sql: "PRAGMA cache_size = -\(LedgerFile.bulkCacheKibibytes)")
      var session = try WriteSession(database, policy: policy, location: path)
      var outcomes: [[AppendOutcome]] = []
      while let entries = next() { outcomes.append(try session.store(entries, now: now)) }
      try session.finish()
      return outcomes
    }
  }

  /// The events of one subscription in fold order.
  public func events(of id: SubscriptionID) throws(LedgerError) -> [LedgerEvent] {
    let stored = try read { database in
      guard let key = try SQLiteLedger.key(of: id, database) else { return [LedgerEvent]() }
      return try SQLiteLedger.events(
        database, where: SQLCondition("subscription = ? AND isRepeat = 0", [key]),
        order: "number")
    }
    return stored.sorted { SubscriptionEvent.precedes($0.event, $1.event) }
  }

  /// Events of all subscriptions, newest position first.
  public func recentEvents(_ query: EventQuery) throws(LedgerError) -> [LedgerEvent] {
    guard query.limit > 0 else { return [] }
    let stored = try read { database in try SQLiteLedger.recent(database, query) }
    return stored.sorted { left, right in
      left.position != right.position
        ? left.position > right.position
        : SubscriptionEvent.precedes(right.event, left.event)
    }
  }

  private static func recent(_ database: Database, _ query: EventQuery) throws -> [LedgerEvent] {
    var conditions = [SQLCondition("isRepeat = 0")]
    if let before = query.before {
      conditions.append(SQLCondition("number < ?", [firstNumber(at: before)]))
    }
    if let id = query.subscription {
      guard let key = try key(of: id, database) else { return [] }
      conditions.append(SQLCondition("subscription = ?", [key]))
    }
    if !query.kinds.isEmpty {
      let marks = Array(repeating: "?", count: query.kinds.count).joined(separator: ", ")
      conditions.append(
        SQLCondition("kind IN (\(marks))", query.kinds.map(\.rawValue).sorted()))
    }
    let condition = SQLCondition.all(conditions)
    let page = try events(
      database, where: condition, order: "number DESC LIMIT \(query.limit)")
    guard page.count == query.limit, let last = page.last else { return page }
    // The entry that reaches the limit is told whole.
    let whole = SQLCondition.all([
      condition, SQLCondition("number >= ?", [firstNumber(at: last.position)]),
      SQLCondition("number < ?", [firstNumber(at: last.position + 1)]),
    ])
    return page.filter { $0.position != last.position }
      + (try events(database, where: whole, order: "number DESC"))
  }

  /// The smallest number that an event at a position can have.
  static func firstNumber(at position: LedgerPosition) -> Int64 {
    let limit = Int64.max >> Schema.eventBits
    return max(0, min(position, limit)) << Schema.eventBits
  }

  /// Stored events that satisfy a condition.
  static func events(
    _ database: Database, where condition: SQLCondition, order: String
  ) throws -> [LedgerEvent] {
    let statement = try RawStatement(
      database, "SELECT number, body FROM events WHERE \(condition.sql) ORDER BY \(order)")
    statement.bind(condition.values)
    defer { statement.reset() }
    var events: [LedgerEvent] = []
    while try statement.step() {
      let event = try statement.withBytes(1) { bytes in try EventCodec.decode(bytes) }
      events.append(
        LedgerEvent(position: statement.integer(0) >> Schema.eventBits, event: event))
    }
    return events
  }

  // MARK: Entries

  /// The entry at a position.
  public func entry(at position: LedgerPosition) throws(LedgerError) -> LedgerEntry? {
    try read { database in
      try SQLiteLedger.entries(database, after: position - 1, through: position, limit: 1)
        .first?.entry
    }
  }

  /// Calls a closure for entries in order of position.
  ///
  /// The file is read in short stretches, so that writers are not held up.
  public func readEntries(
    after position: LedgerPosition,
    _ body: (LedgerPosition, LedgerEntry) throws(LedgerError) -> Bool
  ) throws(LedgerError) {
    var place = position
    while true {
      let batch = try read { database in
        let batch = try SQLiteLedger.entries(database, after: place, through: .max, limit: 256)
        guard batch.last.map({ $0.position > place }) ?? true else {
          throw SQLiteLedger.disorder(of: "entries")
        }
        return batch
      }
      guard let last = batch.last else { return }
      for (position, entry) in batch where try !body(position, entry) { return }
      place = last.position
    }
  }

  /// The most bytes of payloads that are read at once, one payload at least.
  private static let batchBytesMax = 8 << 20

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
        events: try events(
          database,
          where: SQLCondition(
            "number >= ? AND number < ?",
            [firstNumber(at: position), firstNumber(at: position + 1)]),
          order: "number"
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

  /// The first position of an entry heard after an instant, found by halving.
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
