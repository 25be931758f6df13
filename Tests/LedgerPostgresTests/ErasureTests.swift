#if Postgres
  import EventLedger
  import LedgerContract
  import OwnThreads
  import PostgresServer
  import SubscriptionCore
  import Testing

  @testable import LedgerPostgres

  @Suite(.ownThread) struct `An erasure on a server` {
    @Test func `vacuums every table with something of the account`() throws {
      let schemas = try TemporarySchemas()
      let ledger = try PostgresLedger(conninfo: schemas.conninfo(), policy: .standard)
      let now = SampleWorld.middle
      try ledger.append([Load.entry("a")], now: now)
      try ledger.putProfiles([AccountProfile(account: "user-77", name: "Zyxwvu")])
      try ledger.refuse([
        RefusedEntry(
          identity: "r", raw: Array(#"{"account":"user-77"}"#.utf8), receivedAt: now, origin: "-",
          line: 1, reason: "odd", field: "")
      ])
      #expect(
        try ledger.erase("user-77", actor: "ops", now: now)
          == ErasureCounts(entries: 0, refused: 1))
      let vacuumed = try ledger.read { connection in
        try connection.query(
          """
          SELECT count(*) FROM pg_stat_user_tables
          WHERE schemaname = current_schema() AND last_vacuum IS NOT NULL
          AND relname IN ('accounts', 'changes', 'deliveries', 'quarantine', 'events')
          """
        ).integer(0, 0)
      }
      #expect(vacuumed == 5)
    }
  }
#endif
