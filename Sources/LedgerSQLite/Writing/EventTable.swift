import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

/// Writes events, and keeps of several copies of one that count which was recorded first.
struct EventTable {
  private let insert: RawStatement
  private let counting: RawStatement
  private let copies: RawStatement
  private let mark: RawStatement
  private let replace: RawStatement
  /// The events added since they were last taken, by the number of the subscription.
  private var told: [Int64: ChangedSubscription] = [:]

  /// Prepares the statements, valid within one access to the database.
  init(_ database: Database) throws {
    insert = try RawStatement(
      database,
      """
      INSERT INTO events
        (effectiveAt, statedAt, recordedAt, source, body, number, id, subscription, kind, isRepeat)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (subscription, id) WHERE isRepeat = 0 DO NOTHING
      """)
    counting = try RawStatement(
      database,
      "SELECT number, body FROM events WHERE subscription = ? AND id = ? AND isRepeat = 0")
    copies = try RawStatement(
      database,
      """
      SELECT number, isRepeat, body FROM events
      WHERE number >= ? AND number < ? AND subscription = ? AND id = ?
      """)
    mark = try RawStatement(database, "UPDATE events SET isRepeat = ? WHERE number = ?")
    replace = try RawStatement(
      database,
      """
      UPDATE events
      SET effectiveAt = ?, statedAt = ?, recordedAt = ?, source = ?, body = ?
      WHERE number = ?
      """)
  }

  /// Takes the events added so far, by the number of the subscription, and forgets them.
  mutating func takeTold() -> [Int64: ChangedSubscription] {
    defer { told = [:] }
    return told
  }

  /// Stores an event with its stored form, which counts where it is the first copy or was recorded
  /// first; `isNew` tells whether the batch created its subscription.
  mutating func insert(
    _ event: SubscriptionEvent, _ body: [UInt8], number: Int64, key: Int64, isNew: Bool
  ) throws {
    if try write(event, body, number: number, key: key, isRepeat: false) {
      let first = ChangedSubscription(
        firstNumber: number, events: isNew ? NumberedEvents() : nil)
      told[key, default: first].events?.append(event, number: number)
      return
    }
    guard let other = try countingCopy(of: event, key: key) else {
      throw EventTable.lost(event, "another copy of it is there and cannot be found")
    }
    let isEarlier = event.recordedAt < other.event.recordedAt
    if isEarlier { try mark(other.number, isRepeat: true) }
    guard try write(event, body, number: number, key: key, isRepeat: !isEarlier) else {
      throw EventTable.lost(event, "two copies of it count")
    }
    if isEarlier { noteCopy(key, number: number) }
  }

  /// The error of an event that the file would not take, which is never left out in silence.
  private static func lost(_ event: SubscriptionEvent, _ reason: String) -> DatabaseError {
    DatabaseError(
      resultCode: .SQLITE_CONSTRAINT,
      message: "event \(event.id) of \(event.subscription) cannot be stored: \(reason)")
  }

  /// Takes another copy of an event of an entry that is stored already in its place, where it was
  /// recorded first.
  ///
  /// One that a newer build stored with more than this one can read stays as it is.
  mutating func hear(
    _ event: SubscriptionEvent, at position: LedgerPosition, key: Int64
  ) throws {
    guard let stored = try storedCopy(of: event, at: position, key: key),
      stored.event.isCopy(of: event), event.recordedAt < stored.event.recordedAt,
      stored.isWhole
    else { return }
    let body = SharedCompressor.use { StoredEvent.encode(event, $0) }
    EventTable.bind(event, body, to: replace)
    replace.bind(stored.number, at: 6)
    try replace.run()
    if stored.isRepeat {
      guard let other = try countingCopy(of: event, key: key),
        event.recordedAt < other.event.recordedAt
      else { return }
      try mark(other.number, isRepeat: true)
      try mark(stored.number, isRepeat: false)
    }
    noteCopy(key, number: stored.number)
  }

  private mutating func noteCopy(_ key: Int64, number: Int64) {
    told[key] = ChangedSubscription(
      firstNumber: min(number, told[key]?.firstNumber ?? number), events: nil)
  }

  // MARK: Statements

  private func write(
    _ event: SubscriptionEvent, _ body: [UInt8], number: Int64, key: Int64, isRepeat: Bool
  ) throws -> Bool {
    EventTable.bind(event, body, to: insert)
    insert.bind(number, at: 6)
    insert.bind(event.id.rawValue, at: 7)
    insert.bind(key, at: 8)
    insert.bind(event.kind.rawValue, at: 9)
    insert.bind(isRepeat ? 1 : 0, at: 10)
    return try insert.run() == 1
  }

  /// Binds the columns that follow from an event alone, the first five parameters.
  private static func bind(
    _ event: SubscriptionEvent, _ body: [UInt8], to statement: RawStatement
  ) {
    statement.bind(event.effectiveAt.milliseconds, at: 1)
    statement.bind(event.statedAt.milliseconds, at: 2)
    statement.bind(event.recordedAt.milliseconds, at: 3)
    statement.bind(event.source.code, at: 4)
    statement.bind(body, at: 5)
  }

  private func mark(_ number: Int64, isRepeat: Bool) throws {
    mark.bind(isRepeat ? 1 : 0, at: 1)
    mark.bind(number, at: 2)
    try mark.run()
  }

  private func countingCopy(
    of event: SubscriptionEvent, key: Int64
  ) throws -> (number: Int64, event: SubscriptionEvent)? {
    counting.bind(key, at: 1)
    counting.bind(event.id.rawValue, at: 2)
    defer { counting.reset() }
    guard try counting.step() else { return nil }
    return (counting.integer(0), try StoredEvent.decode(counting.buffer(1)))
  }

  private func storedCopy(
    of event: SubscriptionEvent, at position: LedgerPosition, key: Int64
  ) throws -> (number: Int64, isRepeat: Bool, event: SubscriptionEvent, isWhole: Bool)? {
    copies.bind(EventNumber.first(at: position), at: 1)
    copies.bind(EventNumber.first(at: position + 1), at: 2)
    copies.bind(key, at: 3)
    copies.bind(event.id.rawValue, at: 4)
    defer { copies.reset() }
    guard try copies.step() else { return nil }
    let bytes = try StoredEvent.expanded(copies.buffer(2))
    let stored = try bytes.withUnsafeBytes { try EventCodec.decode($0) }
    let isWhole = stored.recordedAt <= event.recordedAt || EventCodec.encode(stored) == bytes
    return (copies.integer(0), copies.integer(1) == 1, stored, isWhole)
  }

  // MARK: Checks

  /// Reads every event and compares its columns with it.
  ///
  /// - Returns: One sentence a problem.
  /// - Complexity: O(*n*) for *n* events.
  static func problems(_ database: Database) throws -> [String] {
    let statement = try RawStatement(
      database, "SELECT body, effectiveAt, statedAt, recordedAt FROM events")
    defer { statement.reset() }
    var (unreadable, differing) = (0, 0)
    while try statement.step() {
      guard let event = try? StoredEvent.decode(statement.buffer(0)) else {
        unreadable += 1
        continue
      }
      let isSame =
        statement.integer(1) == event.effectiveAt.milliseconds
        && statement.integer(2) == event.statedAt.milliseconds
        && statement.integer(3) == event.recordedAt.milliseconds
      if !isSame { differing += 1 }
    }
    return LedgerRules.problems(unreadable: unreadable, differing: differing)
  }
}
