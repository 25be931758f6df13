#if Postgres
  import EventLedger
  import Foundation
  import LedgerContract
  import OwnThreads
  import PostgresServer
  import SubscriptionCore
  import Testing

  @testable import LedgerPostgres

  /// A ledger in a database whose server converts no text, and counts in bytes.
  @Suite(.ownThread) struct `A database that knows no encoding` {
    private let server: TestDatabase
    private let database: TestDatabase
    private let name = "churntop_ascii_" + UUID().uuidString.prefix(8).lowercased()

    init() throws {
      server = try PostgresServer.shared.get()
      database = TestDatabase(conninfo: "\(server.conninfo) dbname=\(name)")
    }

    private func withLedger(_ body: (PostgresLedger) throws -> Void) throws {
      try server.run(
        """
        CREATE DATABASE \(name) ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0
        """)
      defer { _ = try? server.run("DROP DATABASE \(name) WITH (FORCE)") }
      try body(PostgresLedger(conninfo: database.conninfo, policy: .standard))
    }

    @Test func `finds pieces of ids and turns the pages of long names as any other`() throws {
      let world = SampleWorld(seed: 33, subscriptions: 40)
      let reference = MemoryLedger(policy: .standard)
      // Two bytes a letter: what is cut after 200 bytes is not what is cut after 200 letters.
      let beginning = String(repeating: "é", count: 150)
      let profiles = world.profiles.map { profile in
        AccountProfile(
          account: profile.account, name: beginning + profile.account.rawValue,
          email: profile.email)
      }
      try withLedger { ledger in
        for ledger in [ledger, reference] as [any Ledger] {
          try ledger.append(world.entries, now: SampleWorld.middle)
          try ledger.putProfiles(profiles)
        }
        for text in ["as_10", "gp_1", "as_1003", "user-1", "tx12", beginning, "nobody"] {
          let expected = try reference.resolve(text, limit: 100)
          #expect(try ledger.resolve(text, limit: 100) == expected, "\(text)")
        }
        let sort = try #require(SubscriberSort.allCases.first { $0.field == .name })
        var query = SubscriberQuery(sort: sort, limit: 3)
        var found: [SubscriptionID] = []
        while let last = found.last ?? world.ids.first {
          query.cursor = found.isEmpty ? nil : PageCursor(.after, last)
          let page = try ledger.subscribers(query)
          found += page.rows.map(\.id)
          if !page.hasMore { break }
        }
        #expect(found.count == world.ids.count)
        #expect(Set(found) == world.ids)
      }
    }
  }
#endif
