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
}
