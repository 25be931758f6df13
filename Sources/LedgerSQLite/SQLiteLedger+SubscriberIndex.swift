import EventLedger
import GRDB
import SubscriptionCore

extension SQLiteLedger {
  /// The instant that the rows stand at.
  public func advancedTo() throws(LedgerError) -> Timestamp? {
    try read { database in try standsAt(database) }
  }

  /// One page of subscribers.
  ///
  /// - Complexity: O(page) for an order with an index and no filter; a filter that few rows
  ///   satisfy looks at every row before them.
  public func subscribers(_ query: SubscriberQuery) throws(LedgerError) -> SubscriberPage {
    try read { database in
      let now = try standsAt(database) ?? .epoch
      return try PageWalk(database, query, at: now).page()
    }
  }

  /// How many subscribers satisfy a filter.
  public func count(_ filter: Filter?) throws(LedgerError) -> Int {
    try read { database in
      guard let filter, filter != .all else { return try SQLiteLedger.countAll(database) }
      let now = try standsAt(database) ?? .epoch
      let condition = filter.lowered(at: now).condition
      let statement = try RawStatement(
        database, "SELECT count(*) FROM subscribers WHERE \(condition.sql)", isKept: false)
      statement.bind(condition.values)
      defer { statement.reset() }
      return try statement.step() ? Int(statement.integer(0)) : 0
    }
  }

  private static func countAll(_ database: Database) throws -> Int {
    let statement = try RawStatement(
      database, "SELECT ifnull(sum(count), 0) FROM tallies WHERE kind IN (?, ?)")
    statement.bind(Int64(TallyKind.state.rawValue), at: 1)
    statement.bind(Int64(TallyKind.outside.rawValue), at: 2)
    defer { statement.reset() }
    return try statement.step() ? Int(statement.integer(0)) : 0
  }

  /// One subscriber, folded whole.
  public func subscriber(_ id: SubscriptionID) throws(LedgerError) -> Subscriber? {
    try subscribers([id]).first
  }

  /// Several subscribers, folded whole, in the order asked for.
  public func subscribers(_ ids: [SubscriptionID]) throws(LedgerError) -> [Subscriber] {
    try read { database in
      let deriver = try RowDeriver(database, policy: policy)
      return try ids.compactMap { id in
        try SQLiteLedger.key(of: id, database).flatMap { try deriver.subscriber($0) }
      }
    }
  }

  /// One row of the list.
  public func summary(_ id: SubscriptionID) throws(LedgerError) -> SubscriberSummary? {
    try read { database in
      let statement = try RawStatement(database, "SELECT row FROM subscribers WHERE id = ?")
      statement.bind(id.rawValue, at: 1)
      defer { statement.reset() }
      guard try statement.step() else { return nil }
      return try statement.withBytes(0) { bytes in try EventCodec.decode(summary: bytes) }
    }
  }

  /// The number of a subscription in the file.
  static func key(of id: SubscriptionID, _ database: Database) throws -> Int64? {
    let statement = try RawStatement(database, "SELECT key FROM subscriptions WHERE id = ?")
    statement.bind(id.rawValue, at: 1)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : nil
  }

  /// The subscriptions that a text names.
  public func resolve(_ text: String, limit: Int) throws(LedgerError) -> [SubscriptionID] {
    guard !text.isEmpty, limit > 0 else { return [] }
    return try read { database in
      var sql = """
        SELECT id FROM subscribers WHERE id = ?1
        UNION SELECT id FROM subscribers WHERE account = ?1
        UNION SELECT id FROM subscribers
          WHERE account IN (SELECT account FROM accounts WHERE email = ?2)
        UNION SELECT s.id FROM names n JOIN subscribers s ON s.key = n.subscription
          WHERE n.name IN ('I' || ?1, 'T' || ?1)
        """
      if text.unicodeScalars.count >= LookupName.prefixLengthMin {
        sql += """

          UNION SELECT s.id FROM names n JOIN subscribers s ON s.key = n.subscription
            WHERE n.name >= 'T' || ?1 AND n.name < 'T' || ?1 || char(0x10FFFF)
          """
      }
      let ids = try String.fetchAll(
        database, sql: sql + "\nORDER BY id LIMIT ?3",
        arguments: [text, Filter.foldCase(text), limit])
      return ids.map { SubscriptionID($0) }
    }
  }

  /// Brings the rows whose time has come up to date.
  ///
  /// Nothing is written when there is none, so that a clock may ask every second.
  @discardableResult
  public func advance(to now: Timestamp) throws(LedgerError) -> [SubscriptionID] {
    let isDue = try read { database in
      guard let stands = try standsAt(database) else { return true }
      return try stands < now && RowDeriver.isAnyDue(database, at: now)
    }
    guard isDue else {
      noteAdvance(to: now)
      return []
    }
    let ids = try write { database in
      let now = try Meta.advance(database, to: now)
      var deriver = try RowDeriver(database, policy: policy)
      let keys = try deriver.advance(to: now)
      try deriver.flush()
      return try keys.map(deriver.id)
    }
    noteAdvance(to: now)
    return ids.sorted { $0.rawValue.utf8Precedes($1.rawValue) }
  }
}
