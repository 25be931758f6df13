import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

// MARK: Quarantine

extension SQLiteLedger {
  /// Keeps refused payloads.
  public func refuse(_ entries: [RefusedEntry]) throws(LedgerError) {
    guard !entries.isEmpty else { return }
    try write { database in
      let insert = try RawStatement(
        database,
        """
        INSERT INTO quarantine (identity, raw, receivedAt, origin, line, reason, field)
        VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
        """)
      for entry in entries {
        insert.bind(entry.identity, at: 1)
        insert.bind(Array(entry.raw.prefix(RefusedEntry.rawBytesMax)), at: 2)
        insert.bind(entry.receivedAt.milliseconds, at: 3)
        insert.bind(entry.origin, at: 4)
        insert.bind(Int64(max(0, entry.line)), at: 5)
        insert.bind(entry.reason, at: 6)
        insert.bind(entry.field, at: 7)
        try insert.run()
      }
    }
  }
}

// MARK: Accounts

extension SQLiteLedger {
  /// Stores profiles and refreshes their rows.
  public func putProfiles(_ profiles: [AccountProfile]) throws(LedgerError) {
    guard !profiles.isEmpty else { return }
    try write { database in
      let insert = try RawStatement(
        database, "INSERT OR REPLACE INTO accounts (account, email, profile) VALUES (?, ?, ?)")
      let find = try RawStatement(
        database, "SELECT key FROM subscribers WHERE accountMark = name_mark(?1) AND account = ?1")
      var keys: Set<Int64> = []
      for profile in profiles {
        insert.bind(profile.account.rawValue, at: 1)
        insert.bind(profile.email.isEmpty ? nil : Filter.foldCase(profile.email), at: 2)
        insert.bind(EventCodec.encode(profile), at: 3)
        try insert.run()
        find.bind(profile.account.rawValue, at: 1)
        while try find.step() { keys.insert(find.integer(0)) }
        find.reset()
      }
      guard let now = try Meta.advancedTo(database) else { return }
      var projector = try Projector(database, policy: policy, recordsChanges: true)
      try projector.rederive(keys.sorted(), at: now)
      try projector.flush()
    }
  }

  /// One profile.
  public func profile(_ account: AccountID) throws(LedgerError) -> AccountProfile? {
    try read { database in
      let select = try RawStatement(database, "SELECT profile FROM accounts WHERE account = ?")
      select.bind(account.rawValue, at: 1)
      defer { select.reset() }
      guard try select.step() else { return nil }
      return try select.withBytes(0) { bytes in try EventCodec.decode(profile: bytes) }
    }
  }
}
