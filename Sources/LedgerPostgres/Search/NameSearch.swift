#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  /// A search for the subscriptions that a text names or is a piece of.
  struct NameSearch {
    private let connection: PostgresConnection
    private let text: String
    private let normalized: String
    /// The table of all events, also of those that a ledger of the past leaves out.
    private let events: String

    /// The most candidates that are compared with the whole of a name, which few have in common.
    private static let namesakesMax = 2_000

    /// Prepares a search for a text.
    init(_ connection: PostgresConnection, _ text: String, events: String) {
      (self.connection, self.text, self.events) = (connection, text, events)
      normalized = LookupName.normalized(text)
    }

    func named(limit: Int) throws -> Set<SubscriptionID> {
      var found = try ids(
        """
        SELECT id FROM (
          SELECT id FROM subscribers WHERE id = $1
          UNION SELECT id FROM subscribers
            WHERE accountMark IS NOT NULL AND accountMark = $2 AND account = $1
        ) AS named ORDER BY id LIMIT $3
        """, [.text(text), .integer(Hash64.of(text)), .integer(Int64(clamping: limit))])
      if try connection.showsProfiles() { found.formUnion(try owned(limit: limit)) }
      guard LookupName.isLongEnough(normalized) else { return found }
      let scalars = Array(normalized.unicodeScalars)
      var pieces = [scalars]
      if scalars.count > IndexedNames.tokenLength {
        pieces.append(Array(scalars.prefix(IndexedNames.tokenLength)))
      }
      for piece in pieces {
        found.formUnion(
          try subscriptions(piece, atMost: Self.namesakesMax, limit: limit) { names in
            names.contains { $0.matches(text) }
          })
      }
      return found
    }

    /// The subscriptions of the account with the text as its mail address.
    private func owned(limit: Int) throws -> Set<SubscriptionID> {
      let email = Filter.foldCase(text)
      return try ids(
        """
        SELECT s.id FROM accounts a
        JOIN subscribers s
          ON s.accountMark IS NOT NULL AND s.accountMark = a.mark AND s.account = a.account
        WHERE a.emailMark IS NOT NULL AND a.emailMark = $1 AND a.email = $2
        ORDER BY s.id LIMIT $3
        """, [.integer(Hash64.of(email)), .text(email), .integer(Int64(clamping: limit))])
    }

    /// The subscriptions that the text is a piece of.
    func pieces(limit: Int) throws -> Set<SubscriptionID> {
      guard text.unicodeScalars.count >= LookupName.pieceLengthMin else { return [] }
      var found = try ids(
        """
        SELECT id FROM subscribers WHERE id >= $1 AND id < $2 ORDER BY id LIMIT $3
        """, [.text(text), .text(text + "\u{10FFFF}"), .integer(Int64(clamping: limit))])
      guard LookupName.isLongEnough(normalized) else { return found }
      found.formUnion(
        try subscriptions(
          Array(normalized.unicodeScalars), atMost: PieceTable.candidatesMax, limit: limit
        ) { names in
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
        SELECT id FROM subscribers WHERE id >= $1 AND id < $2 AND id LIKE $3 ORDER BY id LIMIT $4
        """,
        [
          .text(start), .text(start + "\u{10FFFF}"), .text("%" + end),
          .integer(Int64(clamping: limit)),
        ])
    }

    /// The subscriptions with an identifier that the text is near to, and by how many errors.
    func near(_ near: FuzzyMatcher) throws -> NearNames {
      var found = NearNames()
      for piece in near.intactPieces {
        let errors = try subscriptions(
          Array(piece.unicodeScalars), atMost: Self.namesakesMax
        ) { names in
          names.filter { !$0.allowsPrefix }.compactMap { near.errors(inIdentifier: $0.text) }.min()
        }
        for (id, count) in errors { found.add(id, errors: count) }
      }
      return found
    }

    /// The subscriptions with an event that names an account, also one that counts no more; `nil`
    /// where the index cannot tell.
    func keys(thatTellOf account: AccountID) throws -> Set<Int64>? {
      let scalars = Array(normalized.unicodeScalars)
      guard !NameGrams.ways(of: scalars)[0].isEmpty else { return nil }
      var (keys, count) = (Set<Int64>(), 0)
      try eachCandidate(scalars, atMost: PieceTable.candidatesMax) { key, event in
        count += 1
        if event.facts.account == account { keys.insert(key) }
      }
      return count < PieceTable.candidatesMax ? keys : nil
    }

    // MARK: Candidates

    private func ids(_ sql: String, _ values: [SQLValue]) throws -> Set<SubscriptionID> {
      Set(try connection.query(sql, values).compactMap { SubscriptionID($0.text(0)) })
    }

    /// Calls a closure with the events whose names may contain a piece.
    ///
    /// The sequences stand in the text, so that the server plans for how many have them.
    private func eachCandidate(
      _ piece: [Unicode.Scalar], atMost limit: Int, _ body: (Int64, SubscriptionEvent) -> Void
    ) throws {
      let ways = NameGrams.ways(of: piece).map { way in
        way.isEmpty ? "true" : "grams @> '\(NameGrams.text(of: way))'::integer[]"
      }
      let rows = try connection.query(
        """
        SELECT e.subscription, e.body FROM \(events) e
        WHERE e.number IN (
          SELECT number FROM pieces WHERE \(ways.joined(separator: " OR ")) LIMIT \(limit))
        """, isKept: false)
      for place in 0..<rows.count {
        body(rows.integer(place, 0), try EventCodec.decode(rows.buffer(place, 1)))
      }
    }

    /// The subscriptions whose names satisfy a test, of those that candidates tell of.
    private func subscriptions(
      _ piece: [Unicode.Scalar], atMost most: Int, limit: Int,
      where test: ([LookupName]) -> Bool
    ) throws -> Set<SubscriptionID> {
      let found = try subscriptions(piece, atMost: most) { test($0) ? 0 : nil }.keys
      return limit < found.count
        ? Set(found.sorted { $0.rawValue.utf8Precedes($1.rawValue) }.prefix(limit)) : Set(found)
    }

    /// The subscriptions in whose names a test counts errors, with their number, of those that
    /// candidates tell of.
    ///
    /// A name indexed under an event comes from that event, so most candidates are found by it
    /// alone.
    private func subscriptions(
      _ piece: [Unicode.Scalar], atMost most: Int, errors: ([LookupName]) -> Int?
    ) throws -> [SubscriptionID: Int] {
      var keys: Set<Int64> = []
      try eachCandidate(piece, atMost: most) { key, event in
        if !keys.contains(key), errors(LookupName.names(in: event)) != nil {
          keys.insert(key)
        }
      }
      guard !keys.isEmpty else { return [:] }
      var names: [Int64: [LookupName]] = [:]
      try connection.eachEvent(of: keys) { key, _, event in
        names[key, default: []] += LookupName.names(in: event)
      }
      var found: [SubscriptionID: Int] = [:]
      try connection.eachRow(of: keys) { key, row in
        found[row.summary.id] = errors(names[key] ?? [])
      }
      return found
    }
  }
#endif
