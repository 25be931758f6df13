#if Postgres
  import LedgerRows

  extension DailySums {
    /// Adds what is counted on the day on which it happened, of a group or of all.
    mutating func readDays(_ connection: PostgresConnection, of group: String) throws {
      for kind in DailySums.kinds(of: group) {
        let rows = try connection.query(
          """
          SELECT bucket, variant, count, \(CounterTable.clamped("mrr")) FROM counters
          WHERE kind = $1 AND facet = $2 AND bucket >= $3 AND bucket < $4
          """,
          [
            .integer(Int64(kind.rawValue)), .text(CounterTable.facet(group)),
            .integer(buckets.lowerBound), .integer(buckets.upperBound),
          ])
        for place in 0..<rows.count { add(DailySums.row(rows, place), of: kind) }
      }
    }

    /// Adds the states and amounts at the end of each day.
    mutating func readStandings(_ connection: PostgresConnection) throws {
      let rows = try connection.query(
        """
        SELECT bucket, variant, count, \(CounterTable.clamped("mrr")) FROM counters
        WHERE kind = $1 AND facet = '' AND bucket > $2 ORDER BY bucket DESC
        """, [.integer(Int64(CounterKind.standing.rawValue)), .integer(buckets.lowerBound)])
      let flow = (0..<rows.count).map { DailySums.row(rows, $0) }
      var next = flow.makeIterator()
      addStandings(try CounterReader(connection).all(.state)) { next.next() }
    }

    private static func row(_ rows: borrowing QueryResult, _ place: Int) -> Row {
      Row(
        bucket: rows.integer(place, 0), variant: rows.text(place, 1),
        value: CounterValue(count: rows.integer(place, 2), mrr: rows.integer(place, 3)))
    }
  }
#endif
