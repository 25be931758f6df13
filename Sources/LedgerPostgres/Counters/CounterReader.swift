#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  /// Reads sums over the counters, and over the rows in the buckets that a range cuts.
  final class CounterReader: CounterSource {
    private let connection: PostgresConnection
    /// The questions of a reading, while they are gathered.
    private var gathered: [SQLStatement]?
    /// The rows that the server has answered to gathered questions.
    private var answers: [SQLStatement: [Row]] = [:]

    /// A counter, or a sum of counters.
    private struct Row {
      let bucket: Int64?
      let variant: String
      let value: CounterValue
    }

    /// Reads over a connection, on which a snapshot is open.
    init(_ connection: PostgresConnection) { self.connection = connection }

    // MARK: Questions

    /// Returns what a reading makes of the counters, whose questions the server gets together.
    ///
    /// The reading runs over empty answers for its questions, and again over what the server says.
    /// A question that follows from an answer is asked by itself.
    func together<Value>(_ read: (CounterReader) throws -> Value) throws -> Value {
      gathered = []
      _ = try read(self)
      let questions = gathered ?? []
      gathered = nil
      try connection.pipeline(questions) { place, answer in
        answers[questions[place]] = Self.rows(answer)
      }
      return try read(self)
    }

    private func rows(_ sql: String, _ values: [Int64] = []) throws -> [Row] {
      let question = SQLStatement(sql, values.map { .integer($0) })
      if gathered != nil {
        gathered?.append(question)
        return []
      }
      return try answers[question] ?? Self.rows(connection.query(sql, question.values))
    }

    private static func rows(_ answer: borrowing QueryResult) -> [Row] {
      (0..<answer.count).map { place in
        Row(
          bucket: answer.optionalInteger(place, 0), variant: answer.text(place, 1),
          value: CounterValue(count: answer.integer(place, 2), mrr: answer.integer(place, 3)))
      }
    }

    // MARK: Buckets

    /// The variants of a kind by bucket, from a bucket on.
    func buckets(
      _ kind: CounterKind, from: Int64
    ) throws -> [Int64: [String: CounterValue]] {
      let rows = try rows(
        """
        SELECT bucket, variant, count, \(CounterTable.clamped("mrr")) FROM counters
        WHERE kind = $1 AND facet = '' AND bucket >= $2
        """, [Int64(kind.rawValue), from])
      return rows.reduce(into: [:]) { sums, row in
        sums[row.bucket ?? 0, default: [:]][row.variant] = row.value
      }
    }

    /// The earliest instant of a kind.
    func earliest(_ kind: CounterKind) throws -> Timestamp? {
      guard let edge = kind.edge else { return nil }
      let rows = try rows(
        """
        SELECT \(edge.column), '', 0::bigint, 0::bigint FROM subscribers WHERE \(edge.condition)
        ORDER BY \(edge.column) LIMIT 1
        """)
      return rows.first?.bucket.map(Timestamp.init(milliseconds:))
    }

    // MARK: Sums

    /// The variants of a kind over the buckets from one on to another.
    func sums(
      _ kind: CounterKind, from: Int64, to: Int64, withUndated: Bool
    ) throws -> [String: CounterValue] {
      try sums(
        """
        SELECT NULL::bigint, variant, sum(count)::bigint, \(CounterTable.clamped("sum(mrr)"))
        FROM counters
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
          SELECT NULL::bigint, class, count(*), 0::bigint FROM episodes
          WHERE failedAt >= $1 AND failedAt < $2 GROUP BY class
          """, [from, to])
      }
      guard let edge = kind.edge else { return [:] }
      let most = OverviewFigures.Total.worthMax
      let worth = "least(greatest(coalesce(mrr, 0), -\(most)), \(most))"
      let raw = try sums(
        """
        SELECT NULL::bigint, (\(edge.variant))::text, count(*),
          \(CounterTable.clamped("sum(\(worth))"))
        FROM subscribers
        WHERE \(edge.condition) AND \(edge.column) >= $1 AND \(edge.column) < $2 GROUP BY 2
        """, [from, to])
      return raw.reduce(into: [:]) { named, sum in
        named[kind.variantName(stored: sum.key), default: CounterValue()].add(sum.value)
      }
    }

    private func sums(_ sql: String, _ values: [Int64]) throws -> [String: CounterValue] {
      try rows(sql, values).reduce(into: [:]) { $0[$1.variant] = $1.value }
    }
  }
#endif
