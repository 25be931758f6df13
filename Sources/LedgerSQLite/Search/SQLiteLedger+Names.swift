import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

extension SQLiteLedger {
  /// The subscriptions that a text names, or else those that it is a piece of.
  ///
  /// - Complexity: O(*c* log *n*) for *c* subscriptions with a name that contains the last eight
  ///   letters and digits of the text.
  public func resolve(_ text: String, limit: Int) throws(LedgerError) -> [SubscriptionID] {
    guard !text.isEmpty, limit > 0 else { return [] }
    return try read { database in
      var search = try NameSearch(database, text, isPast: isPast)
      let named = try search.named(limit: limit)
      var found = try named.isEmpty ? search.pieces(limit: limit) : named
      if found.isEmpty { found = try search.ends(limit: limit) }
      return Array(found.sorted { $0.rawValue.utf8Precedes($1.rawValue) }.prefix(limit))
    }
  }

  /// The subscriptions whose names a text is near to.
  ///
  /// - Complexity: O(*c* log *n*) for *c* people with all letters of the text that errors leave;
  ///   O(*n*) for *n* different names and mail addresses where no index of people is made yet.
  public func near(_ text: String, limit: Int) throws(LedgerError) -> [SubscriptionID] {
    guard let near = FuzzyMatcher(text), limit > 0 else { return [] }
    let (found, isIndexed) = try read { database in
      var found = try NameSearch(database, text, isPast: isPast).near(near)
      let index = PeopleIndex(database)
      let isIndexed = try index.addSubscriptions(near: near, limit: limit, to: &found)
      if !isIndexed {
        for column in [NameColumn.name, .email] {
          try column.addSubscriptions(near: near, limit: limit, to: &found, database)
        }
      }
      return (found.nearest(limit: limit), isIndexed)
    }
    if !isIndexed { try beginIndexingPeople() }
    return found
  }
}

/// A column of people's names or mail addresses, with an index in its order.
private enum NameColumn {
  case name, email

  /// The values behind a value, in their order.
  private var values: String {
    switch self {
    case .name: "SELECT name FROM subscribers WHERE name > ? ORDER BY name"
    case .email: "SELECT email FROM accounts WHERE email > ? ORDER BY email"
    }
  }

  /// The first subscriptions with a value.
  private var subscriptions: String {
    switch self {
    case .name: "SELECT id FROM subscribers WHERE name = ? ORDER BY id LIMIT ?"
    case .email:
      """
      SELECT s.id FROM accounts a
      JOIN subscribers s ON s.accountMark = name_mark(a.account) AND s.account = a.account
      WHERE a.email = ? ORDER BY s.id LIMIT ?
      """
    }
  }

  /// The number of times that a value is read before the next one is looked up instead.
  private static let repeatsMax = 8

  /// Adds the first subscriptions of every value that a text is near to.
  func addSubscriptions(
    near: FuzzyMatcher, limit: Int, to found: inout NearNames, _ database: Database
  ) throws {
    let select = try RawStatement(database, values)
    defer { select.reset() }
    var (last, repeats) = ([UInt8](), 0)
    select.bind("", at: 1)
    while try select.step() {
      let value = select.buffer(0)
      guard !value.elementsEqual(last) else {
        repeats += 1
        if repeats == Self.repeatsMax {
          select.reset()
          select.bind(text: last, at: 1)
        }
        continue
      }
      last.removeAll(keepingCapacity: true)
      last.append(contentsOf: value)
      repeats = 0
      guard near.mayBeNear(value), let errors = near.errors(inName: select.text(0)) else {
        continue
      }
      let ids = try String.fetchAll(
        database, sql: subscriptions, arguments: [select.text(0), limit])
      for id in ids { found.add(SubscriptionID(id), errors: errors) }
    }
  }
}

/// Looks for the subscriptions that a text names or is a piece of.
private struct NameSearch {
  private let database: Database
  private let text: String
  private let normalized: String
  private let projector: Projector
  /// The places that the trigrams of the text give, looked up where nothing shorter answers.
  private lazy var candidates = Result {
    try TrigramIndex(database).candidates(for: normalized)
  }
  /// The table of all events, also of those that a ledger of the past leaves out.
  private let events: String

  /// The most candidates that are compared with the whole of a name, which few have in common.
  private static let namesakesMax = 2_000

  init(_ database: Database, _ text: String, isPast: Bool) throws {
    self.database = database
    events = isPast ? "\(AsOfSnapshot.live).events" : "events"
    self.text = text
    normalized = LookupName.normalized(text)
    projector = try Projector(database, policy: .standard)
  }

  mutating func named(limit: Int) throws -> Set<SubscriptionID> {
    var found = try ids(
      """
      SELECT id FROM subscribers WHERE key = (SELECT key FROM subscriptions WHERE id = ?1)
      UNION SELECT id FROM subscribers WHERE accountMark = name_mark(?1) AND account = ?1
      UNION SELECT s.id FROM accounts a
        JOIN subscribers s ON s.accountMark = name_mark(a.account) AND s.account = a.account
        WHERE a.email = ?2
      ORDER BY id LIMIT ?3
      """, [text, Filter.foldCase(text), limit])
    // An identifier of ours is no order or name of another subscription.
    guard !found.contains(SubscriptionID(text)) else { return found }
    let token = try TrigramIndex(database).candidates(forToken: normalized)
    for candidates in [try candidates.get(), token] {
      found.formUnion(
        try subscriptions(candidates.prefix(Self.namesakesMax), limit: limit) { names in
          names.contains { $0.matches(text) }
        })
    }
    return found
  }

  /// The subscriptions that the text is a piece of.
  mutating func pieces(limit: Int) throws -> Set<SubscriptionID> {
    guard text.unicodeScalars.count >= LookupName.pieceLengthMin else { return [] }
    var found = try ids(
      """
      SELECT s.id FROM subscriptions n CROSS JOIN subscribers s ON s.key = n.key
      WHERE n.id >= ?1 AND n.id < ?1 || char(0x10FFFF) ORDER BY n.id LIMIT ?2
      """, [text, limit])
    found.formUnion(
      try subscriptions(candidates.get()[...], limit: limit) { names in
        names.contains { $0.contains(piece: normalized) }
      })
    return found
  }

  /// The subscriptions whose own identifier ends in the text.
  ///
  /// - Complexity: O(*n*) for *n* subscriptions, for texts that may be such an end.
  func ends(limit: Int) throws -> Set<SubscriptionID> {
    guard let (start, end) = LookupName.ends(ofIdentifier: text) else { return [] }
    return try ids(
      """
      SELECT s.id FROM subscriptions n CROSS JOIN subscribers s ON s.key = n.key
      WHERE n.id >= ?1 AND n.id < ?1 || char(0x10FFFF) AND substr(n.id, -length(?2)) = ?2
      ORDER BY n.id LIMIT ?3
      """, [start, end, limit])
  }

  /// The subscriptions with an identifier that the text is near to, and by how many errors.
  func near(_ near: FuzzyMatcher) throws -> NearNames {
    var found = NearNames()
    for piece in near.intactPieces {
      let candidates = try TrigramIndex(database).candidates(for: piece)
      for errors in 0...1 {
        let ids = try subscriptions(candidates.prefix(Self.namesakesMax), limit: .max) { names in
          names.contains {
            !$0.allowsPrefix && near.errors(inIdentifier: $0.text) == errors
          }
        }
        for id in ids { found.add(id, errors: errors) }
      }
    }
    return found
  }

  private func ids(
    _ sql: String, _ arguments: StatementArguments
  ) throws -> Set<SubscriptionID> {
    Set(try String.fetchAll(database, sql: sql, arguments: arguments).map { SubscriptionID($0) })
  }

  /// The subscriptions whose names satisfy a test, of those that candidates tell of.
  ///
  /// A name indexed under an event comes from that event, which finds most candidates alone.
  private func subscriptions(
    _ candidates: ArraySlice<Int64>, limit: Int,
    where test: ([LookupName]) -> Bool
  ) throws -> Set<SubscriptionID> {
    // The event under which a name is indexed need not be the one that stated it by then.
    let find = try RawStatement(
      database, "SELECT subscription, body FROM \(events) WHERE number = ?")
    defer { find.reset() }
    var seen: Set<Int64> = []
    var found: Set<SubscriptionID> = []
    for number in candidates where found.count < limit {
      find.reset()
      find.bind(number, at: 1)
      guard try find.step(), !seen.contains(find.integer(0)) else { continue }
      let event = try StoredEvent.decode(find.buffer(1))
      guard test(LookupName.names(in: event)) else { continue }
      let key = find.integer(0)
      seen.insert(key)
      if let row = try projector.storedRow(key)?.summary,
        test(try projector.events(key).flatMap(LookupName.names))
      {
        found.insert(row.id)
      }
    }
    return found
  }
}
