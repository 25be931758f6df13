import GRDB
import LedgerRows

extension DailySums {
  /// Adds what is counted on the day on which it happened, of a group or of all.
  mutating func readDays(_ database: Database, of group: String) throws {
    let statement = try RawStatement(
      database,
      """
      SELECT bucket, variant, count, mrr FROM counters
      WHERE kind = ? AND facet = ? AND bucket >= ? AND bucket < ?
      """)
    for kind in DailySums.kinds(of: group) {
      statement.bind(Int64(kind.rawValue), at: 1)
      statement.bind(group, at: 2)
      statement.bind(buckets.lowerBound, at: 3)
      statement.bind(buckets.upperBound, at: 4)
      defer { statement.reset() }
      while try statement.step() { add(DailySums.row(statement), of: kind) }
    }
  }

  /// Adds the states and amounts at the end of each day.
  mutating func readStandings(_ database: Database) throws {
    let statement = try RawStatement(
      database,
      """
      SELECT bucket, variant, count, mrr FROM counters
      WHERE kind = ? AND facet = '' AND bucket > ? ORDER BY bucket DESC
      """)
    statement.bind(Int64(CounterKind.standing.rawValue), at: 1)
    statement.bind(buckets.lowerBound, at: 2)
    defer { statement.reset() }
    try addStandings(CounterReader(database).all(.state)) {
      try statement.step() ? DailySums.row(statement) : nil
    }
  }

  private static func row(_ statement: RawStatement) -> Row {
    Row(
      bucket: statement.integer(0), variant: statement.text(1),
      value: CounterValue(count: statement.integer(2), mrr: statement.integer(3)))
  }
}
