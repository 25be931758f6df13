import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

extension SQLiteLedger {
  /// The most payloads that one transaction removes.
  private static let pruningBatch = 1_000

  /// The prunings that took place, oldest first.
  public func prunings() throws(LedgerError) -> [PayloadPruning] { try read(PruningTable.all) }

  /// Counts the payloads that a pruning would remove.
  public func prunablePayloads(before instant: Timestamp) throws(LedgerError) -> PayloadAmount? {
    try read { database in
      try database.raw.fetch(
        """
        SELECT count(*), ifnull(sum(length(raw)), 0) FROM entries WHERE \(PrunedPayload.isPrunable)
        """, [.time(instant)]
      ) { PayloadAmount(payloads: Int($0.integer(0)), bytes: $0.integer(1)) }.first
    }
  }

  /// Removes the payloads received before an instant, batch by batch while others write on.
  ///
  /// What is to go is looked for without keeping others from writing, and looked at once more when
  /// it goes. The room of payloads is free for others; ``compact(progress:)`` gives it back, with
  /// what a database leaves of what it removed.
  public func prunePayloads(
    before instant: Timestamp, actor: String, now: Timestamp, progress: (Int) -> Void
  ) throws(LedgerError) -> PayloadPruning? {
    guard instant <= now else {
      throw .failed(location: path, detail: "payloads cannot be pruned before they have come")
    }
    try checkWritable()
    let last = try lastPosition()
    var (number, told) = (Int64?.none, -1)
    var place: LedgerPosition = 0
    while true {
      let share = last == 0 ? 100 : Int(min(place, last) * 100 / last)
      if share > told { progress(share) }
      told = max(told, share)
      let positions = try read { database in
        try SQLiteLedger.prunable(database, before: instant, after: place)
      }
      guard let end = positions.last else { break }
      number = try write { database in
        let number =
          try number ?? PruningTable.begin(database, before: instant, actor: actor, now: now)
        let removed = try SQLiteLedger.prune(database, positions, before: instant, as: number)
        try PruningTable.add(removed, to: number, database)
        return number
      }
      place = end
    }
    guard let number else { return nil }
    try write { database in try PruningTable.finish(number, database) }
    return try prunings().first { $0.number == number }
  }

  /// The positions of the next payloads that a pruning removes.
  private static func prunable(
    _ database: Database, before instant: Timestamp, after place: LedgerPosition
  ) throws -> [LedgerPosition] {
    let positions = try database.raw.fetch(
      """
      SELECT position FROM entries WHERE \(PrunedPayload.isPrunable) AND position > $2
      ORDER BY position LIMIT \(pruningBatch)
      """, [.time(instant), .integer(place)]
    ) { $0.integer(0) }
    guard positions.first ?? .max > place else { throw DisorderError(rows: "entries") }
    return positions
  }

  /// Removes payloads, as far as they are still to go, within a transaction; the guard of entries
  /// is away meanwhile.
  static func prune(
    _ database: Database, _ positions: [LedgerPosition], before instant: Timestamp,
    as number: Int64
  ) throws -> PayloadAmount {
    try database.execute(sql: "DROP TRIGGER \(Schema.entriesGuard.name)")
    let select = try RawStatement(
      database,
      "SELECT length(raw) FROM entries WHERE \(PrunedPayload.isPrunable) AND position = ?")
    let update = try RawStatement(database, "UPDATE entries SET raw = ? WHERE position = ?")
    update.bind(PrunedPayload.stored(number), at: 1)
    select.bind(instant.milliseconds, at: 1)
    var removed = PayloadAmount(payloads: 0, bytes: 0)
    for position in positions {
      select.bind(position, at: 2)
      let bytes = try select.step() ? select.integer(0) : nil
      select.reset()
      guard let bytes else { continue }
      update.bind(position, at: 2)
      removed.payloads += try update.run()
      removed.bytes += bytes
    }
    try database.execute(sql: Schema.entriesGuard.statement)
    return removed
  }
}
