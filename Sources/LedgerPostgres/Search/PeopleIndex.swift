#if Postgres
  import EventLedger
  import LedgerRows

  /// The column of `accounts` with the sequences of letters in the names of people, by which
  /// `PeopleSearch` finds them.
  ///
  /// The tables of an earlier build come to have it when their owner opens the ledger. Rows that
  /// such a build wrote have none yet, and are looked at one by one until then.
  enum PeopleIndex {
    /// The number of rows that are given their sequences together.
    private static let batch = 5_000

    /// Returns a Boolean value that indicates whether every row has its sequences, as far as the
    /// role may know.
    static func isComplete(_ connection: PostgresConnection) throws -> Bool {
      guard try connection.showsProfiles() else { return true }
      guard try connection.hasNameGrams() else { return false }
      return try connection.isTrue("SELECT NOT EXISTS (SELECT FROM accounts WHERE grams IS NULL)")
    }

    /// Gives every row its sequences that has none, some thousand in a transaction.
    static func complete(_ connection: PostgresConnection) throws {
      if try !connection.hasNameGrams() { try connection.script(LedgerSchema.nameGrams) }
      while true {
        let rows = try connection.query(
          "SELECT account, profile FROM accounts WHERE grams IS NULL LIMIT \(batch)")
        guard rows.count > 0 else { return }
        let accounts = (0..<rows.count).map { rows.text($0, 0) }
        let grams = try (0..<rows.count).map { place in
          NameGrams.grams(of: try EventCodec.decode(profile: rows.buffer(place, 1)))
        }
        try connection.run(
          """
          UPDATE accounts a SET grams = d.grams::integer[]
          FROM unnest($1::bigint[], $2::text[], $3::text[]) AS d(mark, account, grams)
          WHERE a.mark = d.mark AND a.account = d.account AND a.grams IS NULL
          """,
          [
            .integers(accounts.map { Hash64.of($0) }), .texts(accounts), .numberLists(grams),
          ])
      }
    }
  }
#endif
