import EventLedger
import SubscriptionCore

/// The lists of purchases to ask about, as the ledger in memory keeps them.
extension FaultyLedger {
  /// What the ledger in memory does, where no fault forbids it.
  public func beginBackfill() throws(LedgerError) -> Int64 {
    if let fault { throw fault }
    return try inner.beginBackfill()
  }

  /// What the ledger in memory does, where no fault forbids it.
  public func addBackfill(
    _ purchases: [(purchase: BackfillPurchase, subscription: SubscriptionID)], run: Int64,
    again: Bool
  ) throws(LedgerError) {
    if let fault { throw fault }
    try inner.addBackfill(purchases, run: run, again: again)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func openBackfill(
    run: Int64, store: Store, app: AppID, after: BackfillItem?, limit: Int
  ) throws(LedgerError) -> [BackfillItem] {
    if let fault { throw fault }
    return try inner.openBackfill(run: run, store: store, app: app, after: after, limit: limit)
  }

  /// What the ledger in memory does, where no fault forbids it.
  public func settleBackfill(_ number: Int64, _ outcome: BackfillOutcome) throws(LedgerError) {
    if let fault { throw fault }
    try inner.settleBackfill(number, outcome)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func backfillCounts(run: Int64) throws(LedgerError) -> [BackfillOutcome: Int] {
    if let fault { throw fault }
    return try inner.backfillCounts(run: run)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func unansweredBackfill(
    run: Int64, after: BackfillItem?, limit: Int
  ) throws(LedgerError) -> [BackfillItem] {
    if let fault { throw fault }
    return try inner.unansweredBackfill(run: run, after: after, limit: limit)
  }
}
