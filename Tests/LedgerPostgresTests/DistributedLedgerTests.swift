#if Postgres
  import EventLedger
  import Foundation
  import LedgerContract
  import OwnThreads
  import PostgresServer
  import SubscriptionCore
  import Testing

  @testable import LedgerPostgres

  @Suite(
    .ownThread,
    .enabled(
      if: PostgresServer.cluster != nil,
      "CHURNTOP_CITUS names no coordinator of a Citus cluster")
  )
  struct DistributedLedgerTests {
    private let schemas: TemporarySchemas

    init() throws { schemas = TemporarySchemas(in: try #require(PostgresServer.cluster)) }

    private func ledger(_ conninfo: String, readOnly: Bool = false) throws -> PostgresLedger {
      try PostgresLedger(
        conninfo: conninfo, policy: .standard, readOnly: readOnly, layout: .distributed)
    }

    @Test(arguments: LedgerRule.all)
    func `keeps the rule on several machines`(_ rule: LedgerRule) throws {
      try rule.check { try ledger(schemas.conninfo()) }
    }

    /// What one transaction stored on several machines is not seen on all of them at once.
    @Test func `tells readers nothing that not all machines have`() throws {
      let conninfo = try schemas.conninfo()
      let load = Load(try ledger(conninfo))
      let reader = try ledger(conninfo, readOnly: true)
      load.start(writers: 4)
      var (position, told) = (LedgerPosition(0), 0)
      func follow() throws {
        try reader.forEachEntry(after: position) { place, entry throws(LedgerError) in
          #expect(place == position + 1)
          position = place
          told += entry.events.count
        }
      }
      while position < 150 { try follow() }
      let acknowledged = load.stop().acknowledged
      while try reader.lastPosition() > position { try follow() }
      #expect(told >= acknowledged.count && told == Int(position))
      #expect(try reader.verify() == [])
      #expect(try reader.rebuild(check: true) == [])
    }

    @Test func `is checked while others write`() throws {
      let conninfo = try schemas.conninfo()
      let (ledger, load) = (try ledger(conninfo), Load(try ledger(conninfo)))
      load.start(writers: 3)
      while try ledger.lastPosition() < 20 {}
      for _ in 0..<5 {
        #expect(try ledger.rebuild(check: true) == [])
        #expect(try ledger.verify() == [])
      }
      #expect(!load.stop().acknowledged.isEmpty)
    }

    @Test func `gives its roles the same rights on every machine`() throws {
      let conninfo = try schemas.conninfo()
      let owner = try ledger(conninfo)
      let world = SampleWorld(seed: 21, subscriptions: 10)
      try owner.append(world.entries, now: SampleWorld.middle)
      let roles = TemporaryRoles(in: schemas.database)
      try LedgerRoles(conninfo, prefix: roles.prefix).apply()
      let user = try #require(try schemas.database.run("SELECT current_user"))
      func database(_ role: String) throws -> TestDatabase {
        TestDatabase(
          conninfo: try roles.login(role, conninfo)
            .replacing("user='\(user)'", with: "user='\(roles.prefix)_\(role)'"))
      }
      let daemon = try database("daemon")
      let writer = try PostgresLedger(conninfo: daemon.conninfo, policy: .standard)
      try writer.append([Load.entry("of the daemon")], now: SampleWorld.middle)
      for statement in [
        "DELETE FROM events", "DELETE FROM entries", "TRUNCATE events", "TRUNCATE entries",
        "UPDATE entries SET raw = ''", "UPDATE events SET kind = 'other'", "DROP TABLE events",
      ] {
        #expect(throws: PostgresServer.Failure.self, "\(statement)") { try daemon.run(statement) }
      }
      let reader = try database("reader")
      #expect(throws: PostgresServer.Failure.self) { try reader.run("SELECT raw FROM entries") }
      let shown = try PostgresLedger(conninfo: reader.conninfo, policy: .standard, readOnly: true)
      #expect(try shown.count(nil) == owner.count(nil))
      let query = EventQuery(limit: 5)
      #expect(try shown.recentEvents(query) == owner.recentEvents(query))
    }
  }
#endif
