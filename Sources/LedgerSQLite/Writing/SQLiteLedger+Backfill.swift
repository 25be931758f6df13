import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

extension SQLiteLedger {
  /// Begins a run over a list.
  public func beginBackfill() throws(LedgerError) -> Int64 {
    try write { database in try Meta.nextBackfillRun(database) }
  }

  /// Adds purchases to a run.
  public func addBackfill(
    _ purchases: [(purchase: BackfillPurchase, subscription: SubscriptionID)], run: Int64,
    again: Bool
  ) throws(LedgerError) {
    try write { database in
      let projector = try Projector(database, policy: .standard)
      for (purchase, subscription) in purchases {
        let row = try SQLiteLedger.key(of: subscription, database).flatMap { key in
          try projector.storedRow(key)?.summary
        }
        try database.raw.execute(
          Self.insertBackfill, Self.backfillValues(purchase, row, run: run, again: again))
      }
    }
  }
}

extension WriteSession {
  /// Notes that the items are answered that entries name, in the transaction of the entries.
  func settleBackfill(_ entries: [LedgerEntry]) throws {
    let answered = entries.compactMap(\.backfill)
    guard !answered.isEmpty else { return }
    try database.raw.execute(
      """
      UPDATE backfill SET outcome = 'answered', name = NULL, account = NULL
      WHERE number \(SQLiteDialect.isOneOf("$1"))
      """, [.integers(answered)])
  }
}
