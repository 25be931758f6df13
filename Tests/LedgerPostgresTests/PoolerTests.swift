#if Postgres
  import Dispatch
  import EventLedger
  import Foundation
  import LedgerContract
  import OwnThreads
  import PostgresServer
  import SubscriptionCore
  import Testing

  @testable import LedgerPostgres

  /// A ledger whose transactions share the sessions of a pooler.
  @Suite(
    .ownThread, .serialized,
    .enabled(if: ConnectionPooler.program != nil, "pgbouncer is not installed"))
  struct `A ledger behind a pooler` {
    private let server: PostgresServer
    private let schemas: TemporarySchemas
    private let direct: PostgresLedger
    private let pooler: ConnectionPooler

    init() throws {
      server = try PostgresServer(settings: PostgresServer.hurried)
      let database = TestDatabase(conninfo: server.conninfo, server: server)
      schemas = TemporarySchemas(in: database)
      let conninfo = try schemas.conninfo()
      direct = try PostgresLedger(conninfo: conninfo, policy: .standard)
      let schema = try #require(try TestDatabase(conninfo: conninfo).run("SELECT current_schema()"))
      pooler = try ConnectionPooler(
        #require(ConnectionPooler.program), before: server, schema: schema, sessions: 2)
    }

    @Test func `is written by many and read as without it`() throws {
      let ledgers = try (0..<3).map { _ in
        try PostgresLedger(conninfo: pooler.conninfo, policy: .standard)
      }
      let world = SampleWorld(seed: 41, subscriptions: 60)
      let group = DispatchGroup()
      for writer in 0..<6 {
        group.enter()
        Thread { [entries = world.entries] in
          for start in stride(from: 0, to: entries.count, by: 7) {
            let part = Array(entries[start..<min(entries.count, start + 7)])
            #expect(throws: Never.self) {
              try ledgers[writer % 3].append(part, now: SampleWorld.middle)
              _ = try ledgers[writer % 3].subscribers(SubscriberQuery(limit: 20))
            }
          }
          group.leave()
        }.start()
      }
      group.wait()
      try ledgers[0].putProfiles(world.profiles)
      let alone = MemoryLedger(policy: .standard)
      try alone.append(world.entries, now: SampleWorld.middle)
      try alone.putProfiles(world.profiles)
      let query = SubscriberQuery(sort: .id, limit: 1_000)
      #expect(try ledgers[1].subscribers(query) == alone.subscribers(query))
      #expect(try ledgers[2].lastPosition() == Int64(Set(world.entries.map(\.identity)).count))
      #expect(try direct.verify() == [] && direct.rebuild(check: true) == [])
    }

    @Test func `tells of changes, and refuses the past, which needs a session`() throws {
      let ledger = try PostgresLedger(conninfo: pooler.conninfo, policy: .standard)
      let heard = DispatchSemaphore(value: 0)
      let listener = ledger.listen { heard.signal() }
      defer { listener.end() }
      #expect(heard.wait(timeout: .now() + 10) == .success)
      try direct.append(
        Array(SampleWorld(seed: 42, subscriptions: 2).entries.prefix(1)), now: SampleWorld.middle)
      #expect(heard.wait(timeout: .now() + 10) == .success)
      #expect {
        try ledger.asOf(SampleWorld.middle)
      } throws: { error in
        "\(error)".contains("a pooler is in between")
      }
      let left = "SELECT count(*) FROM pg_class WHERE relpersistence = 't'"
      #expect(try TestDatabase(conninfo: server.conninfo).run(left) == "0")
    }

    @Test func `gives questions up on the server behind it`() async throws {
      let ledger = try PostgresLedger(conninfo: pooler.conninfo, policy: .standard)
      for _ in 0..<4 {
        let read = try await CanceledRead(after: .milliseconds(30)) {
          try ledger.read { _ = try $0.query("SELECT pg_sleep(60)") }
        }
        #expect(read.isCanceled, "\(String(describing: read.error))")
        #expect(try ledger.lastPosition() == 0)
      }
      let running = """
        SELECT count(*) FROM pg_stat_activity
        WHERE state = 'active' AND query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()
        """
      #expect(try TestDatabase(conninfo: server.conninfo).run(running) == "0")
    }

    @Test func `says that the server is gone, and goes on when it is back`() throws {
      let ledger = try PostgresLedger(conninfo: pooler.conninfo, policy: .standard)
      let entries = SampleWorld(seed: 43, subscriptions: 4).entries
      try ledger.append(Array(entries.prefix(1)), now: SampleWorld.middle)
      // The server of these tests commits before it writes.
      try TestDatabase(conninfo: server.conninfo).run("CHECKPOINT")
      server.kill()
      do throws(LedgerError) {
        try ledger.append(entries, now: SampleWorld.middle)
        Issue.record("a server that is down stored something")
      } catch {
        guard case .unavailable = error else { throw error }
        #expect(error.isTemporary)
      }
      try server.start()
      var isBack = false
      for _ in 0..<100 where !isBack {
        isBack = (try? ledger.append(entries, now: SampleWorld.middle)) != nil
        if !isBack { Thread.sleep(forTimeInterval: 0.1) }
      }
      #expect(try ledger.lastPosition() == Int64(Set(entries.map(\.identity)).count))
      #expect(try direct.verify() == [] && direct.rebuild(check: true) == [])
    }
  }
#endif
