import EventLedger
import Foundation
import GRDB

/// The lease of a ledger, a line among the facts about the file.
extension SQLiteLedger {
  /// The lease as it is kept; one that cannot be read counts as none.
  public func lease() throws(LedgerError) -> LedgerLease? {
    try read { database in try Self.lease(database) }
  }

  /// Replaces the lease in one transaction.
  public func exchangeLease(
    _ decide: (LedgerLease?) -> LedgerLease?
  ) throws(LedgerError) -> LedgerLease? {
    try write { database in
      let kept = try Self.lease(database)
      let next = decide(kept)
      if let next, next != kept {
        let text = String(decoding: try JSONEncoder().encode(next), as: UTF8.self)
        try database.execute(
          sql: "INSERT OR REPLACE INTO meta (name, value) VALUES ('lease', ?)", arguments: [text])
      } else if next == nil {
        try database.execute(sql: "DELETE FROM meta WHERE name = 'lease'")
      }
      return next
    }
  }

  private static func lease(_ database: Database) throws -> LedgerLease? {
    let text = try String.fetchOne(database, sql: "SELECT value FROM meta WHERE name = 'lease'")
    return text.flatMap { try? JSONDecoder().decode(LedgerLease.self, from: Data($0.utf8)) }
  }
}
