#if Postgres
  import SubscriptionCore

  /// Derives rows within a transaction and stores them.
  struct Projector {
    private let transaction: LedgerTransaction
    private let deriver: Deriver
    private var store: RowStore

    /// The number of rows that are derived at once.
    static let batch = 1_000

    /// Begins without rows, whose changes are written to the outbox where they are to be recorded.
    ///
    /// They may be read by a connection that shows what was committed before the transaction, where
    /// that is enough.
    init(
      _ transaction: LedgerTransaction, recordsChanges: Bool,
      reading: PostgresConnection? = nil
    ) {
      self.transaction = transaction
      deriver = Deriver(
        connection: reading ?? transaction.connection, policy: transaction.policy)
      store = RowStore(transaction, recordsChanges: recordsChanges)
    }

    /// Derives the rows of subscriptions with new events and of the purchases beside
    /// them, and every row whose time has come.
    mutating func refresh(_ changed: [Int64: ChangedSubscription], at now: Timestamp) throws {
      let due = try due(at: now)
      var done: Set<Int64> = []
      try deriver.eachPart(of: [], changed: changed, at: now) { rows in
        store.store(rows, changed: changed, at: now)
        transaction.send()
        done.formUnion(rows.lazy.map(\.key))
      }
      try rederive(due.filter { !done.contains($0) }, at: now)
    }

    /// Derives the rows of some subscriptions again, whose families stay as they are.
    ///
    /// - Returns: The number of rows that came out different.
    @discardableResult
    mutating func rederive(_ keys: [Int64], at now: Timestamp) throws -> Int {
      var ids: [SubscriptionID] = []
      return try rederive(keys, at: now, ids: &ids)
    }

    @discardableResult
    private mutating func rederive(
      _ keys: [Int64], at now: Timestamp, ids: inout [SubscriptionID]
    ) throws -> Int {
      var changed = 0
      for start in stride(from: 0, to: keys.count, by: Projector.batch) {
        let part = keys[start..<min(keys.count, start + Projector.batch)]
        let rows = try deriver.rows(of: part, at: now)
        store.store(rows, at: now)
        changed += rows.count { $0.change != .none }
        ids += rows.compactMap { ($0.new ?? $0.old)?.summary.id }
        if keys.count > Projector.batch { try transaction.flush() }
      }
      try store.finish(at: now)
      return changed
    }

    /// Brings up to date the rows whose time has come, and returns the subscriptions.
    mutating func advance(to now: Timestamp) throws -> [SubscriptionID] {
      var ids: [SubscriptionID] = []
      try rederive(try due(at: now), at: now, ids: &ids)
      return ids
    }

    /// The query for the keys of the rows whose time has come, which one index answers.
    static let dueKeys = """
      SELECT key FROM subscribers WHERE nextChangeAt IS NOT NULL AND nextChangeAt <= $1
      ORDER BY nextChangeAt
      """

    /// The keys of the rows whose time has come, in their order.
    ///
    /// They are read in the order of their times: a plan for any instant takes them for a third of
    /// all rows, and would read every row for the order of the keys.
    private func due(at now: Timestamp) throws -> [Int64] {
      try deriver.connection.query(Projector.dueKeys, [.integer(now.milliseconds)])
        .compactMap { $0.integer(0) }.sorted()
    }
  }
#endif
