import EventLedger
import GRDB
import SubscriptionCore

/// One transaction that writes: entries first, then the rows that follow from them.
struct WriteSession {
  let database: Database
  let policy: ChurnPolicy
  private let location: String
  private let insertEntry: RawStatement
  private let findEntry: RawStatement
  private let insertEvent: RawStatement
  private let insertSubscription: RawStatement
  private let findSubscription: RawStatement
  private let insertName: RawStatement
  private var keys: [SubscriptionID: Int64] = [:]
  /// The events of subscriptions that this transaction created, which need no reading.
  private var fresh: [Int64: [SubscriptionEvent]] = [:]
  private var changed: Set<Int64> = []
  private var lastPosition: LedgerPosition
  var deriver: RowDeriver

  /// Begins a session inside a transaction.
  init(_ database: Database, policy: ChurnPolicy, location: String) throws {
    self.database = database
    self.policy = policy
    self.location = location
    insertEntry = try RawStatement(
      database,
      """
      INSERT OR IGNORE INTO entries
        (position, identity, format, raw, receivedAt, verification, hasUnknown)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """)
    findEntry = try RawStatement(database, "SELECT position FROM entries WHERE identity = ?")
    insertEvent = try RawStatement(
      database,
      """
      INSERT OR IGNORE INTO events (number, id, subscription, kind, isRepeat, body)
      VALUES (?, ?, ?, ?, ?, ?)
      """)
    insertSubscription = try RawStatement(
      database, "INSERT INTO subscriptions (id) VALUES (?) ON CONFLICT DO NOTHING RETURNING key")
    findSubscription = try RawStatement(database, "SELECT key FROM subscriptions WHERE id = ?")
    insertName = try RawStatement(
      database, "INSERT OR IGNORE INTO names (name, subscription) VALUES (?, ?)")
    lastPosition = try Meta.lastPosition(database)
    deriver = try RowDeriver(database, policy: policy)
  }

  // MARK: Entries

  /// Stores an entry with its events.
  mutating func store(_ entry: LedgerEntry) throws -> AppendOutcome {
    guard entry.events.count <= Schema.eventsPerEntryMax else {
      throw LedgerError.failed(
        location: location,
        detail: "one entry has more than \(Schema.eventsPerEntryMax) events")
    }
    let position = lastPosition + 1
    insertEntry.bind(position, at: 1)
    insertEntry.bind(entry.identity, at: 2)
    insertEntry.bind(entry.format, at: 3)
    insertEntry.bind(entry.raw, at: 4)
    insertEntry.bind(entry.receivedAt.milliseconds, at: 5)
    insertEntry.bind(entry.verification.rawValue, at: 6)
    insertEntry.bind(entry.hasUnknown ? 1 : 0, at: 7)
    guard try insertEntry.run() == 1 else { return .duplicate(try storedPosition(of: entry)) }
    lastPosition = position
    for (place, event) in entry.events.enumerated() {
      try store(event, number: position << Schema.eventBits | Int64(place))
    }
    return .stored(position)
  }

  private func storedPosition(of entry: LedgerEntry) throws -> LedgerPosition {
    findEntry.bind(entry.identity, at: 1)
    defer { findEntry.reset() }
    guard try findEntry.step() else {
      throw LedgerError.failed(location: location, detail: "an entry was refused by the database")
    }
    return findEntry.integer(0)
  }

  private mutating func store(_ event: SubscriptionEvent, number: Int64) throws {
    let (key, isNew) = try key(of: event.subscription)
    insertEvent.bind(number, at: 1)
    insertEvent.bind(event.id.rawValue, at: 2)
    insertEvent.bind(key, at: 3)
    insertEvent.bind(event.kind.rawValue, at: 4)
    insertEvent.bind(0, at: 5)
    insertEvent.bind(EventCodec.encode(event), at: 6)
    guard try insertEvent.run() == 1 else {
      insertEvent.bind(1, at: 5)
      try insertEvent.run()
      return
    }
    if isNew || fresh[key] != nil { fresh[key, default: []].append(event) }
    changed.insert(key)
    for name in LookupName.names(in: event) {
      insertName.bind(name.storedText, at: 1)
      insertName.bind(key, at: 2)
      try insertName.run()
    }
  }

  private mutating func key(of id: SubscriptionID) throws -> (key: Int64, isNew: Bool) {
    if let key = keys[id] { return (key, false) }
    insertSubscription.bind(id.rawValue, at: 1)
    defer {
      insertSubscription.reset()
      findSubscription.reset()
    }
    let isNew = try insertSubscription.step()
    let key: Int64
    if isNew {
      key = insertSubscription.integer(0)
      while try insertSubscription.step() {}
    } else {
      findSubscription.bind(id.rawValue, at: 1)
      guard try findSubscription.step() else {
        throw LedgerError.failed(location: location, detail: "a subscription has no number")
      }
      key = findSubscription.integer(0)
    }
    keys[id] = key
    return (key, isNew)
  }

  // MARK: Rows

  /// Derives the rows that follow from what was stored, and those whose time has come.
  mutating func finish(now: Timestamp) throws {
    try Meta.set(database, lastPosition: lastPosition)
    try refresh(changed, now: now)
  }

  /// Derives the rows of subscriptions and of the purchases beside them, and every row whose time
  /// has come.
  mutating func refresh(_ keys: Set<Int64>, now: Timestamp) throws {
    let now = try Meta.advance(database, to: now)
    try deriver.refresh(keys, fresh: fresh, at: now)
    _ = try deriver.advance(to: now)
    try deriver.flush()
  }
}

extension LookupName {
  /// The name as the file holds it: `T` before what may be shortened, `I` before the rest.
  var storedText: String { (allowsPrefix ? "T" : "I") + text }
}
