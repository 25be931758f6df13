#if Postgres
  import CPostgres
  import EventLedger
  import SubscriptionCore

  extension PostgresLedger {
    /// The user of the server as whom the ledger is open.
    public func user() throws(LedgerError) -> String {
      if let past { return try past.live.user() }
      return try read { connection in
        PQuser(connection.handle).map { String(cString: $0) } ?? ""
      }
    }

    /// The policy in force as it was adopted, without the ledger's own products.
    public func adoptedPolicy() throws(LedgerError) -> AdoptedPolicy {
      if let past { return try past.live.adoptedPolicy() }
      return try read { connection in
        let row = try connection.query(
          """
          SELECT version, (extract(epoch FROM adoptedAt) * 1000)::bigint, adoptedBy
          FROM policies WHERE version = (SELECT policyVersion FROM ledger)
          """, isKept: false)
        guard row.count == 1 else {
          throw PostgresError(state: "XX001", "the ledger's policy is missing")
        }
        let version = row.integer(0, 0)
        return AdoptedPolicy(
          try EffectivePolicy(stored: connection, version: version).configured,
          version: Int(clamping: version), at: Timestamp(milliseconds: row.integer(0, 1)),
          by: row.text(0, 2))
      }
    }
  }
#endif
