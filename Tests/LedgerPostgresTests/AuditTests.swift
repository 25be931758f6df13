#if Postgres
  import EventLedger
  import LedgerContract
  import OwnThreads
  import PostgresServer
  import SubscriptionCore
  import Testing

  @testable import LedgerPostgres

  /// A ledger with profiles, and the roles of a team on it.
  @Suite(.ownThread) struct `The audit log of a team` {
    private let schemas: TemporarySchemas
    private let roles: TemporaryRoles
    private let conninfo: String
    private let owner: PostgresLedger
    private let access = PersonalDataAccess(
      .known(.viewed), at: SampleWorld.middle, actor: "mei", command: "show", of: "as_1")

    init() throws {
      schemas = try TemporarySchemas()
      roles = TemporaryRoles(in: schemas.database)
      conninfo = try schemas.conninfo()
      owner = try PostgresLedger(conninfo: conninfo, policy: .standard)
      let world = SampleWorld(seed: 87, subscriptions: 20)
      try owner.append(world.entries, now: SampleWorld.middle)
      try owner.putProfiles(world.profiles)
      try LedgerRoles(conninfo, prefix: roles.prefix).apply()
    }

    private func open(_ role: String, readOnly: Bool = false) throws -> PostgresLedger {
      try PostgresLedger(
        conninfo: roles.login(role, conninfo), policy: .standard, readOnly: readOnly)
    }

    private func entries() throws -> [AuditEntry] {
      try owner.auditEntries(AuditQuery(limit: 99))
    }

    @Test(arguments: ["daemon", "operator"])
    func `is written with the role by all who see names, and read by its owner`(
      _ role: String
    ) throws {
      let ledger = try open(role)
      #expect(ledger.auditMode == .recorded)
      try ledger.record([access])
      let entry = try #require(try entries().first)
      #expect(entry.access == access)
      let owners = try #require(try ownersRole())
      let recorder = try #require(entry.role)
      #expect(recorder != owners && recorder.contains(role))
      #expect { try ledger.auditEntries(AuditQuery(limit: 1)) } throws: { error in
        guard case .refused? = error as? LedgerError else { return false }
        return true
      }
    }

    private func ownersRole() throws -> String? {
      try owner.record([access])
      return try entries().first?.role
    }

    @Test func `hides names from who sees them and may not record it`() throws {
      let looking = try open("operator", readOnly: true)
      #expect(looking.auditMode == .hidden)
      #expect(throws: LedgerError.readOnly(location: looking.location)) {
        try looking.record([access])
      }
      #expect(try open("reader").auditMode == .nothingToSee)
      let database = TestDatabase(conninfo: conninfo)
      try database.run("REVOKE ALL ON accesses FROM \(roles.prefix)_operator")
      try database.run(
        """
        REVOKE INSERT (at, kind, actor, command, format, count, subscription, account)
        ON accesses FROM \(roles.prefix)_operator
        """)
      let unprepared = try open("operator")
      #expect(unprepared.auditMode == .hidden && !unprepared.isReadOnly)
    }

    @Test func `is that of the present for a ledger of the past`() throws {
      let past = try open("operator").asOf(SampleWorld.middle - .days(3))
      #expect(past.auditMode == .recorded)
      try past.record([access])
      #expect(try entries().map(\.access) == [access])
      #expect(try owner.asOf(SampleWorld.middle).auditEntries(AuditQuery(limit: 9)) == entries())
    }

    @Test func `can be changed by nobody, its owner included`() throws {
      try owner.record([access])
      let database = TestDatabase(conninfo: conninfo)
      let erasing = """
        INSERT INTO erasures (at, actor, entries, isRunning) VALUES (0, 'x', 0, 1);
        CREATE TEMP TABLE erasures (isRunning bigint); INSERT INTO pg_temp.erasures VALUES (1)
        """
      for statement in [
        "DELETE FROM accesses", "UPDATE accesses SET actor = 'x'", "TRUNCATE accesses",
        "UPDATE accesses SET subscription = NULL",
        "\(erasing); DELETE FROM accesses", "\(erasing); UPDATE accesses SET actor = 'x'",
        "\(erasing); UPDATE accesses SET subscription = 'as_2'",
      ] {
        do {
          try database.run(statement)
          Issue.record("may be done: \(statement)")
        } catch let failure as PostgresServer.Failure {
          #expect(failure.description.contains("accesses are append-only"))
        }
      }
      #expect(try entries().count == 1)
    }
  }
#endif
