#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  /// Reads sums over the counters, and over the rows in the buckets that a range cuts.
  struct CounterReader: CounterSource {
    private let connection: PostgresConnection

    /// Reads over a connection, on which a snapshot is open.
    init(_ connection: PostgresConnection) { self.connection = connection }

    /// The variants of a kind by bucket, from a bucket on.
    func buckets(
      _ kind: CounterKind, from: Int64
    ) throws -> [Int64: [String: CounterValue]] {
      let rows = try connection.query(
        """
        SELECT bucket, variant, count, \(CounterTable.clamped("mrr")) FROM counters
        WHERE kind = $1 AND facet = '' AND bucket >= $2
        """, [.integer(Int64(kind.rawValue)), .integer(from)])
      var sums: [Int64: [String: CounterValue]] = [:]
      for place in 0..<rows.count {
        sums[rows.integer(place, 0), default: [:]][rows.text(place, 1)] = CounterValue(
          count: rows.integer(place, 2), mrr: rows.integer(place, 3))
      }
      return sums
    }

    /// The earliest instant of a kind.
    func earliest(_ kind: CounterKind) throws -> Timestamp? {
      guard let edge = kind.edge else { return nil }
      let rows = try connection.query(
        """
        SELECT \(edge.column) FROM subscribers WHERE \(edge.condition)
        ORDER BY \(edge.column) LIMIT 1
        """)
      guard rows.count > 0 else { return nil }
      return rows.optionalInteger(0, 0).map(Timestamp.init(milliseconds:))
    }

    // MARK: Sums

    /// The variants of a kind over the buckets from one on to another.
    func sums(
      _ kind: CounterKind, from: Int64, to: Int64, withUndated: Bool
    ) throws -> [String: CounterValue] {
      try sums(
        """
        SELECT variant, sum(count)::bigint, \(CounterTable.clamped("sum(mrr)")) FROM counters
        WHERE kind = $1 AND facet = '' AND bucket >= $2 AND bucket \(withUndated ? "<=" : "<") $3
        GROUP BY variant
        """,
        [Int64(kind.rawValue), from, to])
    }

    /// The variants over the rows whose instant is from one on and before another.
    func edge(
      _ kind: CounterKind, from: Int64, to: Int64
    ) throws -> [String: CounterValue] {
      if kind == .episode {
        return try sums(
          """
          SELECT class, count(*), 0::bigint FROM episodes
          WHERE failedAt >= $1 AND failedAt < $2 GROUP BY class
          """, [from, to])
      }
      guard let edge = kind.edge else { return [:] }
      let worth = "least(greatest(coalesce(mrr, 0), -10000000000000), 10000000000000)"
      let raw = try sums(
        """
        SELECT (\(edge.variant))::text, count(*), \(CounterTable.clamped("sum(\(worth))"))
        FROM subscribers
        WHERE \(edge.condition) AND \(edge.column) >= $1 AND \(edge.column) < $2 GROUP BY 1
        """, [from, to])
      return raw.reduce(into: [:]) { named, sum in
        named[kind.variantName(stored: sum.key), default: CounterValue()].add(sum.value)
      }
    }

    private func sums(_ sql: String, _ values: [Int64]) throws -> [String: CounterValue] {
      let rows = try connection.query(sql, values.map { .integer($0) })
      return (0..<rows.count).reduce(into: [:]) { sums, place in
        sums[rows.text(place, 0)] = CounterValue(
          count: rows.integer(place, 1), mrr: rows.integer(place, 2))
      }
    }
  }
#endif
