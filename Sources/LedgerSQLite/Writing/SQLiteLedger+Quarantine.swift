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
      for entry in entries {
        try database.raw.execute(
          """
          INSERT INTO quarantine (identity, raw, receivedAt, origin, line, reason, field)
          VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING
          """,
          [
            .text(entry.identity), .bytes(Array(entry.raw.prefix(RefusedEntry.rawBytesMax))),
            .time(entry.receivedAt), .text(entry.origin), .integer(Int64(max(0, entry.line))),
            .text(entry.reason), .text(entry.field),
          ])
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
      var keys: Set<Int64> = []
      for profile in profiles {
        let email = profile.email.isEmpty ? nil : Filter.foldCase(profile.email)
        try database.raw.execute(
          "INSERT OR REPLACE INTO accounts (account, email, profile) VALUES ($1, $2, $3)",
          [.text(profile.account.rawValue), .text(email), .bytes(EventCodec.encode(profile))])
        keys.formUnion(
          try database.raw.fetch(
            "SELECT key FROM subscribers WHERE \(profile.account.isOwner)", profile.account.asOwner
          ) { $0.integer(0) })
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
      try database.raw.fetch(
        "SELECT profile FROM accounts WHERE account = $1", [.text(account.rawValue)]
      ) { try EventCodec.decode(profile: $0.buffer(0)) }.first
    }
  }
}

extension SQLiteLedger {
  /// Begins a run over a list.
  public func beginBackfill() throws(LedgerError) -> Int64 {
    try write { database in try Meta.grow(database, .backfillRun) }
  }

  /// Adds purchases to a run.
  public func addBackfill(
    _ purchases: [(purchase: BackfillPurchase, subscription: SubscriptionID)], run: Int64,
    again: Bool
  ) throws(LedgerError) {
    try write { database in
      let projector = try Projector(database, policy: .standard)
      for (purchase, subscription) in purchases {
        let row = try SQLiteLedger.key(of: subscription, database).flatMap { key in
          try projector.storedRow(key)?.summary
        }
        try database.raw.execute(
          Self.insertBackfill, Self.backfillValues(purchase, row, run: run, again: again))
      }
    }
  }
}

extension WriteSession {
  /// Notes that the items are answered that entries name, in the transaction of the entries.
  func settleBackfill(_ entries: [LedgerEntry]) throws {
    let answered = entries.compactMap(\.backfill)
    guard !answered.isEmpty else { return }
    try database.raw.execute(SQLiteDialect.settleBackfill, [.integers(answered)])
  }
}
