#if Postgres
  import EventLedger
  import OwnThreads
  import PostgresServer
  import SubscriptionCore
  import Testing

  @testable import LedgerPostgres

  /// Dashboards of several roles on one ledger.
  @Suite(.ownThread) struct `The presence of colleagues` {
    private let schemas: TemporarySchemas
    private let roles: TemporaryRoles
    private let conninfo: String
    private let mira: PostgresLedger

    init() throws {
      schemas = try TemporarySchemas()
      roles = TemporaryRoles(in: schemas.database)
      conninfo = try schemas.conninfo()
      _ = try PostgresLedger(conninfo: conninfo, policy: .standard)
      try LedgerRoles(conninfo, prefix: roles.prefix).apply()
      mira = try PostgresLedger(
        conninfo: roles.login("operator", conninfo), policy: .standard)
    }

    private func presence(_ actor: String, _ id: SubscriptionID) -> Presence {
      Presence(session: "session of \(actor)", actor: actor, subscription: id)
    }

    @Test func `is seen by every role while they show the same subscriber`() throws {
      let jo = try PostgresLedger(conninfo: roles.login("reader", conninfo), policy: .standard)
      #expect(jo.isReadOnly)
      #expect(try mira.show(presence("mira", "as_1")) == [])
      #expect(try jo.show(presence("jo\u{1B}[2J", "as_1")) == ["mira"])
      #expect(try mira.show(presence("mira", "as_1")) == ["jo\u{1B}[2J"])
      #expect(try mira.show(presence("mira", "as_2")) == [])
      #expect(try jo.show(presence("jo\u{1B}[2J", "as_1")) == [])
      #expect(try mira.show(presence("mira", "as_1")).count == 1)
      try jo.endPresence(of: presence("jo\u{1B}[2J", "as_1").session)
      #expect(try mira.show(presence("mira", "as_1")) == [])
    }

    @Test func `is forgotten where nothing more is heard, and removed later`() throws {
      let database = TestDatabase(conninfo: conninfo)
      _ = try mira.show(presence("ada", "as_1"))
      try database.run("UPDATE presence SET seenAt = now() - interval '14 seconds'")
      #expect(try mira.show(presence("mira", "as_1")) == ["ada"])
      try database.run("UPDATE presence SET seenAt = now() - interval '16 seconds'")
      #expect(try mira.show(presence("mira", "as_1")) == [])
      #expect(try database.run("SELECT count(*) FROM presence") == "2")
      try database.run("UPDATE presence SET seenAt = now() - interval '61 seconds'")
      _ = try mira.show(presence("mira", "as_1"))
      #expect(try database.run("SELECT string_agg(actor, ' ') FROM presence") == "mira")
    }

    @Test func `is of now, whatever a reader writes, and nobody's lock`() throws {
      let jo = try PostgresLedger(conninfo: roles.login("reader", conninfo), policy: .standard)
      let database = TestDatabase(conninfo: try roles.login("reader", conninfo))
      try database.run(
        "INSERT INTO presence VALUES ('zz', 'as_1', 'zed', clock_timestamp() + interval '1 day')")
      #expect(try jo.show(presence("jo", "as_1")) == [])
      #expect(try database.run("SELECT count(*) FROM presence") == "2", "a reader removes none")
      #expect(try mira.show(presence("mira", "as_1")) == ["jo"])
      let left = "SELECT string_agg(actor, ' ' ORDER BY actor) FROM presence"
      #expect(try database.run(left) == "jo mira")
      for statement in [
        "DELETE FROM presence", "TRUNCATE presence",
        "BEGIN; LOCK TABLE presence IN ACCESS EXCLUSIVE MODE; COMMIT",
      ] {
        let failure = #expect(throws: PostgresServer.Failure.self) { try database.run(statement) }
        #expect(failure?.description.contains("permission denied") == true, "\(statement)")
      }
    }

    @Test func `is asked for and not said by who writes nothing`() throws {
      let looking = try PostgresLedger(
        conninfo: roles.login("operator", conninfo), policy: .standard, readOnly: true)
      _ = try mira.show(presence("mira", "as_1"))
      #expect(try looking.show(presence("jo", "as_1")) == ["mira"])
      try looking.endPresence(of: "session of mira")
      #expect(try mira.show(presence("mira", "as_1")) == [])
      #expect(try looking.show(presence("jo", "as_1")) == ["mira"])
    }
  }
#endif
