#if Postgres
  import EventLedger
  import SubscriptionCore

  extension PostgresLedger {
    private static let selectOrders = """
      SELECT orderID, requestedAt, actor, outcome, toldAt, detail FROM orderLookups
      """

    /// The request about an order.
    public func orderLookup(_ order: AppStoreOrderID) throws(LedgerError) -> OrderLookup? {
      try orders("WHERE orderID = $1", .text(order.rawValue)).first
    }

    /// The requests that wait for an answer, the longest wait first.
    public func openOrderLookups(limit: Int) throws(LedgerError) -> [OrderLookup] {
      try orders(
        "WHERE outcome = 'waiting' ORDER BY requestedAt, orderID LIMIT $1",
        .integer(Int64(max(0, limit))))
    }

    /// Requests; one of a newer build is left out, which is asked for anew.
    private func orders(
      _ condition: String, _ value: SQLValue
    ) throws(LedgerError) -> [OrderLookup] {
      try read { connection in
        let rows = try connection.query("\(PostgresLedger.selectOrders) \(condition)", [value])
        return (0..<rows.count).compactMap { place in
          guard let order = AppStoreOrderID(rows.text(place, 0)),
            let outcome = OrderLookup.Outcome(rawValue: rows.text(place, 3))
          else { return nil }
          return OrderLookup(
            order, requestedAt: Timestamp(milliseconds: rows.integer(place, 1)),
            actor: rows.text(place, 2), outcome: outcome,
            toldAt: rows.optionalInteger(place, 4).map(Timestamp.init(milliseconds:)),
            detail: rows.text(place, 5))
        }
      }
    }

    /// Keeps a request in the place of an earlier one.
    public func putOrderLookup(_ lookup: OrderLookup) throws(LedgerError) {
      try change { connection in
        try connection.run(
          """
          INSERT INTO orderLookups (orderID, requestedAt, actor, outcome, toldAt, detail)
          VALUES ($1, $2, $3, $4, $5, $6)
          ON CONFLICT (orderID) DO UPDATE SET requestedAt = excluded.requestedAt,
            actor = excluded.actor, outcome = excluded.outcome, toldAt = excluded.toldAt,
            detail = excluded.detail
          """,
          [
            .text(lookup.order.rawValue), .integer(lookup.requestedAt.milliseconds),
            .text(lookup.actor), .text(lookup.outcome.rawValue),
            .integer(lookup.toldAt?.milliseconds), .text(lookup.detail),
          ])
      }
    }

    /// Drops the request about an order.
    public func dropOrderLookup(_ order: AppStoreOrderID) throws(LedgerError) {
      try change { connection in
        try connection.run("DELETE FROM orderLookups WHERE orderID = $1", [.text(order.rawValue)])
      }
    }
  }
#endif
