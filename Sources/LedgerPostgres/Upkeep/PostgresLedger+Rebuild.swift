#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  extension PostgresLedger {
    /// Folds every event again and compares or replaces the rows.
    ///
    /// The counters are checked and replaced along with the rows; where they alone differ, an error
    /// says so.
    ///
    /// - Complexity: O(*n*) for *n* events; memory for one batch.
    public func rebuild(
      check: Bool, at now: Timestamp?, progress: (Int) -> Void
    ) throws(LedgerError) -> [SubscriptionID] {
      check ? try differences(progress) : try replaceRows(at: now, progress: progress)
    }

    private func differences(_ progress: (Int) -> Void) throws(LedgerError) -> [SubscriptionID] {
      try takePolicy()
      return try whole { connection in
        guard let now = try LedgerHead(connection.query(LedgerHead.select)).advancedTo else {
          return []
        }
        let check = RowCheck(connection, policy: policy, at: now)
        let differing = try check.differing(progress)
        guard differing.ids.isEmpty else { return differing.ids }
        let stored = try connection.counters()
        let counts = try connection.query(
          "SELECT (SELECT count(*) FROM episodes), (SELECT count(*) FROM moments)")
        if differing.counters != stored || differing.episodes != Int(counts.integer(0, 0))
          || differing.moments != Int(counts.integer(0, 1))
        {
          throw LedgerError.figuresDiffer(location: location)
        }
        return []
      }
    }

    /// Folds every event again and replaces the rows.
    ///
    /// - Parameters:
    ///   - wanted: Where they stand afterwards; `nil` for where they stand.
    ///   - progress: Told how much is done, in hundredths, whenever that has changed.
    /// - Returns: The subscriptions whose rows came out different, ordered by id.
    /// - Throws: `LedgerError` when the ledger cannot be written; its rows are then as they were.
    func replaceRows(
      at wanted: Timestamp? = nil, progress: (Int) -> Void
    ) throws(LedgerError) -> [SubscriptionID] {
      try write { transaction in
        if let wanted { transaction.moveRows(to: wanted) }
        let now = transaction.head.advancedTo ?? .epoch
        let recalled = try wanted.map { _ in
          try RecalledChanges(recordedAfter: now, transaction.connection)
        }
        var told = 0
        func tell(_ share: Int) {
          guard share > told else { return }
          told = share
          progress(share)
        }
        let check = RowCheck(transaction.connection, policy: transaction.policy, at: now)
        let differing = try check.differing { tell($0 / 2) }
        for table in ["subscribers", "episodes", "moments", "counters", "pieces"] {
          transaction.add("DELETE FROM \(table)")
        }
        try transaction.flush()
        try transaction.connection.eachKeyBatch { keys, share in
          try PostgresLedger.refresh(keys, isNew: true, at: now, in: transaction)
          tell(50 + share / 2)
        }
        if let recalled { try PostgresLedger.retell(recalled, at: now, in: transaction) }
        transaction.head.rules = LedgerSchema.rules
        transaction.head.isPending = 0
        return differing.ids
      }
    }

    /// Records the changes again that the rows of an instant imply.
    private static func retell(
      _ recalled: RecalledChanges, at now: Timestamp, in transaction: LedgerTransaction
    ) throws {
      let rows = try transaction.query(
        "SELECT \(try transaction.connection.storedRow()) FROM subscribers WHERE id = ANY($1)",
        [.texts(recalled.subscriptions.map(\.rawValue))]
      ).compactMap { try $0.projection(0) }
      let changes = recalled.stillTold(by: rows, at: now)
      if !changes.isEmpty { try OutboxTable.append(changes, at: now, in: transaction) }
    }

    /// Derives the rows of subscriptions from all of their events, and indexes every name.
    static func refresh(
      _ keys: [Int64], isNew: Bool, at now: Timestamp, in transaction: LedgerTransaction
    ) throws {
      let told = try transaction.connection.whole(keys, isNew: isNew)
      var projector = Projector(transaction, recordsChanges: false)
      try projector.refresh(told, at: now)
      PieceTable.add(told, in: transaction)
      try transaction.flush()
    }

    /// Goes on with another policy: derives every row again and stores those that come out
    /// different.
    ///
    /// - Returns: The number of rows that came out different.
    /// - Throws: `LedgerError`; the policy and the rows are then as they were.
    func replaceRows(
      with policy: ChurnPolicy, progress: (Int) -> Void
    ) throws(LedgerError) -> Int {
      try write { transaction in
        try LedgerHead.grow(&transaction.head.policyVersion)
        var effective = EffectivePolicy(policy, version: transaction.head.policyVersion)
        effective.take(
          try transaction.connection.products(), version: transaction.head.productsVersion)
        transaction.effective = effective
        transaction.add(
          EffectivePolicy.insert,
          [.integer(effective.policyVersion), .text(EffectivePolicy.text(of: policy))])
        guard let now = transaction.head.advancedTo else { return 0 }
        var changed = 0
        try transaction.connection.eachKeyBatch { keys, share in
          var projector = Projector(transaction, recordsChanges: false)
          changed += try projector.rederive(keys, at: now)
          try transaction.flush()
          progress(share)
        }
        return changed
      }
    }
  }
#endif
