#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  extension PostgresLedger {
    /// The table of all events, which a ledger of the past leaves some out of.
    private var allEvents: String { past.map { "\($0.cut.schema).events" } ?? "events" }

    func names(_ connection: PostgresConnection, _ text: String) -> NameSearch {
      NameSearch(connection, text, events: allEvents)
    }

    /// The subscriptions that a text names, or else those that it is a piece of.
    ///
    /// - Complexity: O(*c* log *n*) for *c* subscriptions with a name that contains the last eight
    ///   letters and digits of the text.
    public func resolve(_ text: String, limit: Int) throws(LedgerError) -> [SubscriptionID] {
      guard !text.isEmpty, limit > 0 else { return [] }
      return try snapshot { connection in
        let search = names(connection, text)
        let named = try search.named(limit: limit)
        var found = try named.isEmpty ? search.pieces(limit: limit) : named
        if found.isEmpty { found = try search.ends(limit: limit) }
        return Array(found.sorted { $0.rawValue.utf8Precedes($1.rawValue) }.prefix(limit))
      }
    }

    /// The subscriptions whose names a text is near to.
    public func near(_ text: String, limit: Int) throws(LedgerError) -> [SubscriptionID] {
      guard let near = FuzzyMatcher(text), limit > 0 else { return [] }
      let found = try snapshot { connection in
        var found = try names(connection, text).near(near)
        guard try connection.showsProfiles() else { return found }
        try PostgresLedger.eachName(connection, near) { found.add($0, errors: $1) }
        try PostgresLedger.eachEmail(connection, near) { found.add($0, errors: $1) }
        return found
      }
      return found.nearest(limit: limit)
    }

    /// The number of names that are read together.
    private static let namesOfBatch = 10_000

    /// Calls a closure with the subscriptions of people whose names a text is near to.
    private static func eachName(
      _ connection: PostgresConnection, _ near: FuzzyMatcher,
      _ body: (SubscriptionID, Int) -> Void
    ) throws {
      var last = Int64.min
      while true {
        let rows = try connection.query(
          """
          SELECT key, id, name FROM subscribers WHERE name IS NOT NULL AND key > $1
          ORDER BY key LIMIT \(namesOfBatch)
          """, [.integer(last)])
        for place in 0..<rows.count {
          if let errors = near.errors(inName: rows.text(place, 2)) {
            body(SubscriptionID(rows.text(place, 1)), errors)
          }
        }
        guard rows.count == namesOfBatch else { return }
        last = rows.integer(rows.count - 1, 0)
      }
    }

    /// Calls a closure with the subscriptions of people whose mail addresses a text is near to.
    private static func eachEmail(
      _ connection: PostgresConnection, _ near: FuzzyMatcher,
      _ body: (SubscriptionID, Int) -> Void
    ) throws {
      let rows = try connection.query(
        "SELECT mark, account, email FROM accounts WHERE email IS NOT NULL")
      for place in 0..<rows.count {
        guard let errors = near.errors(inName: rows.text(place, 2)) else { continue }
        let own = try connection.query(
          """
          SELECT id FROM subscribers
          WHERE accountMark IS NOT NULL AND accountMark = $1 AND account = $2
          """,
          [.integer(rows.integer(place, 0)), .text(rows.text(place, 1))])
        for row in 0..<own.count { body(SubscriptionID(own.text(row, 0)), errors) }
      }
    }
  }
#endif
