import EventLedger
import GRDB
import SubscriptionCore

/// The payloads of a file as a whole: their check, and their conversion to the present form.
enum StoredPayloads {
  /// The most payloads that one transaction converts, and the most bytes, one payload at least.
  private static let (batchMax, batchBytesMax) = (2_000, 8 << 20)

  /// Reads every payload that is there; of one that was pruned, who did must be recorded.
  ///
  /// - Returns: One sentence a problem.
  /// - Complexity: O(*n*) for *n* bytes of payloads.
  static func problems(_ database: Database) throws -> [String] {
    var payloads = try PayloadCoder(database)
    let statement = try RawStatement(database, "SELECT raw FROM entries ORDER BY position")
    defer { statement.reset() }
    let prunings = Set(try PruningTable.all(database).map(\.number))
    var (damaged, missing) = (0, 0)
    while try statement.step() {
      let stored = statement.bytes(0)
      if let pruning = PrunedPayload.pruning(of: stored) {
        if !prunings.contains(pruning) { missing += 1 }
      } else if try payloads.raw(stored) == nil {
        damaged += 1
      }
    }
    return (damaged > 0 ? ["\(damaged) payloads are damaged."] : [])
      + (missing > 0 ? ["\(missing) payloads were pruned without a record of who did it."] : [])
  }

  /// Compresses the next payloads behind a position that are not, within a transaction; the
  /// position is `nil` afterwards where nothing is left.
  ///
  /// Only the form of an entry's payload changes, so the guard of entries is away meanwhile. A
  /// payload that does not come out of its new form as it came out of the old one keeps that.
  ///
  /// - Returns: How many payloads take less room now.
  /// - Throws: What the database says; the transaction is then to be undone.
  static func compressNext(
    _ database: Database, after place: inout LedgerPosition?
  ) throws -> Int {
    guard let start = place else { return 0 }
    let waiting = try waiting(database, after: start)
    place = waiting.last?.position
    guard !waiting.isEmpty else { return 0 }
    try database.execute(sql: "DROP TRIGGER \(Schema.entriesGuard.name)")
    var payloads = try PayloadCoder(database)
    let update = try RawStatement(database, "UPDATE entries SET raw = ? WHERE position = ?")
    var count = 0
    for (position, former, verification) in waiting {
      guard let raw = try payloads.raw(former) else { continue }
      let stored = try payloads.stored(raw, verification)
      guard stored.count < former.count, try payloads.raw(stored) == raw else { continue }
      update.bind(stored, at: 1)
      update.bind(position, at: 2)
      count += try update.run()
    }
    try database.execute(sql: Schema.entriesGuard.statement)
    return count
  }

  private static func waiting(
    _ database: Database, after place: LedgerPosition
  ) throws -> [(position: LedgerPosition, stored: [UInt8], verification: Verification)] {
    let statement = try RawStatement(
      database,
      """
      SELECT position, raw, verification FROM entries
      WHERE position > ? AND substr(raw, 1, \(Compressor.mark.count)) <> ?
      AND \(PrunedPayload.isThere) ORDER BY position
      """)
    statement.bind(place, at: 1)
    statement.bind(Compressor.mark, at: 2)
    defer { statement.reset() }
    var found: [(position: LedgerPosition, stored: [UInt8], verification: Verification)] = []
    var bytes = 0
    while found.count < batchMax, bytes < batchBytesMax, try statement.step() {
      let stored = statement.bytes(1)
      found.append(
        (
          statement.integer(0), stored,
          Verification(rawValue: statement.text(2)) ?? .unchecked
        ))
      bytes += stored.count
    }
    return found
  }
}
