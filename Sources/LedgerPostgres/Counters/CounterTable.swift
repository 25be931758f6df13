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
        .integers(keys.map { Int64($0.kind.rawValue) }), .texts(keys.map { facet($0.group) }),
        .integers(keys.map(\.bucket)), .texts(keys.map(\.variant)),
      ]
    }

    /// The name of a group as it is stored: a name longer than an index takes is cut, with its mark
    /// behind it.
    static func facet(_ group: String) -> String {
      guard group.utf8.count > 600 else { return group }
      return String(decoding: group.utf8.prefix(500), as: UTF8.self) + "…\(Hash64.of(group))"
    }

    static func stored(_ key: CounterKey) -> CounterKey {
      var stored = CounterKey(key.kind, key.variant, of: facet(key.group))
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

    /// The expression for a sum of amounts as a number of 64 bits.
    static func clamped(_ sum: String) -> String {
      "least(greatest(\(sum), -9223372036854775807), 9223372036854775807)::bigint"
    }

    /// The counters that are stored, those at zero left out.
    static func stored(_ connection: PostgresConnection) throws -> [CounterKey: CounterValue] {
      let rows = try connection.query(
        "SELECT kind, facet, bucket, variant, count, \(clamped("mrr")) FROM counters")
      var stored: [CounterKey: CounterValue] = [:]
      for place in 0..<rows.count {
        guard let kind = CounterKind(rawValue: Int(rows.integer(place, 0))) else { continue }
        var key = CounterKey(kind, rows.text(place, 3), of: rows.text(place, 1))
        key.bucket = rows.integer(place, 2)
        let value = CounterValue(count: rows.integer(place, 4), mrr: rows.integer(place, 5))
        if !value.isZero { stored[key] = value }
      }
      return stored
    }
  }
#endif
