#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore
  import Synchronization

  /// A search for the subscriptions of people whose name or mail address a text is near to.
  struct PeopleSearch {
    private let connection: PostgresConnection
    private let near: FuzzyMatcher

    /// The most people of some errors that are compared: a name that is near so many identifies no
    /// one.
    private static let candidatesMax = 2_000
    /// The number of people that are read together where all of them are.
    private static let batch = 10_000

    /// Prepares a search for a text.
    init(_ connection: PostgresConnection, _ near: FuzzyMatcher) {
      (self.connection, self.near) = (connection, near)
    }

    /// Adds the subscriptions, until enough have fewer errors than all that are left.
    func addSubscriptions(to found: inout NearNames, limit: Int) throws {
      guard try connection.hasNameGrams() else { return try addAll("true", to: &found) }
      try addAll("grams IS NULL", to: &found)
      for errors in 0...near.errorsMax {
        let ways = near.ways(errors: errors).map { way in
          "grams @> '\(NameGrams.text(of: Set(way.map(NameGrams.gram))))'::integer[]"
        }
        // The sequences stand in the text, so that the server plans for how many have them.
        let rows = try connection.query(
          """
          SELECT profile FROM accounts WHERE \(ways.joined(separator: " OR "))
          LIMIT \(Self.candidatesMax)
          """, isKept: false)
        try add(rows, at: 0, to: &found)
        guard found.count(atMost: errors) < limit else { return }
      }
    }

    /// Adds the subscriptions of the people with a row that satisfies a condition, whose names are
    /// looked at one by one.
    private func addAll(_ condition: String, to found: inout NearNames) throws {
      var first = Int64.min
      while true {
        let rows = try connection.query(
          """
          SELECT mark, profile FROM accounts WHERE mark >= $1 AND \(condition)
          ORDER BY mark FETCH FIRST \(Self.batch) ROWS WITH TIES
          """, [.integer(first)])
        try add(rows, at: 1, to: &found)
        guard rows.count >= Self.batch else { return }
        first = rows.integer(rows.count - 1, 0) &+ 1
      }
    }

    /// Adds the subscriptions of those people, by the column with their profiles, who are near.
    private func add(
      _ rows: borrowing QueryResult, at column: Int32, to found: inout NearNames
    ) throws {
      var (accounts, errors) = ([String](), [Int64]())
      for place in 0..<rows.count {
        let profile = try EventCodec.decode(profile: rows.buffer(place, column))
        let count = [profile.name, profile.email].compactMap(near.errors(inName:)).min()
        guard let count else { continue }
        accounts.append(profile.account.rawValue)
        errors.append(Int64(count))
      }
      guard !accounts.isEmpty else { return }
      let own = try connection.query(
        """
        SELECT s.id, d.errors FROM unnest($1::bigint[], $2::text[], $3::bigint[])
          AS d(mark, account, errors)
        JOIN subscribers s
          ON s.accountMark IS NOT NULL AND s.accountMark = d.mark AND s.account = d.account
        """,
        [.integers(accounts.map { Hash64.of($0) }), .texts(accounts), .integers(errors)])
      for row in 0..<own.count {
        found.add(SubscriptionID(own.text(row, 0)), errors: Int(own.integer(row, 1)))
      }
    }
  }

  extension PostgresConnection {
    /// Returns a Boolean value that indicates whether `accounts` has the sequences of names: the
    /// tables of an earlier build come to have them when their owner opens the ledger.
    func hasNameGrams() throws(PostgresError) -> Bool {
      if knowsNameGrams.withLock(\.self) { return true }
      let rows = try query(
        """
        SELECT FROM pg_catalog.pg_attribute WHERE attrelid = 'accounts'::regclass
          AND attname = 'grams' AND NOT attisdropped
        """, isKept: false)
      guard rows.count > 0 else { return false }
      knowsNameGrams.withLock { $0 = true }
      return true
    }
  }
#endif
