import EventLedger
import Foundation
import GRDB
import LedgerRows
import SubscriptionCore

/// The file of a ledger of the past: rows derived again, in the tables that they have in every
/// ledger, with the file of the live one beside them for everything else.
///
/// Whatever reads a ledger reads the past unchanged: `entries` and `events` are views of the live
/// tables, and a name that is not in the file at all means the live table. SQLite removes the
/// file's name as soon as it is open, so that no other process sees it and nothing of it stays.
struct AsOfSnapshot {
  /// The connection, of which there is one.
  let queue: DatabaseQueue

  /// The name by which the live ledger's tables go.
  static let live = "live"

  /// Makes the file, empty, beside an open ledger.
  init(beside live: SQLiteLedger) throws {
    queue = try DatabaseQueue(path: "", configuration: LedgerFile.configuration(readOnly: false))
    let path = LedgerFile.readingName(of: live.path, isFixed: !(live.reader is DatabasePool))
    try queue.writeWithoutTransaction { database in
      LedgerFile.endCanceledReads(database)
      // Nothing is restored after a crash, only after a statement that failed.
      try database.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
      try database.execute(
        sql: "ATTACH DATABASE ? AS \(AsOfSnapshot.live)", arguments: [path])
      for statement in Schema.derived { try database.execute(sql: statement) }
    }
  }

  /// Makes what is left to be made once the rows are there: indexes, views and families.
  ///
  /// `reach` is how far the events reach which the cut keeps, where all were looked at.
  func finish(_ cut: Cutoff, reach: AsOfReplay.Reach?, policy: ChurnPolicy) throws {
    try queue.writeWithoutTransaction { database in
      try database.inTransaction {
        for statement in Schema.lateIndexes { try database.execute(sql: statement) }
        let last =
          try reach.map { reach in
            try AsOfSnapshot.lastPosition(
              database, cut, atLeast: max(0, reach.lastNumber >> EventNumber.bits))
          } ?? cut.lastPosition
        try Meta.set(database, .lastPosition, last)
        _ = try Meta.advance(database, to: cut.instant)
        try Meta.set(database, derivation: Meta.derivation(of: policy))
        try database.execute(
          sql: """
            CREATE TEMP VIEW entries AS SELECT * FROM \(AsOfSnapshot.live).entries
            WHERE position <= \(last) AND receivedAt <= \(cut.knownUntil.milliseconds);
            CREATE TEMP VIEW events AS SELECT * FROM \(AsOfSnapshot.live).events
            WHERE number <= \(reach?.lastNumber ?? cut.numberEnd - 1)
            AND recordedAt <= \(cut.knownUntil.milliseconds)
            """)
        if let feeds = reach?.feeds { try Meta.set(database, feeds: feeds) }
        return .commit
      }
      try AsOfSnapshot.refreshFamilies(database, policy, at: cut.instant)
    }
  }

  /// The position of the last entry received by the instant, looked for from the end.
  private static func lastPosition(
    _ database: Database, _ cut: Cutoff, atLeast known: LedgerPosition
  ) throws -> LedgerPosition {
    let select = try RawStatement(
      database,
      """
      SELECT position, receivedAt FROM \(live).entries
      WHERE position <= ? AND position > ? ORDER BY position DESC
      """)
    select.bind(cut.lastPosition, at: 1)
    select.bind(known, at: 2)
    defer { select.reset() }
    while try select.step() {
      if select.integer(1) <= cut.knownUntil.milliseconds { return select.integer(0) }
    }
    return known
  }

  /// Derives the rows of accounts with more than one subscription in a store and an app again,
  /// since one purchase affects what another means.
  private static func refreshFamilies(
    _ database: Database, _ policy: ChurnPolicy, at instant: Timestamp
  ) throws {
    let families = try String.fetchAll(
      database,
      sql: """
        SELECT group_concat(key) FROM subscribers WHERE account IS NOT NULL AND accountMark IN (
          SELECT accountMark FROM subscribers INDEXED BY subscribersByAccount
          WHERE accountMark IS NOT NULL GROUP BY accountMark HAVING count(*) > 1)
        GROUP BY account, store, app HAVING count(*) BETWEEN 2 AND \(CustomerPurchases.countMax)
        """)
    guard !families.isEmpty else { return }
    try database.inTransaction {
      var projector = try Projector(database, policy: policy)
      for family in families {
        let members = family.split(separator: ",").compactMap { Int64($0) }.sorted()
        try projector.refresh(family: members, at: instant)
      }
      try projector.flush()
      return .commit
    }
  }
}
