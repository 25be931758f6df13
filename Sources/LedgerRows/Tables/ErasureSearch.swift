import EventLedger
import SubscriptionCore

/// A search for what an erasure of one account removes.
public struct ErasureSearch<Connection: SQLConnection> {
  private typealias Dialect = Connection.Dialect
  private let account: AccountID
  private let connection: Connection

  /// Prepares to search over a connection.
  public init(_ account: AccountID, _ connection: Connection) {
    (self.account, self.connection) = (account, connection)
  }

  /// The positions of the entries that tell of the account's subscriptions or name it, in order.
  public func positions() throws -> [LedgerPosition] {
    var positions = Set(
      try connection.fetch(
        """
        SELECT DISTINCT number >> \(EventNumber.bits) FROM events
        WHERE subscription IN (SELECT key FROM subscribers WHERE \(account.isOwner))
        """, account.asOwner
      ) { $0.integer(0) })
    try eachNaming(Dialect.eventBody, in: "events") { row in
      let event = try EventCodec.decode(row.buffer(1))
      if event.facts.account == account { positions.insert(row.integer(0) >> EventNumber.bits) }
    }
    return positions.sorted()
  }

  /// The search for payloads that name the account or its purchases.
  public func payloads() throws -> AccountSearch {
    let events = try connection.fetch(
      """
      SELECT \(Dialect.eventBody) FROM events
      WHERE subscription IN (SELECT key FROM subscribers WHERE \(account.isOwner))
      """, account.asOwner
    ) { try EventCodec.decode($0.buffer(0)) }
    return AccountSearch(account, purchases: events)
  }

  /// The numbers of the refused payloads that a search finds.
  public func refused(_ search: AccountSearch) throws -> [Int64] {
    var numbers: [Int64] = []
    try eachRow(
      "SELECT number, raw FROM quarantine WHERE number > $1 ORDER BY number LIMIT 64"
    ) { row in
      if search.finds(in: Array(row.buffer(1))) { numbers.append(row.integer(0)) }
    }
    return numbers
  }

  /// The numbers of the changes of the account's subscriptions, and of those from when another's
  /// was still the account's.
  private func changes() throws -> [Int64] {
    var numbers = Set(
      try connection.fetch(
        """
        SELECT number FROM changes
        WHERE subscription IN (SELECT id FROM subscribers WHERE \(account.isOwner))
        """, account.asOwner
      ) { $0.integer(0) })
    try eachNaming(Dialect.changeBody, in: "changes") { row in
      let subscriber = try EventCodec.decode(row: row.buffer(1))
      if subscriber.summary.account == account { numbers.insert(row.integer(0)) }
    }
    return numbers.sorted()
  }

  /// Returns the statements that remove what is neither an entry nor follows from one, while the
  /// account's subscribers are still there.
  ///
  /// The audit log keeps who saw something of the account and when, but not of whom.
  public func removal(
    ofRefused refused: [Int64], purchases: [String]
  ) throws -> [(sql: String, values: [SQLArgument])] {
    let changes = SQLArgument.integers(try changes())
    // A list may name a purchase without its account.
    let listed = stride(from: 0, to: purchases.count, by: 500).map { start in
      let part = purchases[start..<min(start + 500, purchases.count)]
      let places = (1...part.count).map { "$\($0)" }.joined(separator: ", ")
      return (
        "DELETE FROM backfill WHERE name IN (\(places))", part.map { SQLArgument.text($0) }
      )
    }
    return listed + [
      ("DELETE FROM deliveries WHERE change \(Dialect.isOneOf("$1"))", [changes]),
      ("DELETE FROM changes WHERE number \(Dialect.isOneOf("$1"))", [changes]),
      (
        """
        UPDATE accesses SET subscription = NULL, account = NULL
        WHERE account = $2 OR subscription IN (
          SELECT id FROM subscribers WHERE \(account.isOwner))
        """, account.asOwner
      ),
      ("DELETE FROM quarantine WHERE number \(Dialect.isOneOf("$1"))", [.integers(refused)]),
      ("DELETE FROM backfill WHERE account = $1", [.text(account.rawValue)]),
      // An answer that was no subscription may be about the account: that is unknown.
      ("DELETE FROM orderLookups WHERE outcome <> 'waiting'", []),
    ]
  }

  /// Calls a closure with the number and the bytes of every row that has the account's name in it.
  private func eachNaming(
    _ column: String, in table: String, _ body: (any SQLRow) throws -> Void
  ) throws {
    try eachRow(
      """
      SELECT number, \(column) FROM \(table)
      WHERE number > $1 AND \(Dialect.has(bytes: "$2", in: column)) ORDER BY number LIMIT 1024
      """, [.bytes(Array(account.rawValue.utf8))], body)
  }

  /// Calls a closure for every row of a query that gives a page of rows after a number.
  private func eachRow(
    _ sql: String, _ values: [SQLArgument] = [], _ body: (any SQLRow) throws -> Void
  ) throws {
    var last: Int64 = 0
    while true {
      let numbers = try connection.fetch(sql, [.integer(last)] + values) { row in
        try body(row)
        return row.integer(0)
      }
      guard let end = numbers.last else { return }
      guard end > last else { throw DisorderError(rows: "rows") }
      last = end
    }
  }
}

extension SQLLedger {
  /// The numbers of what an erasure of an account would remove.
  public func erasable(_ account: AccountID) throws(LedgerError) -> ErasureCounts {
    try access(.snapshot) { connection in try connection.erasable(account) }
  }
}

extension SQLConnection {
  fileprivate func erasable(_ account: AccountID) throws -> ErasureCounts {
    let search = ErasureSearch(account, self)
    return ErasureCounts(
      entries: try search.positions().count,
      refused: try search.refused(search.payloads()).count)
  }
}
