#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore
  import Synchronization

  extension PostgresLedger {
    /// The ledger as it was at an instant: its rows in temporary tables of one connection, which go
    /// before the live ones of the same names; its events those of the live ledger.
    ///
    /// - Complexity: O(*n*) in time for *n* events; memory for a few thousand subscriptions here,
    ///   and space for the rows on the server until the ledger of the past is gone.
    public func asOf(
      _ instant: Timestamp, goesOn: (LedgerPosition) -> Bool
    ) throws(LedgerError) -> (any Ledger)? {
      let cut = try Cutoff(of: self, at: instant)
      return try making { past in
        try past.make(cut)
        return try past.fill(cut, goesOn: goesOn)
      }.map { PostgresLedger(past: $0, of: live, cut) }
    }

    /// The ledger as it was at an instant, with the rows of one subscription and of those that may
    /// have been of its account.
    ///
    /// - Complexity: O(*k*) for *k* subscriptions with an event that names the account.
    public func asOf(
      _ instant: Timestamp, of id: SubscriptionID
    ) throws(LedgerError) -> any Ledger {
      let cut = try Cutoff(of: self, at: instant)
      let connection = try making { past in
        try past.make(cut)
        return try past.fill(cut, around: id)
      }
      if let connection { return PostgresLedger(past: connection, of: live, cut) }
      return try asOf(instant)
    }

    private var live: PostgresLedger { past?.live ?? self }

    /// Calls a closure with a new connection, and answers it where the closure does so.
    private func making(
      _ body: (AsOfTables) throws -> Bool
    ) throws(LedgerError) -> PostgresConnection? {
      try takePolicy()
      do {
        let connection = try PostgresConnection(pool.target.text)
        guard !connection.isPooled else {
          throw PostgresError("the past needs a session of its own, and a pooler is in between")
        }
        guard try !connection.isTrue("SELECT pg_is_in_recovery()") else {
          throw PostgresError(
            "the past needs tables of its own, which a standby cannot have; ask its primary for it")
        }
        let tables = AsOfTables(
          connection: connection, effective: effective.withLock { $0 }, location: location)
        return try body(tables) ? connection : nil
      } catch {
        throw LedgerError(error, at: location)
      }
    }
  }

  /// The temporary tables of a ledger of the past.
  private struct AsOfTables {
    let connection: PostgresConnection
    let effective: EffectivePolicy
    let location: String

    /// Makes the tables, empty, and the views of the truth.
    func make(_ cut: Cutoff) throws {
      connection.presentRows.withLock { $0 = "\(cut.schema).subscribers" }
      try connection.script("BEGIN")
      for statement in cut.views { try connection.script(statement) }
      for statement in LedgerSchema.head.prefix(1) + LedgerSchema.derived {
        try connection.script(statement.replacing("CREATE TABLE", with: "CREATE TEMP TABLE"))
      }
      try connection.script(
        """
        INSERT INTO ledger SELECT * FROM \(cut.schema).ledger;
        UPDATE ledger SET feeds = '', advancedTo = \(cut.instant.milliseconds),
          lastPosition = coalesce((SELECT max(position) FROM entries), 0);
        COMMIT
        """)
    }

    /// Derives the rows of all subscriptions.
    ///
    /// - Returns: Whether it was not ended by `goesOn`, which is asked after every few thousand
    ///   with the share that is done, in positions.
    func fill(_ cut: Cutoff, goesOn: (LedgerPosition) -> Bool) throws -> Bool {
      var feeds = StoreFeeds()
      var isEnded = false
      try connection.eachKeyBatch { keys, share in
        guard !isEnded else { return }
        try refresh(keys, at: cut.instant, &feeds)
        isEnded = !goesOn(cut.lastPosition * Int64(share) / 100)
      }
      guard !isEnded else { return false }
      try finish(feeds)
      return true
    }

    /// Derives the rows of a subscription and of all that may have been of its account then.
    ///
    /// - Returns: Whether the ledger can tell which those are.
    func fill(_ cut: Cutoff, around id: SubscriptionID) throws -> Bool {
      var feeds = StoreFeeds()
      if let key = try connection.keys(of: [id])[id] {
        var keys: Set = [key]
        let alone = try Deriver(connection: connection, policy: effective.policy).subscribers([key])
        if let account = alone[key]?.account, !account.rawValue.isEmpty {
          let search = NameSearch(
            connection, account.rawValue, events: "\(cut.schema).events")
          guard let others = try search.keys(thatTellOf: account) else { return false }
          keys.formUnion(others)
        }
        try refresh(keys.sorted(), at: cut.instant, &feeds)
      }
      try finish(feeds)
      return true
    }

    private func refresh(_ keys: [Int64], at instant: Timestamp, _ feeds: inout StoreFeeds) throws {
      let transaction = try LedgerTransaction(
        connection, effective, location: location, aheadMax: nil)
      let told = try connection.whole(keys, isNew: true)
      for event in told.values.lazy.flatMap(\.events) { feeds.add(event) }
      var projector = Projector(transaction, recordsChanges: false)
      try projector.refresh(told, at: instant)
      try transaction.finish()
      try connection.script("COMMIT")
    }

    private func finish(_ feeds: StoreFeeds) throws {
      try connection.run("UPDATE ledger SET feeds = $1", [.text(feeds.text)])
      try connection.script("ANALYZE subscribers, episodes, moments, counters")
    }
  }
#endif
