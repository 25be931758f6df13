#if Postgres
  import LedgerRows
  import SubscriptionCore

  /// The table `counters`.
  enum CounterTable {
    /// Adds changes to the counters, and removes those that count nothing any more.
    ///
    /// Counters are changed in one order by everybody.
    static func add(_ deltas: CounterDeltas, in transaction: LedgerTransaction) {
      let changes = deltas.sorted
      guard !changes.isEmpty else { return }
      transaction.add(
        upsert,
        keys(changes.map(\.key)) + [
          .integers(changes.map(\.value.count)), .integers(changes.map(\.value.mrr)),
        ])
      let falling = changes.filter { $0.value.count < 0 }.map(\.key)
      if !falling.isEmpty { transaction.add(prune, keys(falling)) }
    }

    private static func keys(_ keys: [CounterKey]) -> [SQLValue] {
      [
        .integers(keys.map { Int64($0.kind.rawValue) }),
        .texts(keys.map { PostgresDialect.facet($0.group) }), .integers(keys.map(\.bucket)),
        .texts(keys.map(\.variant)),
      ]
    }

    /// Returns the key of a counter as it is stored.
    static func stored(_ key: CounterKey) -> CounterKey {
      var stored = CounterKey(key.kind, key.variant, of: PostgresDialect.facet(key.group))
      stored.bucket = key.bucket
      return stored
    }

    private static let upsert = """
      INSERT INTO counters (kind, facet, bucket, variant, count, mrr)
      SELECT * FROM unnest(
        $1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[])
      ON CONFLICT (kind, facet, bucket, variant) DO UPDATE
      SET count = counters.count + excluded.count, mrr = counters.mrr + excluded.mrr
      """

    private static let prune = """
      DELETE FROM counters c
      USING unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[])
        AS d(kind, facet, bucket, variant)
      WHERE c.kind = d.kind AND c.facet = d.facet AND c.bucket = d.bucket
      AND c.variant = d.variant AND c.count = 0 AND c.mrr = 0
      """
  }
#endif
