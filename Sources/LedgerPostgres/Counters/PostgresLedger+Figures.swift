#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  extension PostgresLedger {
    /// The figures of the Overview, out of the counters.
    ///
    /// - Complexity: O(1) in the number of subscribers, but for the rows whose date lies in the
    ///   hour or the day in which a range begins or ends.
    public func figures(at now: Timestamp) throws(LedgerError) -> OverviewFigures {
      try snapshot { connection in
        var figures = try GatheringConnection(connection).together {
          try OverviewFigures(counters: CounterReader($0), at: now)
        }
        let rows = try connection.query(
          """
          SELECT (SELECT count(*) FROM quarantine),
            (SELECT count(*) FROM deliveries WHERE status = 'dead'),
            (SELECT count(*) FROM entries WHERE hasUnknown = 1),
            (SELECT feeds FROM ledger)
          """)
        // Of the past only entries and events are known.
        figures.quarantined = past == nil ? Int(rows.integer(0, 0)) : 0
        figures.undelivered = past == nil ? Int(rows.integer(0, 1)) : 0
        figures.unknownKinds = Int(rows.integer(0, 2))
        figures.feeds = StoreFeeds(text: rows.text(0, 3))
        return figures
      }
    }
  }

  /// A connection that lets the server get the questions of a reading together.
  private final class GatheringConnection: SQLConnection {
    typealias Dialect = PostgresDialect

    private let connection: PostgresConnection
    /// The questions of a reading, while they are gathered.
    private var gathered: [SQLStatement]?
    /// The server's answers to gathered questions.
    private var answers: [SQLStatement: Answer] = [:]

    private final class Answer {
      let rows: QueryResult

      init(_ rows: consuming QueryResult) { self.rows = rows }
    }

    init(_ connection: PostgresConnection) { self.connection = connection }

    /// Returns what a reading makes of the answers to its questions.
    ///
    /// The reading runs over empty answers for its questions, and again over what the server says.
    /// A question that follows from an answer is asked by itself.
    func together<Value>(_ read: (GatheringConnection) throws -> Value) throws -> Value {
      gathered = []
      _ = try read(self)
      let questions = gathered ?? []
      gathered = nil
      try connection.pipeline(questions) { (place, answer: consuming QueryResult) in
        answers[questions[place]] = Answer(answer)
      }
      return try read(self)
    }

    func fetch<Value>(
      _ sql: String, _ values: [SQLArgument], isKept: Bool, _ read: (any SQLRow) throws -> Value?
    ) throws -> [Value] {
      let question = SQLStatement(sql, values.map(SQLValue.init))
      if gathered != nil {
        gathered?.append(question)
        return []
      }
      if let answer = answers[question] { return try answer.rows.compactMap { try read($0) } }
      return try connection.fetch(sql, values, isKept: isKept, read)
    }

    func fetch<Value>(
      _ select: SQLCondition, isKept: Bool, _ read: (any SQLRow) throws -> Value?
    ) throws -> [Value] {
      try connection.fetch(select, isKept: isKept, read)
    }

    func execute(_ sql: String, _ values: [SQLArgument]) throws -> Int {
      try connection.execute(sql, values)
    }
  }
#endif
