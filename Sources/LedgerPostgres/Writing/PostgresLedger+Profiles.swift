#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  extension PostgresLedger {
    /// Stores profiles and refreshes their rows.
    public func putProfiles(_ profiles: [AccountProfile]) throws(LedgerError) {
      guard !profiles.isEmpty else { return }
      // Of two profiles of one account the last counts.
      var latest: [[UInt8]: AccountProfile] = [:]
      for profile in profiles { latest[Array(profile.account.rawValue.utf8)] = profile }
      let new = Array(latest.values)
      try write { transaction in
        try PostgresLedger.put(new, transaction)
        guard let now = transaction.head.advancedTo else { return }
        let keys = try transaction.query(
          """
          SELECT DISTINCT s.key
          FROM unnest($1::bigint[], $2::text[]) AS d(mark, account)
          JOIN subscribers s
            ON s.accountMark IS NOT NULL AND s.accountMark = d.mark AND s.account = d.account
          ORDER BY s.key
          """,
          [
            .integers(new.map { Hash64.of($0.account.rawValue) }),
            .texts(new.map(\.account.rawValue)),
          ]
        ).compactMap { $0.integer(0) }
        var projector = Projector(transaction, recordsChanges: true)
        try projector.rederive(keys, at: now)
      }
    }

    private static func put(
      _ profiles: [AccountProfile], _ transaction: LedgerTransaction
    ) throws {
      let marks = SQLValue.integers(profiles.map { Hash64.of($0.account.rawValue) })
      let names = SQLValue.texts(profiles.map(\.account.rawValue))
      // A mark is its account's hash: whatever is in both arrays is a pair. A join is planned while
      // the table is empty, and then compares every account with every pair.
      transaction.add(
        "DELETE FROM accounts WHERE mark = ANY($1) AND account = ANY($2)", [marks, names])
      let mails = profiles.map { $0.email.isEmpty ? nil : Filter.foldCase($0.email) }
      let values: [SQLValue] = [
        marks, names, .texts(mails), .integers(mails.map { $0.map(Hash64.of) }),
        .byteStrings(profiles.map { EventCodec.encode($0) }),
      ]
      let arrays = "$1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bytea[]"
      if try transaction.connection.hasNameGrams() {
        transaction.add(
          """
          INSERT INTO accounts (mark, account, email, emailMark, profile, grams)
          SELECT mark, account, email, emailMark, profile, grams::integer[]
          FROM unnest(\(arrays), $6::text[])
            AS d(mark, account, email, emailMark, profile, grams)
          """, values + [.numberLists(profiles.map(NameGrams.grams(of:)))])
      } else {
        transaction.add(
          """
          INSERT INTO accounts (mark, account, email, emailMark, profile)
          SELECT * FROM unnest(\(arrays))
          """, values)
      }
      try transaction.flush()
    }

    /// One profile; `nil` for a role that may read none.
    public func profile(_ account: AccountID) throws(LedgerError) -> AccountProfile? {
      try read { connection in
        guard try connection.showsProfiles() else { return nil }
        let rows = try connection.query(
          "SELECT profile FROM accounts WHERE mark = $1 AND account = $2",
          [.integer(Hash64.of(account.rawValue)), .text(account.rawValue)])
        guard rows.count > 0 else { return nil }
        return try EventCodec.decode(profile: rows.buffer(0, 0))
      }
    }
  }
#endif
