#if Postgres
  import Dispatch
  import EventLedger
  import Foundation
  import LedgerContract
  import OwnThreads
  import PostgresServer
  import SubscriptionCore
  import Synchronization
  import Testing

  @testable import LedgerPostgres

  @Suite(.ownThread) struct `A ledger of an earlier form` {
    private let schemas: TemporarySchemas
    private let conninfo: String
    private let database: TestDatabase
    private let world = SampleWorld(seed: 31, subscriptions: 30)

    init() throws {
      schemas = try TemporarySchemas()
      conninfo = try schemas.conninfo()
      database = TestDatabase(conninfo: conninfo)
    }

    /// Makes a ledger as the first form had it, where the profile was within the row.
    private func makeFirstForm() throws -> [SubscriberSummary] {
      let ledger = try PostgresLedger(conninfo: conninfo, policy: .standard)
      try ledger.append(world.entries, now: SampleWorld.middle)
      try ledger.putProfiles(world.profiles)
      let rows = try ledger.subscribers(SubscriberQuery(sort: .id, limit: 1_000)).rows
      try database.run(
        """
        ALTER TABLE subscribers DROP COLUMN profile; ALTER TABLE changes DROP COLUMN newsAt;
        ALTER TABLE subscribers DROP COLUMN accessEndsAt;
        ALTER TABLE subscribers DROP COLUMN otherProducts; DROP TABLE accesses, presence, moments;
        DROP INDEX eventsNews, episodesByNews;
        DROP TRIGGER entriesTruncate ON entries; DROP TRIGGER eventsTruncate ON events;
        DROP TRIGGER ledgerUpdate ON ledger;
        UPDATE ledger SET form = 1
        """)
      return rows
    }

    @Test func `is opened after it was migrated, which happens once and loses nothing`() throws {
      let rows = try makeFirstForm()
      do throws(LedgerError) {
        _ = try PostgresLedger(conninfo: conninfo, policy: .standard)
        Issue.record("an earlier form was opened")
      } catch {
        guard case .outdated = error else { throw error }
        #expect(error.description.contains("churntop ledger migrate"))
      }
      let told = Mutex<[Int]>([])
      let group = DispatchGroup()
      for _ in 0..<4 {
        group.enter()
        Thread { [conninfo] in
          let done = try? PostgresLedger.migrate(conninfo)
          told.withLock { $0.append(done?.count ?? -1) }
          group.leave()
        }.start()
      }
      group.wait()
      #expect(told.withLock { $0.sorted() } == [0, 0, 0, Int(LedgerSchema.form) - 1])
      let ledger = try PostgresLedger(conninfo: conninfo, policy: .standard)
      guard case .rebuilt = ledger.rebuildState else {
        Issue.record("the rows are as the first form had them")
        return
      }
      #expect(try ledger.subscribers(SubscriberQuery(sort: .id, limit: 1_000)).rows == rows)
      #expect(try ledger.verify() == [])
      #expect(try ledger.rebuild(check: true) == [])
      // The tables are those that a new ledger has.
      let other = try schemas.conninfo()
      _ = try PostgresLedger(conninfo: other, policy: .standard)
      #expect(
        try database.run(Self.columns) == TestDatabase(conninfo: other).run(Self.columns))
    }

    /// Tables that the builds of their day wrote, as `pg_dump` reads them.
    @Test(arguments: 1..<LedgerSchema.form)
    func `comes with everything in it, and holds what its entries mean`(_ form: Int64) throws {
      let tables = try #require(
        Bundle.module.url(forResource: "form-\(form)", withExtension: "sql", subdirectory: "Forms"))
      try database.run(try String(contentsOf: tables, encoding: .utf8))
      #expect(try database.run("SELECT form FROM ledger") == String(form))
      #expect(try PostgresLedger.migrate(conninfo).count == LedgerSchema.form - form)
      try KeptLedger.check(
        try PostgresLedger(conninfo: conninfo, policy: .standard), hasAudit: form >= 3)
      let fresh = try schemas.conninfo()
      _ = try PostgresLedger(conninfo: fresh, policy: .standard)
      for query in [Self.columns, Self.indexes, Self.triggers] {
        #expect(try database.run(query) == TestDatabase(conninfo: fresh).run(query))
      }
    }

    private static let indexes = """
      SELECT string_agg(regexp_replace(indexdef, ' ON \\S+', ' ON'), ';' ORDER BY indexname)
      FROM pg_indexes WHERE schemaname = current_schema()
      """

    /// The triggers with their kinds, as one text.
    private static let triggers = """
      SELECT string_agg(concat_ws(' ', c.relname, t.tgname, t.tgtype, t.tgnargs), ';'
        ORDER BY c.relname, t.tgname)
      FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal
      """

    /// The columns of every table, as one text.
    private static let columns = """
      SELECT string_agg(concat_ws(' ', table_name, column_name, data_type, is_nullable), ';'
        ORDER BY table_name, column_name)
      FROM information_schema.columns WHERE table_schema = current_schema()
      """

    @Test func `is counted anew where the rules of counters are older`() throws {
      let ledger = try PostgresLedger(conninfo: conninfo, policy: .standard)
      try ledger.append(world.entries, now: SampleWorld.middle)
      try database.run("UPDATE counters SET count = count + 1; UPDATE ledger SET rules = rules - 1")
      #expect(throws: LedgerError.self) { try ledger.rebuild(check: true) }
      let renewed = try PostgresLedger(conninfo: conninfo, policy: .standard)
      #expect(renewed.rebuildState == .rebuilt(changed: 0))
      #expect(try renewed.rebuild(check: true) == [])
      let next = try PostgresLedger(conninfo: conninfo, policy: .standard)
      #expect(next.rebuildState == .current)
      try database.run("UPDATE ledger SET rules = rules + 1")
      #expect(throws: LedgerError.self) {
        _ = try PostgresLedger(conninfo: conninfo, policy: .standard)
      }
    }

    @Test func `is migrated by its owner alone`() throws {
      _ = try PostgresLedger(conninfo: conninfo, policy: .standard)
      let roles = TemporaryRoles(in: schemas.database)
      try LedgerRoles(conninfo, prefix: roles.prefix).apply()
      _ = try makeFirstForm()
      #expect(throws: LedgerError.outdated(location: ConnectionString(conninfo).location)) {
        try LedgerRoles(conninfo, prefix: roles.prefix).apply()
      }
      let daemon = try roles.login("daemon", conninfo)
      #expect { try PostgresLedger.migrate(daemon) } throws: { error in
        guard case .refused(_, let detail)? = error as? LedgerError else { return false }
        return detail == "must be owner of table subscribers"
      }
      #expect(try database.run("SELECT form FROM ledger") == "1")
    }

    @Test func `is as it was where a migration fails`() throws {
      _ = try makeFirstForm()
      try database.run("UPDATE ledger SET form = 99")
      let location = ConnectionString(conninfo).location
      #expect(
        throws: LedgerError.newer(location: location, version: 99, known: Int(LedgerSchema.form))
      ) {
        try PostgresLedger.migrate(conninfo)
      }
      try database.run("UPDATE ledger SET form = 1; ALTER TABLE subscribers ADD COLUMN profile int")
      #expect(throws: LedgerError.self) { try PostgresLedger.migrate(conninfo) }
      #expect(try database.run("SELECT form FROM ledger") == "1")
      #expect(throws: LedgerError.self) {
        try PostgresLedger.migrate(try schemas.conninfo())
      }
    }
  }
#endif
