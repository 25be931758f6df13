import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

/// The form of a payload that was pruned: a mark, and the number of the pruning (table `prunings`)
/// as eight bytes, the highest first.
enum PrunedPayload {
  /// The bytes that it begins with, and no document that a store sends.
  private static let mark: [UInt8] = [0, 2]
  private static let length = mark.count + 8

  /// Returns what is stored in the place of a payload.
  static func stored(_ pruning: Int64) -> [UInt8] {
    mark + withUnsafeBytes(of: pruning.bigEndian) { Array($0) }
  }

  /// Returns the number of the pruning that removed a payload; `nil` where it is there.
  static func pruning(of stored: some Collection<UInt8>) -> Int64? {
    guard stored.count == length, stored.starts(with: mark) else { return nil }
    return stored.dropFirst(mark.count).reduce(0) { $0 << 8 | Int64($1) }
  }

  /// The condition that the payload of a row of `entries` is there.
  ///
  /// Its length is known without a look at it.
  static let isThere = "(length(raw) <> \(length) OR substr(raw, 1, \(mark.count)) <> x'0002')"

  /// The condition that a row of `entries` was received before an instant, its parameter, and has a
  /// payload that a pruning removes.
  static let isPrunable = "receivedAt < $1 AND hasUnknown = 0 AND \(isThere)"
}

/// The table `prunings`: who removed which payloads.
enum PruningTable {
  /// The statement that creates it.
  static let statement = """
    CREATE TABLE prunings (
      number INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      actor TEXT NOT NULL,
      receivedBefore INTEGER NOT NULL,
      payloads INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      isFinished INTEGER NOT NULL CHECK (isFinished IN (0, 1))
    ) STRICT
    """

  /// Every pruning, oldest first.
  static func all(_ database: Database) throws -> [PayloadPruning] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT number, at, actor, receivedBefore, payloads, bytes, isFinished FROM prunings
        ORDER BY number
        """
    ).map { row in
      PayloadPruning(
        number: row["number"], at: Timestamp(milliseconds: row["at"]), actor: row["actor"],
        receivedBefore: Timestamp(milliseconds: row["receivedBefore"]),
        removed: PayloadAmount(payloads: row["payloads"], bytes: row["bytes"]),
        isFinished: row["isFinished"])
    }
  }

  static func byNumber(_ database: Database) throws -> [Int64: PayloadPruning] {
    Dictionary(uniqueKeysWithValues: try all(database).map { ($0.number, $0) })
  }

  /// Records the beginning of a pruning, and returns its number.
  static func begin(
    _ database: Database, before instant: Timestamp, actor: String, now: Timestamp
  ) throws -> Int64 {
    try database.execute(
      sql: """
        INSERT INTO prunings (at, actor, receivedBefore, payloads, bytes, isFinished)
        VALUES (?, ?, ?, 0, 0, 0)
        """, arguments: [now.milliseconds, actor, instant.milliseconds])
    return database.lastInsertedRowID
  }

  /// Records what a pruning removed further.
  static func add(_ amount: PayloadAmount, to number: Int64, _ database: Database) throws {
    try database.execute(
      sql: "UPDATE prunings SET payloads = payloads + ?, bytes = bytes + ? WHERE number = ?",
      arguments: [amount.payloads, amount.bytes, number])
  }

  /// Records that a pruning came to its end.
  static func finish(_ number: Int64, _ database: Database) throws {
    try database.execute(
      sql: "UPDATE prunings SET isFinished = 1 WHERE number = ?", arguments: [number])
  }
}
