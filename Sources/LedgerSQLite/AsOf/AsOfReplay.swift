import Dispatch
import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore
import Synchronization

/// Folds the subscriptions of a live ledger as they stood at an instant, on several cores.
struct AsOfReplay {
  let live: SQLiteLedger
  let cut: Cutoff

  /// The number of subscriptions that are folded in one access to the file.
  private static let batch: Int64 = 1_000
  /// The number of accesses that run side by side, which the ledger's readers allow.
  private static let width = 4

  /// The reach of the events that were kept.
  struct Reach {
    /// The number of the last one.
    var lastNumber: Int64 = -1
    /// The freshness of each store's events.
    var feeds = StoreFeeds()

    mutating func extend(to other: Reach) {
      lastNumber = max(lastNumber, other.lastNumber)
      feeds.merge(other.feeds)
    }

    mutating func extend(to event: SubscriptionEvent, number: Int64) {
      lastNumber = max(lastNumber, number)
      feeds.add(event)
    }
  }

  /// The folded rows of some subscriptions.
  private struct Folded {
    var rows: [(key: Int64, row: SubscriberProjection)] = []
    var reach = Reach()
  }

  /// Writes the rows of all subscriptions, as if each were the only one of its account.
  ///
  /// `goesOn` is asked after every few thousand subscriptions with the share that is done, in
  /// positions. The answer is how far the events reach that were kept; `nil` where `goesOn` ended
  /// the work.
  func write(to file: AsOfSnapshot, goesOn: (LedgerPosition) -> Bool) throws -> Reach? {
    let last = try live.read { database in
      try Int64.fetchOne(database, sql: "SELECT max(key) FROM subscriptions") ?? 0
    }
    var (first, reach) = (Int64(0), Reach())
    var pending: [Folded] = []
    while first <= last || !pending.isEmpty {
      pending = try fold(from: first, through: last, storing: pending, in: file)
      for part in pending { reach.extend(to: part.reach) }
      first += AsOfReplay.batch * Int64(AsOfReplay.width)
      let done = Double(min(first, last + 1)) / Double(last + 1)
      guard goesOn(LedgerPosition(Double(cut.lastPosition) * done)) else { return nil }
    }
    return reach
  }

  /// Writes the rows of one subscription and of all that may have been of its account then.
  ///
  /// The answer is `false` where the ledger cannot tell which those are.
  func write(_ id: SubscriptionID, to file: AsOfSnapshot) throws -> Bool {
    let folded = try live.read { database -> [Folded]? in
      guard let key = try SQLiteLedger.key(of: id, database) else { return [] }
      let alone = try fold(key..<key + 1, database)
      guard let account = alone.rows.first?.row.summary.family?.account else { return [alone] }
      guard let others = try AsOfReplay.keys(thatTellOf: account, database) else { return nil }
      return try [alone]
        + others.subtracting([key]).sorted().map { try fold($0..<$0 + 1, database) }
    }
    guard let folded else { return false }
    try AsOfReplay.store(folded, in: file)
    return true
  }

  /// The subscriptions with an event that names an account; `nil` where they are not indexed.
  private static func keys(
    thatTellOf account: AccountID, _ database: Database
  ) throws -> Set<Int64>? {
    guard
      let numbers = try TrigramIndex(database).everyCandidate(
        for: LookupName.normalized(account.rawValue))
    else { return nil }
    let find = try RawStatement(database, "SELECT subscription FROM events WHERE number = ?")
    defer { find.reset() }
    var keys: Set<Int64> = []
    for number in numbers {
      find.reset()
      find.bind(number, at: 1)
      if try find.step() { keys.insert(find.integer(0)) }
    }
    return keys
  }

  private static func store(_ parts: [Folded], in file: AsOfSnapshot) throws {
    try file.queue.writeWithoutTransaction { database in
      try database.inTransaction {
        var writer = try RowWriter(database)
        for (key, row) in parts.lazy.flatMap(\.rows) {
          try writer.replace(nil, with: row, key: key)
        }
        try writer.flush()
        return .commit
      }
    }
  }

  /// Folds the next batches side by side, and meanwhile stores those before.
  private func fold(
    from first: Int64, through last: Int64, storing parts: [Folded], in file: AsOfSnapshot
  ) throws -> [Folded] {
    let starts = Array(
      stride(from: first, through: last, by: Int(AsOfReplay.batch)).prefix(AsOfReplay.width))
    let results = Mutex([Result<Folded, LedgerError>?](repeating: nil, count: starts.count + 1))
    DispatchQueue.concurrentPerform(iterations: starts.count + 1) { place in
      let result = Result { () throws(LedgerError) in
        guard place > 0 else {
          do { try AsOfReplay.store(parts, in: file) } catch {
            throw LedgerError(error, at: live.path)
          }
          return Folded()
        }
        let start = starts[place - 1]
        return try live.read { database in
          try fold(start..<start + AsOfReplay.batch, database)
        }
      }
      results.withLock { $0[place] = result }
    }
    let folded = try results.withLock(\.self).compactMap { try $0?.get() }
    return starts.isEmpty ? [] : folded
  }

  private func fold(_ keys: Range<Int64>, _ database: Database) throws -> Folded {
    let select = try RawStatement(
      database,
      """
      SELECT subscription, number, body FROM events INDEXED BY eventsOnce
      WHERE subscription >= ? AND subscription < ? AND isRepeat = 0 ORDER BY subscription
      """)
    select.bind(keys.lowerBound, at: 1)
    select.bind(keys.upperBound, at: 2)
    defer { select.reset() }
    let projector = try Projector(database, policy: live.policy)
    var folded = Folded()
    var (key, events) = (Int64(-1), [SubscriptionEvent]())
    func finish() throws {
      defer { events.removeAll(keepingCapacity: true) }
      guard let subscriber = Subscriber.fold(events, related: []) else { return }
      folded.rows.append((key, try projector.row(of: subscriber, at: cut.instant)))
    }
    while try select.step() {
      if select.integer(0) != key {
        try finish()
        key = select.integer(0)
      }
      let event = try StoredEvent.decode(select.buffer(2))
      guard cut.keeps(event, number: select.integer(1)) else { continue }
      events.append(event)
      folded.reach.extend(to: event, number: select.integer(1))
    }
    try finish()
    return folded
  }
}

/// The cutoff of a ledger of the past: the entries and events that it leaves out.
struct Cutoff {
  /// The instant at which the rows stand.
  let instant: Timestamp
  /// The instant after which nothing is known: that of the rows, or that of the past which is
  /// looked at once more.
  let knownUntil: Timestamp
  /// The position of the last entry when the past was asked for.
  let lastPosition: LedgerPosition

  /// Creates the cutoff of a ledger at an instant.
  init(of ledger: SQLiteLedger, at instant: Timestamp) throws(LedgerError) {
    self.instant = instant
    knownUntil = min(instant, ledger.past?.cut.knownUntil ?? instant)
    lastPosition = try ledger.lastPosition()
  }

  /// The number after that of every event known then.
  var numberEnd: Int64 { EventNumber.first(at: lastPosition + 1) }

  /// A Boolean value that indicates whether an event was known by the instant.
  ///
  /// Of several copies of an event the one recorded first counts, so that none counted before it;
  /// and no event is recorded before its entry was received.
  func keeps(_ event: SubscriptionEvent, number: Int64) -> Bool {
    number < numberEnd && event.recordedAt <= knownUntil
  }
}
