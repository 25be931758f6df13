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
      let insert = try RawStatement(database, Self.insertBackfill)
      let projector = try Projector(database, policy: .standard)
      for (purchase, subscription) in purchases {
        let row = try SQLiteLedger.key(of: subscription, database).flatMap { key in
          try projector.storedRow(key)?.summary
        }
        insert.bind(Hash64.of(purchase.identity), at: 1)
        insert.bind(run, at: 2)
        insert.bind(Int64(purchase.line), at: 3)
        insert.bind(purchase.store.rawValue, at: 4)
        insert.bind(purchase.app.rawValue, at: 5)
        insert.bind(purchase.name, at: 6)
        insert.bind(purchase.account?.rawValue, at: 7)
        insert.bind(Self.rank(of: row), at: 8)
        insert.bind(again ? 1 : 0, at: 9)
        try insert.run()
      }
    }
  }

  private static let insertBackfill = """
    INSERT INTO backfill (mark, run, line, store, app, name, account, rank, outcome)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'waiting')
    ON CONFLICT (mark) DO UPDATE SET
      run = excluded.run, rank = excluded.rank,
      line = iif(run = excluded.run, line, excluded.line),
      name = iif(?9 = 0 AND outcome = 'answered', NULL, excluded.name),
      account = iif(?9 = 0 AND outcome = 'answered', NULL, excluded.account),
      outcome = iif(?9 = 0, outcome, 'waiting')
    """

  /// The purchases of a run and an app that wait.
  public func openBackfill(
    run: Int64, store: Store, app: AppID, after: BackfillItem?, limit: Int
  ) throws(LedgerError) -> [BackfillItem] {
    try backfill(
      """
      INDEXED BY backfillOpen WHERE outcome = 'waiting' AND run = ? AND store = ? AND app = ?
      AND (rank, number) > (?, ?) ORDER BY rank, number LIMIT ?
      """,
      [
        run, store.rawValue, app.rawValue, after?.rank ?? .min, after?.number ?? .min,
        max(0, limit),
      ])
  }

  /// Notes what became of an item without an answer.
  public func settleBackfill(
    _ number: Int64, _ outcome: BackfillOutcome
  ) throws(LedgerError) {
    try write { database in
      try database.execute(
        sql: "UPDATE backfill SET outcome = ? WHERE number = ?",
        arguments: [outcome.rawValue, number])
    }
  }

  /// The number of purchases of a run by outcome.
  ///
  /// - Complexity: O(*n*) for *n* purchases of all lists.
  public func backfillCounts(run: Int64) throws(LedgerError) -> [BackfillOutcome: Int] {
    try read { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT outcome, count(*) FROM backfill WHERE run = ? GROUP BY outcome",
        arguments: [run])
      return rows.reduce(into: [:]) { counts, row in
        if let outcome = BackfillOutcome(rawValue: row[0]) { counts[outcome] = row[1] }
      }
    }
  }

  /// The purchases of a run about which a store had nothing to tell.
  public func unansweredBackfill(
    run: Int64, after: BackfillItem?, limit: Int
  ) throws(LedgerError) -> [BackfillItem] {
    try backfill(
      """
      INDEXED BY backfillUnanswered
      WHERE outcome NOT IN ('waiting', 'answered') AND run = ? AND (line, number) > (?, ?)
      ORDER BY line, number LIMIT ?
      """,
      [run, after?.purchase.line ?? .min, after?.number ?? .min, max(0, limit)])
  }

  private func backfill(
    _ condition: String, _ arguments: StatementArguments
  ) throws(LedgerError) -> [BackfillItem] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT number, rank, store, app, name, account, line, outcome
          FROM backfill \(condition)
          """, arguments: arguments
      ).compactMap { row in
        guard let store = Store(rawValue: row[2]), let outcome = BackfillOutcome(rawValue: row[7])
        else { return nil }
        let purchase = BackfillPurchase(
          store: store, app: AppID(row[3] as String), name: row[4] ?? "",
          account: (row[5] as String?).map { AccountID($0) }, line: row[6])
        return BackfillItem(number: row[0], rank: row[1], purchase: purchase, outcome: outcome)
      }
    }
  }
}

extension WriteSession {
  /// Notes that the items are answered that entries name, in the transaction of the entries.
  func settleBackfill(_ entries: [LedgerEntry]) throws {
    let answered = entries.compactMap(\.backfill)
    guard !answered.isEmpty else { return }
    let settle = try RawStatement(
      database,
      "UPDATE backfill SET outcome = 'answered', name = NULL, account = NULL WHERE number = ?")
    for number in answered {
      settle.bind(number, at: 1)
      try settle.run()
    }
  }
}
