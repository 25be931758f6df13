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
          transaction.add(
            PostgresLedger.insertBackfill,
            [
              .integer(Hash64.of(purchase.identity)), .integer(run), .integer(Int64(purchase.line)),
              .text(purchase.store.rawValue), .text(purchase.app.rawValue), .text(purchase.name),
              .text(purchase.account?.rawValue), .integer(Self.rank(of: rows[subscription])),
              .integer(again ? 1 : 0),
            ])
        }
      }
    }

    private static let insertBackfill = """
      INSERT INTO backfill AS b (mark, run, line, store, app, name, account, rank, outcome)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'waiting')
      ON CONFLICT (mark) DO UPDATE SET
        run = excluded.run, rank = excluded.rank,
        line = CASE WHEN b.run = excluded.run THEN b.line ELSE excluded.line END,
        name = CASE WHEN $9 = 0 AND b.outcome = 'answered' THEN NULL ELSE excluded.name END,
        account = CASE WHEN $9 = 0 AND b.outcome = 'answered' THEN NULL ELSE excluded.account END,
        outcome = CASE WHEN $9 = 0 THEN b.outcome ELSE 'waiting' END
      """

    /// The purchases of a run and an app that wait.
    public func openBackfill(
      run: Int64, store: Store, app: AppID, after: BackfillItem?, limit: Int
    ) throws(LedgerError) -> [BackfillItem] {
      try backfill(
        """
        WHERE outcome = 'waiting' AND run = $1 AND store = $2 AND app = $3
        AND (rank, number) > ($4, $5) ORDER BY rank, number LIMIT $6
        """,
        [
          .integer(run), .text(store.rawValue), .text(app.rawValue),
          .integer(after?.rank ?? .min), .integer(after?.number ?? .min),
          .integer(Int64(max(0, limit))),
        ])
    }

    /// Notes what became of an item without an answer.
    public func settleBackfill(
      _ number: Int64, _ outcome: BackfillOutcome
    ) throws(LedgerError) {
      try change { connection in
        try connection.run(
          "UPDATE backfill SET outcome = $1 WHERE number = $2",
          [.text(outcome.rawValue), .integer(number)])
      }
    }

    /// The number of purchases of a run by outcome.
    ///
    /// - Complexity: O(*n*) for *n* purchases of all lists.
    public func backfillCounts(run: Int64) throws(LedgerError) -> [BackfillOutcome: Int] {
      try read { connection in
        let rows = try connection.query(
          "SELECT outcome, count(*) FROM backfill WHERE run = $1 GROUP BY outcome", [.integer(run)])
        return (0..<rows.count).reduce(into: [:]) { counts, place in
          if let outcome = BackfillOutcome(rawValue: rows.text(place, 0)) {
            counts[outcome] = Int(rows.integer(place, 1))
          }
        }
      }
    }

    /// The purchases of a run about which a store had nothing to tell.
    public func unansweredBackfill(
      run: Int64, after: BackfillItem?, limit: Int
    ) throws(LedgerError) -> [BackfillItem] {
      try backfill(
        """
        WHERE outcome NOT IN ('waiting', 'answered') AND run = $1 AND (line, number) > ($2, $3)
        ORDER BY line, number LIMIT $4
        """,
        [
          .integer(run), .integer(after.map { Int64($0.purchase.line) } ?? .min),
          .integer(after?.number ?? .min), .integer(Int64(max(0, limit))),
        ])
    }

    private func backfill(
      _ condition: String, _ values: [SQLValue]
    ) throws(LedgerError) -> [BackfillItem] {
      try read { connection in
        let rows = try connection.query(
          """
          SELECT number, rank, store, app, name, account, line, outcome FROM backfill \(condition)
          """, values)
        return (0..<rows.count).compactMap { place in
          guard let store = Store(rawValue: rows.text(place, 2)),
            let outcome = BackfillOutcome(rawValue: rows.text(place, 7))
          else { return nil }
          let purchase = BackfillPurchase(
            store: store, app: AppID(rows.text(place, 3)), name: rows.text(place, 4),
            account: rows.optionalText(place, 5).map { AccountID($0) },
            line: Int(rows.integer(place, 6)))
          return BackfillItem(
            number: rows.integer(place, 0), rank: rows.integer(place, 1), purchase: purchase,
            outcome: outcome)
        }
      }
    }
  }
#endif
