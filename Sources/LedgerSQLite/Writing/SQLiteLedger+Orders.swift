import EventLedger
import GRDB
import SubscriptionCore

extension SQLiteLedger {
  private static let selectOrders = """
    SELECT orderID, requestedAt, actor, outcome, toldAt, detail FROM orderLookups
    """

  /// The request about an order.
  public func orderLookup(_ order: AppStoreOrderID) throws(LedgerError) -> OrderLookup? {
    try read { database in
      let row = try Row.fetchOne(
        database, sql: SQLiteLedger.selectOrders + " WHERE orderID = ?",
        arguments: [order.rawValue])
      return row.flatMap(SQLiteLedger.lookup)
    }
  }

  /// The requests that wait for an answer, the longest wait first.
  public func openOrderLookups(limit: Int) throws(LedgerError) -> [OrderLookup] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: SQLiteLedger.selectOrders
          + " WHERE outcome = 'waiting' ORDER BY requestedAt, orderID LIMIT ?",
        arguments: [max(0, limit)]
      ).compactMap(SQLiteLedger.lookup)
    }
  }

  /// Keeps a request in the place of an earlier one.
  public func putOrderLookup(_ lookup: OrderLookup) throws(LedgerError) {
    try write { database in
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO orderLookups
          (orderID, requestedAt, actor, outcome, toldAt, detail) VALUES (?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          lookup.order.rawValue, lookup.requestedAt.milliseconds, lookup.actor,
          lookup.outcome.rawValue, lookup.toldAt?.milliseconds, lookup.detail,
        ])
    }
  }

  /// Drops the request about an order.
  public func dropOrderLookup(_ order: AppStoreOrderID) throws(LedgerError) {
    try write { database in
      try database.execute(
        sql: "DELETE FROM orderLookups WHERE orderID = ?", arguments: [order.rawValue])
    }
  }

  /// A row as a request; `nil` for one of a newer build, which is asked for anew.
  private static func lookup(_ row: Row) -> OrderLookup? {
    guard let order = AppStoreOrderID(row["orderID"] as String),
      let outcome = OrderLookup.Outcome(rawValue: row["outcome"])
    else { return nil }
    return OrderLookup(
      order, requestedAt: Timestamp(milliseconds: row["requestedAt"]), actor: row["actor"],
      outcome: outcome, toldAt: (row["toldAt"] as Int64?).map { Timestamp(milliseconds: $0) },
      detail: row["detail"])
  }
}
