import EventLedger
import SubscriptionCore

/// Reads sums over the counters, and over the rows in the buckets that a range cuts: all that the
/// figures of the Overview are read from.
public struct CounterReader<Connection: SQLConnection> {
  private typealias Dialect = Connection.Dialect
  private let connection: Connection

  /// Reads over a connection, on which a snapshot is open.
  public init(_ connection: Connection) { self.connection = connection }

  /// The variants of a kind by bucket, from the one in which an instant lies.
  func buckets(_ kind: CounterKind, from: Timestamp) throws -> [Int64: [String: CounterValue]] {
    let rows = try connection.fetch(
      """
      SELECT bucket, variant, count, \(Dialect.worth("mrr")) FROM counters
      WHERE kind = $1 AND facet = '' AND bucket >= $2
      """, [.integer(Int64(kind.rawValue)), .integer(kind.bucket(of: from))],
      DailySums.Row.init)
    return rows.reduce(into: [:]) { $0[$1.bucket, default: [:]][$1.variant] = $1.value }
  }

  /// The earliest instant of the rows of a kind that has a boundary.
  func earliest(_ kind: CounterKind) throws -> Timestamp? {
    guard let boundary = kind.boundary else { return nil }
    return try connection.fetch(
      """
      SELECT \(boundary.column) FROM subscribers WHERE \(boundary.condition)
      ORDER BY \(boundary.column) LIMIT 1
      """
    ) { $0.optionalTime(0) }.first
  }

  /// The variants of a kind over the buckets from one on to another, and where it is asked for,
  /// those of the undated bucket.
  func sums(
    _ kind: CounterKind, from: Int64, to: Int64, withUndated: Bool
  ) throws -> [String: CounterValue] {
    try sums(
      """
      SELECT variant, CAST(sum(count) AS bigint), \(Dialect.worth("sum(mrr)")) FROM counters
      WHERE kind = $1 AND facet = '' AND bucket >= $2 AND bucket \(withUndated ? "<=" : "<") $3
      GROUP BY variant
      """, [.integer(Int64(kind.rawValue)), .integer(from), .integer(to)])
  }

  /// The variants of a dated kind over all buckets, of a group by its text in the table.
  func sums(_ kind: CounterKind, of facet: SQLArgument) throws -> [String: CounterValue] {
    try sums(
      """
      SELECT variant, CAST(sum(count) AS bigint), \(Dialect.worth("sum(mrr)")) FROM counters
      WHERE kind = $1 AND facet = $2 GROUP BY variant
      """, [.integer(Int64(kind.rawValue)), facet])
  }

  /// The variants over the rows (of ``CounterKind/episode``: the episodes) whose instant, in
  /// milliseconds since 1970, is from one on and before another.
  func scan(_ kind: CounterKind, from: Int64, to: Int64) throws -> [String: CounterValue] {
    if kind == .episode {
      return try sums(
        """
        SELECT class, count(*), 0 FROM episodes
        WHERE failedAt >= $1 AND failedAt < $2 GROUP BY class
        """, [.integer(from), .integer(to)])
    }
    guard let boundary = kind.boundary else { return [:] }
    let most = OverviewFigures.Total.worthMax
    let (least, greatest) = (Dialect.leastFunction, Dialect.greatestFunction)
    let worth = "\(least)(\(greatest)(coalesce(mrr, 0), -\(most)), \(most))"
    let raw = try sums(
      """
      SELECT CAST(\(boundary.variant) AS text), count(*), \(Dialect.worth("sum(\(worth))"))
      FROM subscribers \(Dialect.by(index: "edge\(kind.rawValue)"))
      WHERE \(boundary.condition) AND \(boundary.column) >= $1 AND \(boundary.column) < $2
      GROUP BY 1
      """, [.integer(from), .integer(to)])
    return raw.reduce(into: [:]) { named, sum in
      named[kind.variantName(stored: sum.key), default: CounterValue()].add(sum.value)
    }
  }

  private func sums(_ sql: String, _ values: [SQLArgument]) throws -> [String: CounterValue] {
    let sums = try connection.fetch(sql, values) { row in
      (row.text(0), CounterValue(row, count: 1, mrr: 2))
    }
    return sums.reduce(into: [:]) { $0[$1.0] = $1.1 }
  }
}

extension SQLConnection {
  /// Returns the counters that are stored, those at zero left out.
  public func counters() throws -> [CounterKey: CounterValue] {
    let stored = try fetch(
      "SELECT kind, facet, bucket, variant, count, \(Dialect.worth("mrr")) FROM counters"
    ) { row -> (CounterKey, CounterValue)? in
      guard let kind = CounterKind(rawValue: Int(row.integer(0))) else { return nil }
      var key = CounterKey(kind, row.text(3), of: row.text(1))
      key.bucket = row.integer(2)
      let value = CounterValue(row, count: 4, mrr: 5)
      return value.isZero ? nil : (key, value)
    }
    return stored.reduce(into: [:]) { $0[$1.0] = $1.1 }
  }
}
