import EventLedger
import GRDB
import SubscriptionCore

/// Reads sums over the counters, and over the rows in the buckets that a range cuts.
struct CounterReader {
  private let database: Database

  init(_ database: Database) { self.database = database }

  /// Every variant of a kind.
  func all(_ kind: CounterKind) throws -> [String: CounterValue] {
    try buckets(kind, from: .min, to: .max, withUndated: true)
  }

  /// The variants of a kind over the instants `from..<to`; without an end, those without a date
  /// are counted as well.
  func range(
    _ kind: CounterKind, from: Timestamp?, to: Timestamp?
  ) throws -> [String: CounterValue] {
    let length = kind.bucketLength
    let low = from?.milliseconds
    let high = to?.milliseconds
    let firstWhole = low.map { ($0 - 1).floored(to: length) + length } ?? .min
    let lastWhole = high.map { $0.floored(to: length) } ?? .max
    if let low, let high, firstWhole > lastWhole { return try edge(kind, from: low, to: high) }
    guard let high, lastWhole < high else {
      var sums = try buckets(kind, from: firstWhole, to: lastWhole, withUndated: to == nil)
      if let low, low < firstWhole { merge(&sums, try edge(kind, from: low, to: firstWhole)) }
      return sums
    }
    // Few rows of such a kind lie after an end that is the present: they are taken off the whole.
    let end = kind.isPast ? lastWhole + length : lastWhole
    var sums = try buckets(kind, from: firstWhole, to: end, withUndated: false)
    if kind.isPast {
      for (variant, value) in try edge(kind, from: high, to: end) {
        sums[variant, default: CounterValue()].add(value, times: -1)
      }
    } else {
      merge(&sums, try edge(kind, from: lastWhole, to: high))
    }
    if let low, low < firstWhole { merge(&sums, try edge(kind, from: low, to: firstWhole)) }
    return sums
  }

  /// The number of rows of a kind in `from..<to`.
  func count(_ kind: CounterKind, from: Timestamp?, to: Timestamp?) throws -> Int {
    Int(try range(kind, from: from, to: to).values.reduce(0) { $0 + $1.count })
  }

  /// The variants in the buckets from the one in which an instant lies.
  func wholeBuckets(_ kind: CounterKind, from: Timestamp) throws -> [String: CounterValue] {
    try buckets(kind, from: kind.bucket(of: from), to: .max, withUndated: true)
  }

  /// The variants by bucket, from the one in which an instant lies.
  func byBucket(
    _ kind: CounterKind, from: Timestamp
  ) throws -> [Int64: [String: CounterValue]] {
    let statement = try RawStatement(
      database,
      """
      SELECT bucket, variant, count, mrr FROM counters
      WHERE kind = ? AND facet = '' AND bucket >= ?
      """)
    statement.bind(Int64(kind.rawValue), at: 1)
    statement.bind(kind.bucket(of: from), at: 2)
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

  // MARK: Parts

  private func buckets(
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

  private func edge(
    _ kind: CounterKind, from: Int64, to: Int64
  ) throws -> [String: CounterValue] {
    if kind == .episode {
      return try sums(
        """
        SELECT class, count(*), 0 FROM episodes WHERE failedAt >= ? AND failedAt < ? GROUP BY class
        """, [from, to])
    }
    guard let edge = kind.edge else { return [:] }
    let raw = try sums(
      """
      SELECT \(edge.variant), count(*),
        sum(min(max(ifnull(mrr, 0), -10000000000000), 10000000000000))
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

  private func merge(_ sums: inout [String: CounterValue], _ other: [String: CounterValue]) {
    sums.merge(other) { left, right in
      var sum = left
      sum.add(right)
      return sum
    }
  }
}

extension CounterKind {
  /// The variant of a counter for the value that an edge's column holds; NULL reads as empty.
  func variantName(stored text: String) -> String {
    switch self {
    case .loss, .retry: text
    case .ended: Int(text).map { SubscriberField.cause.codedChoices[$0] } ?? ""
    case .state, .outside, .due, .suppressed, .anomalies, .dueSince, .scheduled, .snoozed,
      .episode, .flowByHour, .standing, .closed, .end, .renewal, .started, .refund:
      ""
    }
  }
}
