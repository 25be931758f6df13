#if Postgres
  import EventLedger
  import LedgerContract
  import OwnThreads
  import PostgresServer
  import SubscriptionCore
  import Testing

  @testable import LedgerPostgres

  /// A ledger with rows and profiles, and the roles of a team on it.
  @Suite(.ownThread) struct `The roles of a ledger` {
    private let schemas: TemporarySchemas
    private let roles: TemporaryRoles
    private let conninfo: String
    private let owner: PostgresLedger
    private let world = SampleWorld(seed: 21, subscriptions: 40)

    init() throws {
      schemas = try TemporarySchemas()
      roles = TemporaryRoles(in: schemas.database)
      conninfo = try schemas.conninfo()
      owner = try PostgresLedger(conninfo: conninfo, policy: .standard)
      try owner.append(world.entries, now: SampleWorld.middle)
      try owner.putProfiles(world.profiles)
      try LedgerRoles(conninfo, prefix: roles.prefix).apply()
    }

    private func open(_ role: String) throws -> PostgresLedger {
      try PostgresLedger(conninfo: roles.login(role, conninfo), policy: .standard)
    }

    /// Checks that the server itself refuses statements of a role.
    private func refuses(_ statements: [String], to role: String) throws {
      let database = TestDatabase(conninfo: try roles.login(role, conninfo))
      for statement in statements {
        do {
          try database.run(statement)
          Issue.record("\(role) may do: \(statement)")
        } catch let failure as PostgresServer.Failure {
          #expect(
            failure.description.contains("permission denied")
              || failure.description.contains("must be owner"), "\(failure)")
        }
      }
    }

    private static let truthChanges = [
      "DELETE FROM events", "DELETE FROM entries", "UPDATE events SET kind = 'other'",
      "UPDATE entries SET raw = ''", "DELETE FROM subscriptions", "TRUNCATE events",
      "INSERT INTO erasures (at, actor, entries, isRunning) VALUES (0, 'x', 0, 1)",
      "DELETE FROM accesses", "UPDATE accesses SET actor = 'other'", "SELECT * FROM accesses",
      "INSERT INTO accesses (at, kind, actor, command, role) VALUES (0, 'viewed', 'x', 'y', 'z')",
      "UPDATE ledger SET form = 1", "DROP TABLE events", "ALTER TABLE events ADD COLUMN x int",
      "UPDATE ledger SET policyVersion = 1", "UPDATE ledger SET rules = rules + 1",
      "TRUNCATE entries", "TRUNCATE accesses", "ALTER TABLE events DISABLE TRIGGER ALL",
    ]

    @Test func `have rights said for every table, and get the same when applied again`() throws {
      let database = TestDatabase(conninfo: conninfo)
      let tables = try database.run(
        """
        SELECT string_agg(tablename::text, ' ' ORDER BY tablename) FROM pg_tables
        WHERE schemaname = current_schema()
        """)
      let said = LedgerRoles.rights.map { $0.name.lowercased() }.sorted()
      #expect(tables == said.joined(separator: " "))
      let rights = """
        SELECT md5(string_agg(c.relname || c.relacl::text || coalesce((
          SELECT string_agg(a.attname || a.attacl::text, ',' ORDER BY a.attname)
          FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attacl IS NOT NULL), ''), ';'
          ORDER BY c.relname))
        FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
        """
      let before = try database.run(rights)
      try LedgerRoles(conninfo, prefix: roles.prefix).apply()
      #expect(try database.run(rights) == before)
    }

    @Test func `need no owner who may make them, once the server's administrator has`() throws {
      let theirs = try schemas.conninfo()
      let schema = try #require(
        try TestDatabase(conninfo: theirs).run("SELECT current_schema()"))
      try schemas.database.run("ALTER SCHEMA \(schema) OWNER TO \(roles.prefix)_operator")
      let mine = try roles.login("operator", theirs)
      try PostgresLedger(conninfo: mine, policy: .standard).close()
      let team = TemporaryRoles(in: schemas.database)
      let error = #expect(throws: LedgerError.self) {
        try LedgerRoles(mine, prefix: team.prefix).apply()
      }
      let command = "createuser --no-login \(team.prefix)_daemon"
      #expect(error?.problem.contains(command) == true, "\(String(describing: error))")
      for role in LedgerRole.allCases {
        try schemas.database.run("CREATE ROLE \(team.prefix)_\(role.rawValue) NOLOGIN")
      }
      try LedgerRoles(mine, prefix: team.prefix).apply()
      let daemon = try PostgresLedger(
        conninfo: try team.login("daemon", theirs), policy: .standard)
      #expect(try daemon.lastPosition() == 0)
      try daemon.close()
    }

    @Test(arguments: ["daemon", "operator"])
    func `let daemons and operators store, and change nothing that was stored`(
      _ role: String
    ) throws {
      let ledger = try open(role)
      #expect(!ledger.isReadOnly)
      let more = SampleWorld(seed: 22, subscriptions: 30)
      try ledger.append(more.entries, now: SampleWorld.middle)
      try ledger.append(more.entries, now: SampleWorld.middle)
      try ledger.refuse([
        RefusedEntry(
          identity: "r", raw: [1], receivedAt: SampleWorld.middle, origin: "test", line: 0,
          reason: "none", field: "")
      ])
      let refused = try #require(try ledger.refused(after: 0, limit: 1).first)
      #expect(try ledger.dropRefused(refused.number))
      try ledger.advance(to: SampleWorld.middle + .days(40))
      #expect(try ledger.rebuild(check: true) == [])
      #expect(try ledger.rebuild(check: false) == [])
      let identities = Set((world.entries + more.entries).map(\.identity))
      #expect(try owner.lastPosition() == Int64(identities.count))
      #expect(try owner.verify() == [])
      try refuses(Self.truthChanges, to: role)
      var policy = ChurnPolicy.standard
      policy.prompts.appStore.step = .storeMessages
      let attempts: [() throws -> Void] = [
        { _ = try ledger.erase("any", actor: "x", now: SampleWorld.middle) },
        { _ = try ledger.adopt(policy) },
      ]
      for attempt in attempts {
        do {
          try attempt()
          Issue.record("\(role) may do what is the owner's")
        } catch let error as LedgerError {
          guard case .refused(_, let detail) = error else { throw error }
          #expect(detail.hasPrefix("permission denied for table "))
          #expect(error.description.contains("your role in the database may not do that"))
          #expect(error.advice.contains("churntop ledger roles"))
        }
      }
      #expect(try owner.verify() == [])
    }

    @Test(arguments: ["daemon", "operator"])
    func `turn no counter of the ledger back, or so far on that it ends`(_ role: String) throws {
      let database = TestDatabase(conninfo: try roles.login(role, conninfo))
      for change in [
        "lastPosition = 3, lastKey = 2", "lastKey = 0", "lastChange = -1", "outboxRemoved = -1",
        "lastRefused = \(Int64.max)", "backfillRun = 2000000000",
      ] {
        #expect(throws: PostgresServer.Failure.self, "\(change)") {
          try database.run("UPDATE ledger SET \(change)")
        }
      }
      let more = SampleWorld(seed: 23, subscriptions: 10)
      try open(role).append(more.entries, now: SampleWorld.middle)
      #expect(try owner.verify() == [])
    }

    @Test(arguments: ["daemon", "operator"])
    func `change nothing behind a table of the session's own`(_ role: String) throws {
      let database = TestDatabase(conninfo: try roles.login(role, conninfo))
      for table in ["entries", "events"] {
        let time = table == "entries" ? "receivedAt" : "recordedAt"
        do {
          try database.run(
            """
            CREATE TEMP TABLE erasures (isRunning bigint); INSERT INTO erasures VALUES (1);
            UPDATE \(table) SET \(time) = \(time) + 86400000
            """)
          Issue.record("\(role) changes \(table)")
        } catch let failure as PostgresServer.Failure {
          #expect(failure.description.contains("\(table) are append-only"), "\(failure)")
        }
      }
      #expect(try owner.verify() == [])
    }

    @Test func `leave newer rules of rows to the owner`() throws {
      try TestDatabase(conninfo: conninfo).run("UPDATE ledger SET rules = rules - 1")
      for role in ["daemon", "operator"] {
        #expect { try open(role) } throws: { error in
          guard case .outdated? = error as? LedgerError else { return false }
          return true
        }
      }
      #expect(try open("reader").isReadOnly)
      let renewed = try PostgresLedger(conninfo: conninfo, policy: .standard)
      #expect(renewed.rebuildState == .rebuilt(changed: 0))
      #expect(try !open("operator").isReadOnly)
    }

    @Test func `let operators keep profiles, which daemons only read`() throws {
      let profile = try #require(world.profiles.first)
      try open("operator").putProfiles([profile])
      #expect(try open("daemon").profile(profile.account) == profile)
      try refuses(["DELETE FROM accounts", "INSERT INTO policies VALUES (9, '')"], to: "daemon")
      #expect(throws: LedgerError.self) { try open("daemon").putProfiles([profile]) }
      _ = try open("daemon").exchangeLease { $0 }
      #expect(throws: LedgerError.self) { try open("operator").exchangeLease { $0 } }
    }

    @Test func `show readers everything but payloads and who somebody is`() throws {
      let reader = try open("reader")
      #expect(reader.isReadOnly)
      func shown(_ row: SubscriberSummary) -> SubscriberSummary {
        var row = row
        row.profile = row.profile.map { AccountProfile(account: $0.account, tags: $0.tags) }
        return row
      }
      for sort in SubscriberSort.allCases where sort.field != .name {
        let query = SubscriberQuery(sort: sort, limit: 100)
        let expected = try owner.subscribers(query).rows.map(shown)
        #expect(try reader.subscribers(query).rows == expected, "\(sort.rawValue)")
      }
      let profile = try #require(world.profiles.first { !$0.email.isEmpty && !$0.name.isEmpty })
      #expect(try !owner.resolve(profile.email, limit: 9).isEmpty)
      for text in [profile.email, profile.name] {
        #expect(try reader.resolve(text, limit: 9).isEmpty)
        #expect(try reader.near(text, limit: 9).isEmpty)
        #expect(try reader.count(Filter.parse("\"\(text)\"")) == 0, "a bare word")
      }
      #expect(try reader.profile(profile.account) == nil)
      #expect(try reader.figures(at: SampleWorld.middle) == owner.figures(at: SampleWorld.middle))
      let past = try reader.asOf(SampleWorld.middle - .days(3))
      #expect(
        try past.count(nil) == owner.asOf(SampleWorld.middle - .days(3)).count(nil))
      #expect(
        try past.subscribers(SubscriberQuery(sort: .id, limit: 100)).rows.map(\.profile?.tags)
          == owner.asOf(SampleWorld.middle - .days(3))
          .subscribers(SubscriberQuery(sort: .id, limit: 100)).rows.map(\.profile?.tags))
      #expect(try past.count(Filter.parse("tag:any")) > 0)
      #expect(try reader.search(EventSearch(limit: 20)).events.count > 0)
      let id = try #require(world.ids.first).rawValue
      #expect(try reader.count(Filter.parse(id)) == 1, "a bare word")
      let name = try #require(SubscriberSort.allCases.first { $0.field == .name })
      let named = try Filter.parse("-name:~mei")
      let digest = DigestQuery(
        DigestSpan(since: SampleWorld.middle - .days(7), now: SampleWorld.middle, in: .utc),
        filter: named)
      for attempt in [
        { _ = try reader.entry(at: 1) }, { try reader.forEachProfile { _ in } },
        { _ = try past.entry(at: 1) },
        { _ = try reader.subscribers(SubscriberQuery(sort: name, limit: 9)) },
        { _ = try reader.count(Filter.parse("state:grace | email:any")) },
        { _ = try past.subscribers(SubscriberQuery(filter: named, limit: 9)) },
        { _ = try reader.search(EventSearch(named.lowered(at: .epoch), limit: 9)) },
        { _ = try reader.digest(digest) },
      ] {
        #expect { try attempt() } throws: { error in
          guard case .refused? = error as? LedgerError else { return false }
          return true
        }
      }
      #expect(throws: LedgerError.readOnly(location: reader.location)) {
        try reader.append([], now: SampleWorld.middle)
      }
      try refuses(
        Self.truthChanges + [
          "SELECT raw FROM entries", "SELECT profile FROM subscribers",
          "SELECT raw FROM quarantine",
          "SELECT name FROM subscribers", "SELECT email FROM subscribers", "SELECT * FROM accounts",
          "SELECT body FROM changes", "UPDATE subscribers SET id = ''", "DELETE FROM counters",
        ], to: "reader")
    }
  }
#endif
