import EventLedger
import GRDB
import SubscriptionCore

extension SQLiteLedger {
  /// The subscriptions that a text names, or else those that it is a piece of.
  ///
  /// - Complexity: O(*c* log *n*) for *c* subscriptions with a name that contains the last eight
  ///   letters and digits of the text.
  public func resolve(_ text: String, limit: Int) throws(LedgerError) -> [SubscriptionID] {
    guard !text.isEmpty, limit > 0 else { return [] }
    return try read { database in
      let search = try NameSearch(database, text)
      let named = try search.named(limit: limit)
      let found = try named.isEmpty ? search.pieces(limit: limit) : named
      return Array(found.sorted { $0.rawValue.utf8Precedes($1.rawValue) }.prefix(limit))
    }
  }

  /// The subscriptions of one account.
  ///
  /// - Complexity: O(*c* + log *n*) for *c* subscriptions of the account.
  public func subscriptions(
    of account: AccountID, limit: Int
  ) throws(LedgerError) -> [SubscriptionID] {
    guard limit > 0 else { return [] }
    return try read { database in
      let select = try RawStatement(
        database, "SELECT id FROM subscribers WHERE account = ? ORDER BY id LIMIT ?")
      select.bind(account.rawValue, at: 1)
      select.bind(Int64(limit), at: 2)
      defer { select.reset() }
      var found: [SubscriptionID] = []
      while try select.step() { found.append(SubscriptionID(select.text(0))) }
      return found
    }
  }
}

/// Looks for the subscriptions that a text names or is a piece of.
private struct NameSearch {
  private let database: Database
  private let text: String
  private let spoken: String
  private let deriver: RowDeriver
  private let candidates: [Int64]

  /// The most candidates that are compared with the whole of a name, which few have in common.
  private static let namesakesMax = 2_000

  init(_ database: Database, _ text: String) throws {
    self.database = database
    self.text = text
    spoken = LookupName.spoken(text)
    deriver = try RowDeriver(database, policy: .standard)
    candidates = try PieceIndex(database).candidates(for: spoken)
  }

  /// The subscriptions that the text names.
  func named(limit: Int) throws -> Set<SubscriptionID> {
    var found = try ids(
      """
      SELECT id FROM subscribers WHERE key = (SELECT key FROM subscriptions WHERE id = ?1)
      UNION SELECT id FROM subscribers WHERE account = ?1
      UNION SELECT id FROM subscribers
        WHERE account IN (SELECT account FROM accounts WHERE email = ?2)
      ORDER BY id LIMIT ?3
      """, [text, Filter.foldCase(text), limit])
    for candidates in [candidates, try PieceIndex(database).candidates(forToken: spoken)] {
      found.formUnion(
        try subscriptions(candidates.prefix(Self.namesakesMax), limit: limit) { names, _ in
          names.contains { $0.matches(text) }
        })
    }
    return found
  }

  /// The subscriptions that the text is a piece of.
  func pieces(limit: Int) throws -> Set<SubscriptionID> {
    guard text.unicodeScalars.count >= LookupName.pieceLengthMin else { return [] }
    var found = try ids(
      """
      SELECT s.id FROM subscriptions n CROSS JOIN subscribers s ON s.key = n.key
      WHERE n.id >= ?1 AND n.id < ?1 || char(0x10FFFF) ORDER BY n.id LIMIT ?2
      """, [text, limit])
    found.formUnion(
      try subscriptions(candidates[...], limit: limit) { names, account in
        names.contains { $0.contains(piece: spoken) }
          || LookupName.text(account?.rawValue ?? "", contains: spoken)
      })
    return found
  }

  private func ids(
    _ sql: String, _ arguments: StatementArguments
  ) throws -> Set<SubscriptionID> {
    Set(try String.fetchAll(database, sql: sql, arguments: arguments).map { SubscriptionID($0) })
  }

  /// The subscriptions whose names and account satisfy a test, of those that candidates tell of.
  ///
  /// What is indexed under an event comes from that event, so most candidates are told by it alone.
  private func subscriptions(
    _ candidates: ArraySlice<Int64>, limit: Int,
    where test: ([LookupName], AccountID?) -> Bool
  ) throws -> Set<SubscriptionID> {
    let find = try RawStatement(
      database, "SELECT subscription, body FROM events WHERE number = ?")
    defer { find.reset() }
    var seen: Set<Int64> = []
    var found: Set<SubscriptionID> = []
    for number in candidates where found.count < limit {
      find.reset()
      find.bind(number, at: 1)
      guard try find.step(), !seen.contains(find.integer(0)) else { continue }
      let event = try find.withBytes(1) { bytes in try EventCodec.decode(bytes) }
      guard test(LookupName.names(in: event), event.facts.account) else { continue }
      let key = find.integer(0)
      seen.insert(key)
      if let row = try deriver.storedRow(key)?.summary,
        test(try deriver.events(key).flatMap(LookupName.names), row.account)
      {
        found.insert(row.id)
      }
    }
    return found
  }
}
