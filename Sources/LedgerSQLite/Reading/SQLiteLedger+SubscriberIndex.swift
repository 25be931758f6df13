import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

extension SQLiteLedger {
  /// The instant that the rows stand at.
  public func advancedTo() throws(LedgerError) -> Timestamp? {
    try read { database in try standsAt(database) }
  }

  /// One page of subscribers.
  ///
  /// - Complexity: O(page) without a filter; a filter that few rows satisfy looks at every row
  ///   before them, and one for texts at their bytes. The first list in an order of a large ledger
  ///   takes O(*n* log *n*) for an index, the first filter for texts O(*n*).
  public func subscribers(_ query: SubscriberQuery) throws(LedgerError) -> SubscriberPage {
    try prepare(for: query.filter, query.sort)
    return try read { database in
      let now = try standsAt(database) ?? .epoch
      let predicate = query.filter?.lowered(at: now) ?? .always
      return try PageWalk(database, query, predicate, answer(predicate, database)).page()
    }
  }

  /// The number of subscribers that satisfy a filter, counted no further than a cap.
  public func count(_ filter: Filter?, atMost cap: Int) throws(LedgerError) -> CappedCount {
    func predicate(_ database: Database) throws -> FilterPredicate {
      try filter?.lowered(at: standsAt(database) ?? .epoch) ?? .always
    }
    let counted = try read { database in
      try CounterReader(database.raw).count(try predicate(database), atMost: cap)
    }
    if let counted { return counted }
    try prepare(for: filter)
    return try read { database in
      let predicate = try predicate(database)
      let answer = try answer(predicate, database)
      if let answer, answer.rest.isAlways {
        return .exact(answer.texts.count(of: try SQLiteLedger.countAll(database)))
      }
      var select =
        answer.map { .all([$0.texts.condition, SQLCondition($0.rest)]) }
        ?? SQLCondition(predicate)
      // Few rows, and those of some parts, are looked up by their numbers.
      let looksUpKeys = answer?.texts.isNarrow ?? (predicate.somePart != nil)
      let hint = looksUpKeys ? "NOT INDEXED" : ""
      var matches = "FROM subscribers \(hint) WHERE \(select.sql)"
      if cap < .max { matches = "FROM (SELECT 1 \(matches) LIMIT \(max(0, cap) + 1))" }
      select.sql = "SELECT count(*) \(matches)"
      let count = try database.raw.fetch(select, isKept: false) { Int($0.integer(0)) }.first
      return CappedCount(count ?? 0, atMost: cap)
    }
  }

  static func countAll(_ database: Database) throws -> Int {
    let kinds = [CounterKind.state, .outside].map { "\($0.rawValue)" }.joined(separator: ", ")
    let count = try database.raw.integer(
      "SELECT ifnull(sum(count), 0) FROM counters WHERE kind IN (\(kinds))")
    return Int(count ?? 0)
  }

  /// Several subscribers, folded whole, in the order asked for.
  public func subscribers(_ ids: [SubscriptionID]) throws(LedgerError) -> [Subscriber] {
    try read { database in
      let projector = try Projector(database, policy: policy)
      return try ids.compactMap { id in
        try SQLiteLedger.key(of: id, database).flatMap { try projector.subscriber($0) }
      }
    }
  }

  /// Several rows of the list, in the order asked for.
  public func summaries(_ ids: [SubscriptionID]) throws(LedgerError) -> [SubscriberSummary] {
    try read { database in
      let statement = try RawStatement(
        database,
        """
        SELECT row FROM subscribers WHERE key = (SELECT key FROM subscriptions WHERE id = ?)
        """)
      return try ids.compactMap { id in
        statement.bind(id.rawValue, at: 1)
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        return try EventCodec.decode(summary: statement.buffer(0))
      }
    }
  }

  /// The number of a subscription in the file.
  static func key(of id: SubscriptionID, _ database: Database) throws -> Int64? {
    try database.raw.integer(
      "SELECT key FROM subscriptions WHERE id = $1", [.text(id.rawValue)])
  }

  /// Brings the rows whose time has come up to date.
  ///
  /// Nothing is written when there is none, so that a clock may ask every second.
  @discardableResult
  public func advance(to now: Timestamp) throws(LedgerError) -> [SubscriptionID] {
    let (isDue, written) = try read { database -> (Bool, Timestamp?) in
      try takeProducts(of: database)
      guard let stands = try standsAt(database) else { return (true, nil) }
      return (
        try stands < now && Projector.isAnyDue(database, at: now), try Meta.advancedTo(database)
      )
    }
    guard isDue else {
      if let written { seen.note(now, since: written) }
      return []
    }
    let ids = try write { database in
      let now = try Meta.advance(database, to: now)
      var projector = try Projector(database, policy: policy, recordsChanges: true)
      let ids = try projector.advance(to: now)
      try projector.flush()
      return ids
    }
    return ids.sorted { $0.rawValue.utf8Precedes($1.rawValue) }
  }
}
