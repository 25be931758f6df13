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

    /// The subscriptions whose names a text is near to; of people it is near to some thousands of,
    /// not all.
    ///
    /// - Complexity: O(*c*) for *c* names with the sequences of letters that errors leave.
    public func near(_ text: String, limit: Int) throws(LedgerError) -> [SubscriptionID] {
      guard let near = FuzzyMatcher(text), limit > 0 else { return [] }
      let found = try snapshot { connection in
        var found = try names(connection, text).near(near)
        if try connection.showsProfiles() {
          try PeopleSearch(connection, near).addSubscriptions(to: &found, limit: limit)
        }
        return found
      }
      return found.nearest(limit: limit)
    }
  }
#endif
