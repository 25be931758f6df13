import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

/// One transaction that writes: entries first, then their events, then the rows that follow.
///
/// Several batches may be stored one after the other. Each has its rows when it is stored; the
/// counters, which few rows add to differently, are written once, in ``finish()``.
struct WriteSession {
  let database: Database
  private let location: String
  private let insertEntry: RawStatement
  private let findEntry: RawStatement
  private var numbering: SubscriptionNumbers
  private var log: EventTable
  private var payloads: PayloadCoder
  private var lastPosition: LedgerPosition
  private var feeds: StoreFeeds
  var projector: Projector

  /// Begins a session inside a transaction.
  ///
  /// Where it records changes, those that rows tell are written to the outbox. In a load it knows
  /// an instant before which no row changes by itself.
  init(
    _ database: Database, policy: ChurnPolicy, location: String, recordsChanges: Bool = true,
    nextChange: Timestamp? = nil
  ) throws {
    self.database = database
    self.location = location
    insertEntry = try RawStatement(
      database,
      """
      INSERT INTO entries
        (position, identity, mark, format, raw, receivedAt, verification, hasUnknown)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (mark) DO NOTHING
      """)
    findEntry = try RawStatement(
      database, "SELECT position FROM entries WHERE mark = ? AND identity = ?")
    numbering = try SubscriptionNumbers(database)
    log = try EventTable(database)
    payloads = try PayloadCoder(database)
    lastPosition = try Meta.lastPosition(database)
    feeds = try Meta.feeds(database)
    projector = try Projector(database, policy: policy, recordsChanges: recordsChanges)
    projector.nextChange = nextChange
  }

  // MARK: Entries

  /// Stores entries with their events and derives the rows that follow.
  ///
  /// What can be computed without a look at the ledger is, on other threads, while this one writes.
  ///
  /// New subscriptions are numbered in the order of their ids, so that the indexes that begin with
  /// the number and those that begin with the id grow side by side.
  mutating func store(_ entries: [LedgerEntry], now: Timestamp) throws -> [AppendOutcome] {
    var outcomes: [AppendOutcome] = []
    outcomes.reserveCapacity(entries.count)
    var told: [SubscriptionID] = []
    for part in PreparedEntry.ahead(entries) {
      for prepared in part.value() {
        let place = outcomes.count
        let outcome = try insert(entries[place], prepared)
        outcomes.append(outcome)
        guard case .stored = outcome else { continue }
        for event in entries[place].events { told.append(event.subscription) }
      }
    }
    let bodies = PreparedEntry.bodies(of: entries, outcomes)
    try numbering.number(told)
    var place = 0
    for part in bodies {
      for bodies in part.value() {
        switch outcomes[place] {
        case .stored(let position): try tell(entries[place], bodies, at: position)
        case .duplicate(let position): try hear(entries[place], at: position)
        }
        place += 1
      }
    }
    try settleBackfill(entries)
    try refresh(log.takeTold(), now: now)
    return outcomes
  }

  private mutating func insert(
    _ entry: LedgerEntry, _ prepared: PreparedEntry
  ) throws -> AppendOutcome {
    guard entry.events.count <= EventNumber.perEntryMax else {
      throw LedgerError.failed(
        location: location,
        detail: "one entry has more than \(EventNumber.perEntryMax) events")
    }
    let position = lastPosition + 1
    insertEntry.bind(position, at: 1)
    insertEntry.bind(entry.identity, at: 2)
    insertEntry.bind(entry.format, at: 4)
    let payload = try prepared.payload ?? payloads.stored(entry.raw, entry.verification)
    insertEntry.bind(payload, at: 5)
    insertEntry.bind(entry.receivedAt.milliseconds, at: 6)
    insertEntry.bind(entry.verification.rawValue, at: 7)
    insertEntry.bind(entry.hasUnknown ? 1 : 0, at: 8)
    for distance in 0..<Hash64.distanceMax {
      let mark = prepared.mark &+ distance
      insertEntry.bind(mark, at: 3)
      if try runInsert(at: position) {
        lastPosition = position
        return .stored(position)
      }
      if let known = try self.position(of: entry.identity, mark: mark) { return .duplicate(known) }
      // Another identity has the mark.
    }
    throw LedgerError.failed(
      location: location,
      detail: "\(Hash64.distanceMax) identities have the mark of \(entry.identity) or the next")
  }

  /// Runs the insertion of an entry; `false` where its mark is given already.
  ///
  /// - Throws: `LedgerError.failed(location:detail:)` where its position is, as only a file has
  ///   that was changed by something else.
  private func runInsert(at position: LedgerPosition) throws -> Bool {
    do {
      return try insertEntry.run() == 1
    } catch let error as DatabaseError
      where error.extendedResultCode == .SQLITE_CONSTRAINT_PRIMARYKEY
      || error.extendedResultCode == .SQLITE_CONSTRAINT_ROWID
    {
      throw LedgerError.failed(
        location: location,
        detail: "position \(position) has an entry already, though \(lastPosition) is noted as last"
      )
    }
  }

  private func position(of identity: String, mark: Int64) throws -> LedgerPosition? {
    findEntry.bind(mark, at: 1)
    findEntry.bind(identity, at: 2)
    defer { findEntry.reset() }
    return try findEntry.step() ? findEntry.integer(0) : nil
  }

  private mutating func tell(
    _ entry: LedgerEntry, _ bodies: [[UInt8]], at position: LedgerPosition
  ) throws {
    for (place, event) in entry.events.enumerated() {
      guard let key = numbering.key(of: event.subscription) else {
        throw LedgerError.failed(location: location, detail: "a subscription has no number")
      }
      feeds.add(event)
      try log.insert(
        event, bodies[place], number: position << EventNumber.bits | Int64(place), key: key,
        isNew: numbering.isNew(key))
    }
  }

  /// Takes the times of an entry that is stored already, where they are earlier.
  private mutating func hear(_ again: LedgerEntry, at position: LedgerPosition) throws {
    let lower = try RawStatement(
      database, "UPDATE entries SET receivedAt = ?1 WHERE position = ?2 AND receivedAt > ?1")
    lower.bind(again.receivedAt.milliseconds, at: 1)
    lower.bind(position, at: 2)
    try lower.run()
    for event in again.events {
      feeds.add(event)
      if let key = try numbering.find(event.subscription) {
        try log.hear(event, at: position, key: key)
      }
    }
  }

  // MARK: Rows

  /// Derives the rows of subscriptions and of the purchases beside them, and every row whose time
  /// has come.
  mutating func refresh(_ told: [Int64: ChangedSubscription], now: Timestamp) throws {
    let now = try Meta.advance(database, to: now)
    try projector.refresh(told, at: now)
    try projector.advance(to: now)
    try projector.recordChanges()
  }

  /// Stores what the batches have in common: the last position, the feeds and the counters.
  mutating func finish() throws {
    try Meta.set(database, .lastPosition, lastPosition)
    if feeds.lastEventAt != nil { try Meta.set(database, feeds: feeds) }
    try projector.flush()
  }
}
