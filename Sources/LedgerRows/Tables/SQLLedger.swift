import EventLedger
import SubscriptionCore

/// A ledger in a database, in which the tables beside events and subscribers are kept by the same
/// statements as in every other.
public protocol SQLLedger: Ledger {
  /// A Boolean value that indicates whether this is the past of a ledger.
  var isPast: Bool { get }

  /// Returns the next entries behind a position, up to another and as far as a batch goes.
  func entries(
    after: LedgerPosition, through last: LedgerPosition, limit: Int
  ) throws(LedgerError) -> [(position: LedgerPosition, entry: LedgerEntry)]

  /// Runs statements on a connection.
  @discardableResult
  func access<Value>(
    _ access: SQLAccess, _ body: (any SQLConnection) throws -> Value
  ) throws(LedgerError) -> Value
}

/// The access to the tables of a ledger that some statements need.
public enum SQLAccess: Sendable {
  /// One statement that reads, or several that need not agree.
  case reading
  /// Statements that read from one state of the ledger.
  case snapshot
  /// Statements that change what is neither a fact nor derived from facts, all of them or none.
  case change
}

// MARK: Erasures

extension SQLLedger {
  /// The erasures that took place, oldest first.
  public func erasures() throws(LedgerError) -> [LedgerErasure] {
    try access(.reading) { connection in
      try connection.fetch("SELECT at, actor, entries FROM erasures ORDER BY number") { row in
        LedgerErasure(at: row.time(0), actor: row.text(1), entryCount: Int(row.integer(2)))
      }
    }
  }

  /// The number of erasures that took place.
  public func erasureCount() throws(LedgerError) -> Int { try rowCount(of: "erasures") }

  private func rowCount(of table: String) throws(LedgerError) -> Int {
    try access(.reading) { connection in try connection.rowCount(of: table) }
  }
}

// MARK: Requests about orders

extension SQLLedger {
  /// The request about an order.
  public func orderLookup(_ order: AppStoreOrderID) throws(LedgerError) -> OrderLookup? {
    try orderLookups("WHERE orderID = $1", .text(order.rawValue)).first
  }

  /// The requests that wait for an answer, the longest wait first.
  public func openOrderLookups(limit: Int) throws(LedgerError) -> [OrderLookup] {
    try orderLookups(
      "WHERE outcome = 'waiting' ORDER BY requestedAt, orderID LIMIT $1", .limit(limit))
  }

  /// Requests, without those of a newer build, which are requested again.
  private func orderLookups(
    _ condition: String, _ value: SQLArgument
  ) throws(LedgerError) -> [OrderLookup] {
    try access(.reading) { connection in
      try connection.fetch(
        """
        SELECT orderID, requestedAt, actor, outcome, toldAt, detail FROM orderLookups \(condition)
        """, [value]
      ) { row in
        guard let order = AppStoreOrderID(row.text(0)),
          let outcome = OrderLookup.Outcome(rawValue: row.text(3))
        else { return nil }
        return OrderLookup(
          order, requestedAt: row.time(1), actor: row.text(2), outcome: outcome,
          toldAt: row.optionalTime(4), detail: row.text(5))
      }
    }
  }

  /// Keeps a request in the place of an earlier one.
  public func putOrderLookup(_ lookup: OrderLookup) throws(LedgerError) {
    try access(.change) { connection in
      try connection.execute(
        """
        INSERT INTO orderLookups (orderID, requestedAt, actor, outcome, toldAt, detail)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (orderID) DO UPDATE SET requestedAt = excluded.requestedAt,
          actor = excluded.actor, outcome = excluded.outcome, toldAt = excluded.toldAt,
          detail = excluded.detail
        """,
        [
          .text(lookup.order.rawValue), .time(lookup.requestedAt), .text(lookup.actor),
          .text(lookup.outcome.rawValue), .time(lookup.toldAt), .text(lookup.detail),
        ])
    }
  }

  /// Drops the request about an order.
  public func dropOrderLookup(_ order: AppStoreOrderID) throws(LedgerError) {
    try access(.change) { connection in
      try connection.execute("DELETE FROM orderLookups WHERE orderID = $1", [.text(order.rawValue)])
    }
  }
}

// MARK: Quarantine

extension SQLLedger {
  /// Refused payloads by number.
  public func refused(after number: Int64, limit: Int) throws(LedgerError) -> [RefusedEntry] {
    try access(.reading) { connection in
      try connection.fetch(
        """
        SELECT number, identity, raw, receivedAt, origin, line, reason, field FROM quarantine
        WHERE number > $1 ORDER BY number LIMIT $2
        """, [.integer(number), .limit(limit)]
      ) { row in
        RefusedEntry(
          number: row.integer(0), identity: row.text(1), raw: Array(row.buffer(2)),
          receivedAt: row.time(3), origin: row.text(4), line: Int(row.integer(5)),
          reason: row.text(6), field: row.text(7))
      }
    }
  }

  /// The number of refused payloads.
  public func refusedCount() throws(LedgerError) -> Int { try rowCount(of: "quarantine") }

  /// Removes one from the quarantine.
  public func dropRefused(_ number: Int64) throws(LedgerError) -> Bool {
    try access(.change) { connection in
      try connection.execute("DELETE FROM quarantine WHERE number = $1", [.integer(number)]) > 0
    }
  }
}
