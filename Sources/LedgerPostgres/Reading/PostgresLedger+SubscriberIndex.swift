#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore
  import Synchronization

  extension PostgresLedger {
    /// The instant that the rows stand at.
    public func advancedTo() throws(LedgerError) -> Timestamp? {
      try read { connection in try standsAt(connection) }
    }

    /// One page of subscribers.
    ///
    /// - Complexity: O(page) without a filter; a filter that few rows satisfy looks at every row
    ///   before them.
    public func subscribers(_ query: SubscriberQuery) throws(LedgerError) -> SubscriberPage {
      try read { connection in
        try PageWalk(connection, query, predicate(query.filter, connection)).page()
      }
    }

    /// The predicate of a filter at the instant that the rows stand at.
    func predicate(_ filter: Filter?, _ connection: PostgresConnection) throws -> FilterPredicate {
      guard let filter, filter != .all else { return .always }
      guard filter.isRelative else { return try connection.shown(filter.lowered(at: .epoch)) }
      return try connection.shown(filter.lowered(at: try standsAt(connection) ?? .epoch))
    }

    /// The number of subscribers that satisfy a filter, counted no further than a cap.
    ///
    /// Where no counter knows it and there is a cap, rows are looked at for a fifth of a second.
    public func count(_ filter: Filter?, atMost cap: Int) throws(LedgerError) -> CappedCount {
      try count(filter, atMost: cap, within: cap < .max ? .milliseconds(200) : nil)
    }

    /// The number of subscribers that satisfy a filter, counted no further than a cap and, where
    /// no counter knows it, no longer than a time.
    func count(
      _ filter: Filter?, atMost cap: Int, within patience: Duration?
    ) throws(LedgerError) -> CappedCount {
      let counted = CountedFilter(filter?.lowered(at: .epoch) ?? .always)
      func count(_ connection: PostgresConnection) throws -> CappedCount {
        let predicate = try predicate(filter, connection)
        return try CounterReader(connection).count(predicate, atMost: cap)
          ?? RowCount(connection, predicate).count(atMost: cap, within: patience)
      }
      guard case .dated? = counted?.figure else { return try read(count) }
      // Counters of whole hours and the rows of the hours that are cut have to agree.
      return try snapshot(count)
    }

    /// Several subscribers, folded whole, in the order asked for.
    public func subscribers(_ ids: [SubscriptionID]) throws(LedgerError) -> [Subscriber] {
      try snapshot { connection in
        let keys = try connection.keys(of: ids)
        let found = try Deriver(connection: connection, policy: policy).subscribers(keys.values)
        return ids.compactMap { id in keys[id].flatMap { found[$0] } }
      }
    }

    /// Several rows of the list, in the order asked for.
    public func summaries(_ ids: [SubscriptionID]) throws(LedgerError) -> [SubscriberSummary] {
      guard !ids.isEmpty else { return [] }
      return try read { connection in
        let found = try connection.summaries(ids)
        return ids.compactMap { found[$0] }
      }
    }

    /// Brings the rows whose time has come up to date.
    ///
    /// Nothing is written when there is none, so that a clock may ask every second. The least
    /// instant is the first of an index; for any row before an instant, a server that takes them
    /// for many would look through the table.
    @discardableResult
    public func advance(to now: Timestamp) throws(LedgerError) -> [SubscriptionID] {
      let known = effective.withLock { ($0.policyVersion, $0.productsVersion) }
      // Where the server's clock counts, it is `latest` that the rows may stand at.
      let (isDue, written, latest, versions) = try read { connection in
        guard let stands = try standsAt(connection) else {
          return (true, Timestamp?.none, now, known)
        }
        let rows = try connection.query(
          """
          SELECT advancedTo, coalesce((
            SELECT min(nextChangeAt) FROM subscribers WHERE nextChangeAt IS NOT NULL
            ) <= latest, false),
            policyVersion, productsVersion, latest
          FROM ledger, (
            SELECT CASE WHEN $1 > now + $2::bigint THEN now ELSE $1 END AS latest
            FROM (SELECT \(LedgerHead.clock) AS now) AS server) AS clock
          """, [.integer(now.milliseconds), .integer(aheadMax?.wholeMilliseconds)])
        let latest = Timestamp(milliseconds: rows.integer(0, 4))
        return (
          stands < latest && rows.integer(0, 1) == 1,
          Timestamp(milliseconds: rows.integer(0, 0)), latest,
          (rows.integer(0, 2), rows.integer(0, 3))
        )
      }
      // Somebody else may have set another policy.
      if versions != known { try takePolicy() }
      guard isDue else {
        if let written { seen.note(latest, since: written) }
        return []
      }
      let ids = try write { transaction in
        let now = transaction.advance(to: now)
        var projector = Projector(transaction, recordsChanges: true)
        return try projector.advance(to: now)
      }
      return ids.sorted { $0.rawValue.utf8Precedes($1.rawValue) }
    }
  }

  extension PostgresConnection {
    /// The numbers of subscriptions.
    func keys(of ids: some Sequence<SubscriptionID>) throws -> [SubscriptionID: Int64] {
      let rows = try query(
        "SELECT id, key FROM subscriptions WHERE id = ANY($1)", [.texts(ids.map(\.rawValue))])
      return (0..<rows.count).reduce(into: [:]) { keys, place in
        keys[SubscriptionID(rows.text(place, 0))] = rows.integer(place, 1)
      }
    }

    /// The rows of subscriptions.
    func summaries(_ ids: [SubscriptionID]) throws -> [SubscriptionID: SubscriberSummary] {
      let rows = try query(
        "SELECT \(try storedRow()) FROM subscribers WHERE id = ANY($1)",
        [.texts(ids.map(\.rawValue))])
      return try (0..<rows.count).reduce(into: [:]) { summaries, place in
        let summary = try rows.row(place).summary(0)
        summaries[summary.id] = summary
      }
    }

    /// Calls a closure with each row that satisfies a condition, some thousand at a time, until it
    /// answers `false`.
    func eachSummary(
      where condition: SQLCondition, _ body: (SubscriberSummary) throws -> Bool
    ) throws {
      try eachStored(where: condition) { row in try body(try row.summary(1)) }
    }

    /// Calls a closure with each row and its history, as ``eachSummary(where:_:)`` does.
    func eachProjection(
      where condition: SQLCondition, _ body: (SubscriberProjection) throws -> Bool
    ) throws {
      try eachStored(where: condition) { row in try body(try row.projection(1)) }
    }

    /// Calls a closure with each row of an answer, whose key is the first column.
    private func eachStored(
      where condition: SQLCondition, _ body: (ResultRow) throws -> Bool
    ) throws {
      var last = Int64.min
      while true {
        var select = SQLCondition.all([SQLCondition("key > ?", [.integer(last)]), condition])
        select.sql = """
          SELECT key, \(try storedRow()) FROM subscribers WHERE \(select.sql)
          ORDER BY key LIMIT 4096
          """
        let rows = try query(select)
        guard rows.count > 0 else { return }
        for place in 0..<rows.count {
          guard try body(rows.row(place)) else { return }
        }
        last = rows.integer(rows.count - 1, 0)
      }
    }
  }

  extension Filter {
    /// A Boolean value that indicates whether the instant matters at which the filter is asked.
    fileprivate var isRelative: Bool {
      lowered(at: .epoch) != lowered(at: .epoch + .days(1))
    }
  }
#endif
