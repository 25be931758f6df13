#if Postgres
  import EventLedger
  import SubscriptionCore
  import Synchronization

  extension PostgresLedger {
    /// Stores entries in one transaction and brings the rows up to date, together with what other
    /// threads append meanwhile.
    @discardableResult
    public func append(
      _ entries: [LedgerEntry], now: Timestamp
    ) throws(LedgerError) -> [AppendOutcome] {
      try appends.append(entries, now: now) { entries, now throws(LedgerError) in
        try write(reader: loadReader.withLock(\.self)) { transaction in
          try self.append(entries, now: now, in: transaction)
        }
      }
    }

    /// Stores batches of entries as they come, each in a transaction of its own, so that others may
    /// write in between: a repeat of what was stored changes nothing.
    public func append(
      now: Timestamp, batches next: () -> [LedgerEntry]?
    ) throws(LedgerError) -> [[AppendOutcome]] {
      var outcomes: [[AppendOutcome]] = []
      let entriesMin = loadReader.withLock { $0 == nil } ? 1 : PostgresLedger.loadedMin
      var (waiting, counts) = ([LedgerEntry](), [Int]())
      func store() throws(LedgerError) {
        var stored = try append(waiting, now: now)[...]
        for count in counts {
          outcomes.append(Array(stored.prefix(count)))
          stored = stored.dropFirst(count)
        }
        (waiting, counts) = ([], [])
      }
      while let entries = next() {
        waiting += entries
        counts.append(entries.count)
        if waiting.count >= entriesMin { try store() }
      }
      if !counts.isEmpty { try store() }
      return outcomes
    }

    /// The entries from which on a transaction of a load ends.
    private static let loadedMin = 2_000

    private func append(
      _ entries: [LedgerEntry], now: Timestamp, in transaction: LedgerTransaction
    ) throws -> [AppendOutcome] {
      var store = EntryStore(transaction, location: location)
      let (outcomes, told) = try store.store(entries)
      var projector = Projector(
        transaction, recordsChanges: true, reading: transaction.reading)
      try projector.refresh(told, at: transaction.advance(to: now))
      return outcomes
    }
  }
#endif
