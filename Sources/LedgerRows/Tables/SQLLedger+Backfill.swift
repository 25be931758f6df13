import EventLedger
import SubscriptionCore

extension SQLLedger {
  /// The purchases of a run and an app that wait.
  public func openBackfill(
    run: Int64, store: Store, app: AppID, after: BackfillItem?, limit: Int
  ) throws(LedgerError) -> [BackfillItem] {
    try access(.reading) { connection in
      try connection.backfill(
        by: "backfillOpen",
        where: """
          outcome = 'waiting' AND run = $1 AND store = $2 AND app = $3
          AND (rank, number) > ($4, $5) ORDER BY rank, number LIMIT $6
          """,
        [
          .integer(run), .text(store.rawValue), .text(app.rawValue),
          .integer(after?.rank ?? .min), .integer(after?.number ?? .min), .limit(limit),
        ])
    }
  }

  /// Notes what became of an item without an answer.
  public func settleBackfill(
    _ number: Int64, _ outcome: BackfillOutcome
  ) throws(LedgerError) {
    try access(.change) { connection in
      try connection.execute(
        "UPDATE backfill SET outcome = $1 WHERE number = $2",
        [.text(outcome.rawValue), .integer(number)])
    }
  }

  /// The number of purchases of a run by outcome.
  ///
  /// - Complexity: O(*n*) for *n* purchases of all lists.
  public func backfillCounts(run: Int64) throws(LedgerError) -> [BackfillOutcome: Int] {
    let counts = try access(.reading) { connection in
      try connection.fetch(
        "SELECT outcome, count(*) FROM backfill WHERE run = $1 GROUP BY outcome", [.integer(run)]
      ) { row in
        BackfillOutcome(rawValue: row.text(0)).map { ($0, Int(row.integer(1))) }
      }
    }
    return Dictionary(uniqueKeysWithValues: counts)
  }

  /// The purchases of a run about which a store had nothing to tell.
  public func unansweredBackfill(
    run: Int64, after: BackfillItem?, limit: Int
  ) throws(LedgerError) -> [BackfillItem] {
    try access(.reading) { connection in
      try connection.backfill(
        by: "backfillUnanswered",
        where: """
          outcome NOT IN ('waiting', 'answered') AND run = $1 AND (line, number) > ($2, $3)
          ORDER BY line, number LIMIT $4
          """,
        [
          .integer(run), .integer(after.map { Int64($0.purchase.line) } ?? .min),
          .integer(after?.number ?? .min), .limit(limit),
        ])
    }
  }

  /// The statement that adds a purchase to a run, whatever it was before.
  public static var insertBackfill: String {
    """
    INSERT INTO backfill AS b (mark, run, line, store, app, name, account, rank, outcome)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'waiting')
    ON CONFLICT (mark) DO UPDATE SET
      run = excluded.run, rank = excluded.rank,
      line = CASE WHEN b.run = excluded.run THEN b.line ELSE excluded.line END,
      name = CASE WHEN $9 = 0 AND b.outcome = 'answered' THEN NULL ELSE excluded.name END,
      account = CASE WHEN $9 = 0 AND b.outcome = 'answered' THEN NULL ELSE excluded.account END,
      outcome = CASE WHEN $9 = 0 THEN b.outcome ELSE 'waiting' END
    """
  }

  /// Returns the values of ``insertBackfill`` for a purchase, with the row of its subscription
  /// where the ledger has one; `again` lets it wait also where a store has answered.
  public static func backfillValues(
    _ purchase: BackfillPurchase, _ row: SubscriberSummary?, run: Int64, again: Bool
  ) -> [SQLArgument] {
    [
      .integer(Hash64.of(purchase.identity)), .integer(run), .integer(Int64(purchase.line)),
      .text(purchase.store.rawValue), .text(purchase.app.rawValue), .text(purchase.name),
      .text(purchase.account?.rawValue), .integer(rank(of: row)), .integer(again ? 1 : 0),
    ]
  }
}

extension SQLDialect {
  /// The statement that notes that the items with some numbers are answered.
  public static var settleBackfill: String {
    """
    UPDATE backfill SET outcome = 'answered', name = NULL, account = NULL
    WHERE number \(isOneOf("$1"))
    """
  }
}

extension SQLConnection {
  /// Returns items; one of a newer build is left out.
  fileprivate func backfill(
    by index: String, where condition: String, _ values: [SQLArgument]
  ) throws -> [BackfillItem] {
    try fetch(
      """
      SELECT number, rank, store, app, name, account, line, outcome
      FROM backfill \(Dialect.by(index: index)) WHERE \(condition)
      """, values
    ) { row in
      guard let store = Store(rawValue: row.text(2)),
        let outcome = BackfillOutcome(rawValue: row.text(7))
      else { return nil }
      let purchase = BackfillPurchase(
        store: store, app: AppID(row.text(3)), name: row.text(4),
        account: row.optionalText(5).map { AccountID($0) }, line: Int(row.integer(6)))
      return BackfillItem(
        number: row.integer(0), rank: row.integer(1), purchase: purchase, outcome: outcome)
    }
  }
}
