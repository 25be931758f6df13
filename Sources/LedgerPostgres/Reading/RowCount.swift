#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  /// Counts the rows that satisfy a predicate by looking at them.
  struct RowCount {
    private let connection: PostgresConnection
    private let predicate: FilterPredicate
    /// The server's estimate of the cost of a scan that is soon over, in its own unit: the time to
    /// read one of many pages.
    private let quickCost: Double
    /// The rows that are looked at one by one before the time counts.
    private let rowsMin: Int

    /// Prepares to count.
    init(
      _ connection: PostgresConnection, _ predicate: FilterPredicate, quickCost: Double = 50_000,
      rowsMin: Int = 1_000
    ) {
      (self.connection, self.predicate) = (connection, predicate)
      (self.quickCost, self.rowsMin) = (quickCost, rowsMin)
    }

    /// Counts no further than a cap, and no longer than a time.
    func count(atMost cap: Int, within patience: Duration?) throws -> CappedCount {
      let condition = SQLCondition(predicate)
      guard condition.isExact else {
        return try countEach(condition, atMost: cap, within: patience)
      }
      // The parts of a filter are found once, whatever their number.
      if let patience, predicate.somePart == nil, try cost(of: condition) > quickCost {
        return try count(condition, atMost: cap, within: patience)
      }
      var select = condition
      var matches = "FROM subscribers WHERE \(condition.sql)"
      if cap < .max { matches = "FROM (SELECT 1 \(matches) LIMIT \(max(0, cap) + 1)) AS m" }
      select.sql = "SELECT count(*) \(matches)"
      return CappedCount(Int(try connection.query(select).integer(0, 0)), atMost: cap)
    }

    /// The server's estimate of what it costs to read every row that satisfies a condition.
    private func cost(of condition: SQLCondition) throws -> Double {
      var explain = condition
      explain.sql = "EXPLAIN SELECT 1 FROM subscribers WHERE \(condition.sql)"
      // The first line ends like (cost=0.29..8.31 rows=1 width=4).
      let plan = try connection.query(explain).text(0, 0)
      return plan.split(separator: "..").dropFirst().first
        .flatMap { Double($0.prefix { $0 != " " }) } ?? .infinity
    }

    /// Counts in one statement: once its time is up, every row counts as one that it was too late
    /// for, so that the server comes to its limit at once.
    private func count(
      _ condition: SQLCondition, atMost cap: Int, within patience: Duration
    ) throws -> CappedCount {
      let isLate = SQLCondition(
        """
        clock_timestamp() >= (
          SELECT clock_timestamp() + ? * interval '1 millisecond')
        """, [.integer(patience.wholeMilliseconds)])
      // Rows in other states are left out by an index.
      let states = predicate.states.map { states in
        SQLCondition("state = ANY(?)", [.integers(states.map(\.code).sorted())])
      }
      let looked = SQLCondition.all([states, .any([condition, isLate])].compactMap(\.self))
      var select = looked
      select.sql = """
        SELECT count(*) FILTER (WHERE matches), count(*) FILTER (WHERE NOT matches) FROM (
          SELECT \(condition.sql) AS matches FROM subscribers WHERE \(looked.sql)
          LIMIT \(max(0, cap) + 1)) AS m
        """
      select.values = condition.values + looked.values
      let row = try connection.query(select)
      let found = Int(row.integer(0, 0))
      return row.integer(0, 1) > 0 ? .atLeast(found) : CappedCount(found, atMost: cap)
    }

    /// Counts rows of which SQL cannot tell whether they match.
    private func countEach(
      _ condition: SQLCondition, atMost cap: Int, within patience: Duration?
    ) throws -> CappedCount {
      let end = patience.map { ContinuousClock.now + $0 }
      let cap = max(0, cap)
      var (count, looked, isLate) = (0, 0, false)
      try connection.eachSummary(where: condition) { row in
        if predicate.matches(row) { count += 1 }
        looked += 1
        isLate = looked >= rowsMin && (end.map { ContinuousClock.now >= $0 } ?? false)
        return count <= cap && !isLate
      }
      return isLate && count <= cap ? .atLeast(count) : CappedCount(count, atMost: cap)
    }
  }
#endif
