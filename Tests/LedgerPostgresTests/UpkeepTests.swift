#if Postgres
  import EventLedger
  import LedgerContract
  import OwnThreads
  import PostgresServer
  import SubscriptionCore
  import Testing

  @testable import LedgerPostgres

  /// The upkeep of a ledger's tables on a server.
  @Suite(.ownThread) struct `The upkeep of a ledger on a server` {
    private let schemas: TemporarySchemas
    private let conninfo: String
    private let database: TestDatabase

    init() throws {
      schemas = try TemporarySchemas()
      conninfo = try schemas.conninfo()
      database = TestDatabase(conninfo: conninfo)
    }

    @Test func `vacuums every table that held something of an erased account`() throws {
      let ledger = try PostgresLedger(conninfo: conninfo, policy: .standard)
      let world = SampleWorld(seed: 23, subscriptions: 20)
      try ledger.append(world.entries, now: SampleWorld.middle)
      try ledger.putProfiles(world.profiles)
      let account = try #require(world.profiles.first).account
      _ = try ledger.erase(account, actor: "x", now: SampleWorld.middle)
      let vacuumed = try database.run(
        """
        SELECT string_agg(relname::text, ' ' ORDER BY relname) FROM pg_stat_user_tables
        WHERE schemaname = current_schema() AND vacuum_count = 0
        """)
      // These name no subscription and no account.
      #expect(vacuumed == "counters erasures leases ledger policies products receivers")
    }

    /// A text may be written in several ways that are equal to Swift.
    @Test func `copies the profiles of accounts that differ in their bytes alone`() throws {
      let accounts: [AccountID] = ["\u{C5}sa", "A\u{30A}sa"]
      let source = try PostgresLedger(conninfo: conninfo, policy: .standard)
      try source.append(
        accounts.enumerated().map { number, account in
          var entry = Load.entry("\(number)")
          entry.events[0].facts.account = account
          return entry
        }, now: SampleWorld.middle)
      try source.putProfiles(
        accounts.enumerated().map { number, account in
          AccountProfile(account: account, name: "Person \(number)")
        })
      let target = try PostgresLedger(conninfo: schemas.conninfo(), policy: .standard)
      let outcome = try LedgerCopy(from: source, into: target).run(now: SampleWorld.middle) { _ in }
      #expect(outcome.differences == [])
      for ledger in [source, target] {
        let names = try ledger.summaries(["as_0", "as_1"]).map(\.profile?.name)
        #expect(names == ["Person 0", "Person 1"])
      }
    }

    @Test func `finds that the pieces of names are missing, and makes them again`() throws {
      let ledger = try PostgresLedger(conninfo: conninfo, policy: .standard)
      let world = SampleWorld(seed: 25, subscriptions: 20)
      try ledger.append(world.entries, now: SampleWorld.middle)
      #expect(try ledger.verify() == [])
      try database.run("DELETE FROM pieces")
      let problems = try ledger.verify()
      #expect(problems.count == 1)
      #expect(problems.first?.hasPrefix("20 subscriptions are not found") == true, "\(problems)")
      _ = try ledger.rebuild(check: false)
      #expect(try ledger.verify() == [])
    }

    @Test func `finds misheard names in the tables of an earlier build as in its own`() throws {
      let ledger = try PostgresLedger(conninfo: conninfo, policy: .standard)
      let world = SampleWorld(seed: 26, subscriptions: 40)
      try ledger.append(world.entries, now: SampleWorld.middle)
      try ledger.putProfiles(world.profiles)
      let typed = world.profiles.map { "q" + $0.name.dropFirst() }
      func near(_ ledger: PostgresLedger) throws -> [[SubscriptionID]] {
        try typed.map { try ledger.near($0, limit: 100) }
      }
      let expected = try near(ledger)
      #expect(expected.count { !$0.isEmpty } > 5)
      // Such a build leaves the column empty where it has it.
      try database.run("UPDATE accounts SET grams = NULL")
      #expect(try near(ledger) == expected)
      try database.run("ALTER TABLE accounts DROP COLUMN grams")
      let other = try PostgresLedger(conninfo: conninfo, policy: .standard, readOnly: true)
      #expect(try near(other) == expected)
      let opened = try PostgresLedger(conninfo: conninfo, policy: .standard)
      #expect(try database.run("SELECT count(*) FROM accounts WHERE grams IS NULL") == "0")
      #expect(try near(opened) == expected)
      #expect(try opened.verify() == [])
    }

    @Test func `stops counting rows when its time is up`() throws {
      let ledger = try PostgresLedger(conninfo: conninfo, policy: .standard)
      let world = SampleWorld(seed: 27, subscriptions: 60)
      try ledger.append(world.entries, now: SampleWorld.middle)
      let rows = try ledger.subscribers(SubscriberQuery(sort: .id, limit: 1_000)).rows
      for text in ["product:~a", "product:~a state:active", "-product:~a", "account:~/^./"] {
        let predicate = try Filter.parse(text).lowered(at: SampleWorld.middle)
        let number = rows.count(where: predicate.matches)
        func count(_ cap: Int, within patience: Duration) throws -> CappedCount {
          try ledger.read { connection in
            try RowCount(connection, predicate, quickCost: 0, rowsMin: 1)
              .count(atMost: cap, within: patience)
          }
        }
        for cap in [0, number - 1, number, 1_000] where cap >= 0 {
          #expect(
            try count(cap, within: .seconds(60)) == CappedCount(number, atMost: cap), "\(text)")
        }
        guard number < rows.count else { continue }
        let least = try count(1_000, within: .zero)
        guard case .atLeast(let found) = least else {
          Issue.record("\(text) was counted to its end: \(least)")
          continue
        }
        #expect(found <= number)
      }
    }

    @Test func `finds the figures of a product with a long name right`() throws {
      let ledger = try PostgresLedger(conninfo: conninfo, policy: .standard)
      var world = SampleWorld(seed: 24, subscriptions: 10).entries
      for place in world.indices {
        for event in world[place].events.indices {
          world[place].events[event].facts.product = ProductID(String(repeating: "p", count: 700))
        }
      }
      try ledger.append(world, now: SampleWorld.middle)
      #expect(try ledger.rebuild(check: true) == [])
      try database.run("UPDATE counters SET count = count + 1")
      #expect(throws: LedgerError.figuresDiffer(location: ledger.location)) {
        try ledger.rebuild(check: true)
      }
      #expect(try ledger.rebuild(check: false) == [])
      #expect(try ledger.rebuild(check: true) == [])
    }

    @Test func `makes no ledger where not every name could be stored`() throws {
      let name = "churntop_test_latin"
      try schemas.database.run("DROP DATABASE IF EXISTS \(name)")
      try schemas.database.run(
        "CREATE DATABASE \(name) ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
      defer { _ = try? schemas.database.run("DROP DATABASE \(name) WITH (FORCE)") }
      let other = "\(schemas.database.conninfo) dbname=\(name)"
      #expect { try PostgresLedger(conninfo: other, policy: .standard) } throws: { error in
        guard case .unavailable(_, let detail)? = error as? LedgerError else { return false }
        return detail.contains("LATIN1") && detail.contains("UTF8")
      }
    }
  }
#endif
