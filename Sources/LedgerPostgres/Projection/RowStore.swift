#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  /// Stores derived rows with their episodes, and keeps the counters and the outbox in step.
  struct RowStore {
    private let transaction: LedgerTransaction
    private let recordsChanges: Bool
    private var counters = CounterDeltas()
    private var changes: [SubscriptionChange] = []

    /// Begins without rows.
    init(_ transaction: LedgerTransaction, recordsChanges: Bool) {
      (self.transaction, self.recordsChanges) = (transaction, recordsChanges)
    }

    /// Stores rows in the place of those before them.
    mutating func store(
      _ rows: [Deriver.Row], told: [Int64: ChangedSubscription] = [:], at now: Timestamp
    ) {
      let changed = rows.filter { $0.old != $0.new }
      put(changed.filter(\.isNew)) { transaction.insert(RowStore.target, $0) }
      put(changed.filter { !$0.isNew }) { transaction.add(RowStore.upsert, $0) }
      remove(changed.filter { $0.new == nil }.map(\.key))
      EpisodeTable.replace(changed, in: transaction)
      for row in changed { counters.replace(row.old, with: row.new) }
      guard recordsChanges else { return }
      for row in rows {
        guard let new = row.new else { continue }
        let shown = told[row.key]?.shown ?? []
        guard !shown.isEmpty || SubscriptionChange.mayDiffer(row.old, new) else { continue }
        changes += SubscriptionChange.between(
          row.old, and: new, shown: shown, at: now)
      }
    }

    /// Stores what the rows add to the counters and tell others.
    mutating func finish(at now: Timestamp) throws {
      CounterTable.add(counters, in: transaction)
      counters = CounterDeltas()
      guard !changes.isEmpty else { return }
      try OutboxTable.append(
        changes.sorted(by: SubscriptionChange.precedes), at: now, in: transaction)
      changes = []
    }

    /// Calls a closure with the columns of rows, where there are any.
    private func put(_ rows: [Deriver.Row], _ store: ([SQLValue]) -> Void) {
      var (keys, cells) = ([Int64?](), RowCells())
      var (bodies, profiles) = ([[UInt8]?](), [[UInt8]?]())
      for row in rows {
        guard let new = row.new else { continue }
        keys.append(row.key)
        cells.append(new.summary)
        let stored = StoredRow.encode(new)
        bodies.append(stored.body)
        profiles.append(stored.profile)
      }
      guard !keys.isEmpty else { return }
      store([.integers(keys)] + cells.values + [.byteStrings(bodies), .byteStrings(profiles)])
    }

    private func remove(_ keys: [Int64]) {
      guard !keys.isEmpty else { return }
      transaction.add("DELETE FROM subscribers WHERE key = ANY($1)", [.integers(keys)])
    }

    private static let target: TableInsert = {
      let columns = RowColumns.all.map { (name: $0.name, type: $0.isText ? "text" : "bigint") }
      return TableInsert(
        "subscribers", [("key", "bigint")] + columns + [("body", "bytea"), ("profile", "bytea")])
    }()

    private static let upsert: String = {
      let names = RowColumns.all.map(\.name) + ["body", "profile"]
      let settings = names.map { "\($0) = excluded.\($0)" }
      return target.statement
        + " ON CONFLICT (key) DO UPDATE SET \(settings.joined(separator: ", "))"
    }()
  }
#endif
