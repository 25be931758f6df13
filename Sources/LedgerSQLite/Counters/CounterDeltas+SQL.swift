import GRDB
import LedgerRows

extension CounterDeltas {
  /// Stores the changes.
  func flush(_ database: Database) throws {
    let add = try RawStatement(
      database,
      """
      INSERT INTO counters (kind, facet, bucket, variant, count, mrr)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET count = count + excluded.count, mrr = mrr + excluded.mrr
      """)
    let prune = try RawStatement(
      database,
      """
      DELETE FROM counters
      WHERE kind = ? AND facet = ? AND bucket = ? AND variant = ? AND count = 0 AND mrr = 0
      """)
    for (key, value) in sorted {
      for statement in value.count < 0 ? [add, prune] : [add] {
        statement.bind(Int64(key.kind.rawValue), at: 1)
        statement.bind(key.group, at: 2)
        statement.bind(key.bucket, at: 3)
        statement.bind(key.variant, at: 4)
      }
      add.bind(value.count, at: 5)
      add.bind(value.mrr, at: 6)
      try add.run()
      if value.count < 0 { try prune.run() }
    }
  }

  /// The counters stored in a file, those at zero left out.
  static func stored(_ database: Database) throws -> [CounterKey: CounterValue] {
    let statement = try RawStatement(
      database, "SELECT kind, facet, bucket, variant, count, mrr FROM counters")
    defer { statement.reset() }
    var stored: [CounterKey: CounterValue] = [:]
    while try statement.step() {
      guard let kind = CounterKind(rawValue: Int(statement.integer(0))) else { continue }
      var key = CounterKey(kind, statement.text(3), of: statement.text(1))
      key.bucket = statement.integer(2)
      let value = CounterValue(count: statement.integer(4), mrr: statement.integer(5))
      if !value.isZero { stored[key] = value }
    }
    return stored
  }
}
