#if Postgres
  import LedgerRows
  import SubscriptionCore

  /// Stores derived rows with their episodes and moments, and keeps the counters and the outbox in
  /// step.
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
      _ rows: [Deriver.Row], changed: [Int64: ChangedSubscription] = [:], at now: Timestamp
    ) {
      let written = rows.filter { $0.change != .none }
      let inserted = written.filter { $0.change == .insertion }
      put(inserted.filter(\.isNew)) { transaction.insert(RowStore.target, $0) }
      put(inserted.filter { !$0.isNew }) { transaction.add(RowStore.upsert, $0) }
      replace(written.filter { $0.change == .replacement })
      remove(written.filter { $0.change == .removal }.map(\.key))
      EpisodeTable.replace(written, in: transaction)
      MomentTable.replace(written, in: transaction)
      for row in written { counters.replace(row.old, with: row.new) }
      guard recordsChanges else { return }
      for row in rows {
        guard let new = row.new else { continue }
        let shown = changed[row.key]?.shown ?? []
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
      guard !rows.isEmpty else { return }
      store([.integers(rows.map(\.key))] + RowStore.values(of: rows))
    }

    /// Writes rows over those that are stored: of many, the columns alone in which one differs.
    ///
    /// The clock changes few of the columns, and a column costs the server as much whether it
    /// differs or not.
    private func replace(_ rows: [Deriver.Row]) {
      guard !rows.isEmpty else { return }
      let values = RowStore.values(of: rows)
      var places = Array(values.indices)
      if rows.count >= TableInsert.copiedMin {
        var stored = RowCells()
        for row in rows {
          if let old = row.old { stored.append(old.summary) }
        }
        let same = zip(values, stored.values).enumerated().filter { _, columns in
          columns.0.isColumn(equalTo: columns.1)
        }
        places.removeAll(where: Set(same.map(\.offset)).contains)
      }
      transaction.add(
        RowStore.update(places), [.integers(rows.map(\.key))] + places.map { values[$0] })
    }

    /// The values of ``columns``.
    private static func values(of rows: [Deriver.Row]) -> [SQLValue] {
      var (cells, bodies, profiles) = (RowCells(), [[UInt8]?](), [[UInt8]?]())
      for row in rows {
        guard let new = row.new else { continue }
        cells.append(new.summary)
        let stored = StoredRow.encode(new)
        bodies.append(stored.body)
        profiles.append(stored.profile)
      }
      return cells.values + [.byteStrings(bodies), .byteStrings(profiles)]
    }

    private func remove(_ keys: [Int64]) {
      guard !keys.isEmpty else { return }
      transaction.add("DELETE FROM subscribers WHERE key = ANY($1)", [.integers(keys)])
    }

    /// The columns behind the key.
    private static let columns: [(name: String, type: String)] =
      RowColumns.all.map { (name: $0.name, type: $0.type) }
      + [("body", "bytea"), ("profile", "bytea")]

    private static let target = TableInsert("subscribers", [("key", "bigint")] + columns)

    /// The statement that writes the columns at some places over those of stored rows.
    private static func update(_ places: [Int]) -> String {
      let columns = places.map { RowStore.columns[$0] }
      let arrays = columns.enumerated().map { ", $\($0.offset + 2)::\($0.element.type)[]" }
      let names = columns.map { $0.name }
      return """
        UPDATE subscribers s SET \(names.map { "\($0) = d.\($0)" }.joined(separator: ", "))
        FROM unnest($1::bigint[]\(arrays.joined())) AS d(key, \(names.joined(separator: ", ")))
        WHERE s.key = d.key
        """
    }

    private static let upsert: String = {
      let settings = columns.map { "\($0.name) = excluded.\($0.name)" }
      return target.statement
        + " ON CONFLICT (key) DO UPDATE SET \(settings.joined(separator: ", "))"
    }()
  }
#endif
