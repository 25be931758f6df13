#if Postgres
  import EventLedger
  import LedgerContract
  import LedgerPostgres
  import OwnThreads
  import PostgresServer
  import SubscriptionCore
  import Testing

  @Suite(.ownThread) struct `The ledger on a server` {
    @Test(arguments: LedgerRule.all)
    func `keeps the rule`(_ rule: LedgerRule) throws {
      let schemas = try TemporarySchemas()
      try rule.check { try PostgresLedger(conninfo: schemas.conninfo(), policy: .standard) }
    }
  }
#endif
