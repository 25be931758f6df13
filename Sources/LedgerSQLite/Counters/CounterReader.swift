import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

/// Reads sums over the counters, and over the rows in the buckets that a range cuts.
struct CounterReader: CounterSource {
  private let database: Database

  init(_ database: Database) { self.database = database }

  /// The variants of a kind by bucket, from a bucket on.
  func buckets(_ kind: CounterKind, from: Int64) throws -> [Int64: [String: CounterValue]] {
    let statement = try RawStatement(
      database,
      """
      SELECT bucket, variant, count, mrr FROM counters
      WHERE kind = ? AND facet = '' AND bucket >= ?
      """)
    statement.bind(Int64(kind.rawValue), at: 1)
    statement.bind(from, at: 2)
    defer { statement.reset() }
    var sums: [Int64: [String: CounterValue]] = [:]
    while try statement.step() {
      sums[statement.integer(0), default: [:]][statement.text(1)] = CounterValue(
        count: statement.integer(2), mrr: statement.integer(3))
    }
    return sums
  }

  /// The earliest instant of a kind.
  func earliest(_ kind: CounterKind) throws -> Timestamp? {
    guard let edge = kind.edge else { return nil }
    return try Int64.fetchOne(
      database,
      sql: """
        SELECT \(edge.column) FROM subscribers WHERE \(edge.condition)
        ORDER BY \(edge.column) LIMIT 1
        """
    ).map(Timestamp.init(milliseconds:))
  }

  /// The variants of a kind over the buckets from one on to another.
  func sums(
    _ kind: CounterKind, from: Int64, to: Int64, withUndated: Bool
  ) throws -> [String: CounterValue] {
    try sums(
      """
      SELECT variant, sum(count), sum(mrr) FROM counters
      WHERE kind = ? AND facet = '' AND bucket >= ? AND bucket \(withUndated ? "<=" : "<") ?
      GROUP BY variant
      """,
      [Int64(kind.rawValue), from, to])
  }

  /// The variants over the rows whose instant is from one on and before another.
  func edge(_ kind: CounterKind, from: Int64, to: Int64) throws -> [String: CounterValue] {
    if kind == .episode {
      return try sums(
        """
        SELECT class, count(*), 0 FROM episodes WHERE failedAt >= ? AND failedAt < ? GROUP BY class
        """, [from, to])
    }
    guard let edge = kind.edge else { return [:] }
    let most = OverviewFigures.Total.worthMax
    let raw = try sums(
      """
      SELECT \(edge.variant), count(*), sum(min(max(ifnull(mrr, 0), -\(most)), \(most)))
      FROM subscribers INDEXED BY edge\(kind.rawValue)
      WHERE \(edge.condition) AND \(edge.column) >= ? AND \(edge.column) < ? GROUP BY 1
      """, [from, to])
    return raw.reduce(into: [:]) { named, sum in
      named[kind.variantName(stored: sum.key), default: CounterValue()].add(sum.value)
    }
  }

  private func sums(_ sql: String, _ values: [Int64]) throws -> [String: CounterValue] {
    let statement = try RawStatement(database, sql)
    statement.bind(values.map(\.databaseValue))
    defer { statement.reset() }
    var sums: [String: CounterValue] = [:]
    while try statement.step() {
      sums[statement.text(0)] = CounterValue(
        count: statement.integer(1), mrr: statement.integer(2))
    }
    return sums
  }
}
