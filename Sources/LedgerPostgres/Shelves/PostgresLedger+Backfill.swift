#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  extension PostgresLedger {
    /// Begins a run over a list.
    public func beginBackfill() throws(LedgerError) -> Int64 {
      try write { transaction in try LedgerHead.grow(&transaction.head.backfillRun) }
    }

    /// Adds purchases to a run.
    public func addBackfill(
      _ purchases: [(purchase: BackfillPurchase, subscription: SubscriptionID)], run: Int64,
      again: Bool
    ) throws(LedgerError) {
      try write { transaction in
        let rows = try transaction.connection.summaries(purchases.map(\.subscription))
        for (purchase, subscription) in purchases {
          let values = Self.backfillValues(
            purchase, rows[subscription], run: run, again: again)
          transaction.add(Self.insertBackfill, values.map(SQLValue.init))
        }
      }
    }
  }
#endif
