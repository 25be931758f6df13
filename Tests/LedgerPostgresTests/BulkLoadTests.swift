#if Postgres
  import EventLedger
  import LedgerContract
  import OwnThreads
  import PostgresServer
  import SubscriptionCore
  import Testing

  @testable import LedgerPostgres

  /// A load of a ledger that is empty, which makes its indexes last.
  @Suite(.ownThread) struct `A load of an empty ledger` {
    private let schemas: TemporarySchemas
    private let conninfo: String
    private let schema: String
    private let world = SampleWorld(seed: 31, subscriptions: 300)

    init() throws {
      schemas = try TemporarySchemas()
      conninfo = try schemas.conninfo()
      schema = String(
        try #require(conninfo.split(separator: "search_path=").last?.prefix { $0 != "'" }))
    }

    private func open(_ conninfo: String? = nil) throws -> PostgresLedger {
      try PostgresLedger(conninfo: conninfo ?? self.conninfo, policy: .standard)
    }

    /// The definitions of all indexes of the ledger, in the order of their names.
    private func indexes() throws -> [Substring] {
      let text = try schemas.database.run(
        """
        SELECT string_agg(indexdef, chr(10) ORDER BY indexname) FROM pg_indexes
        WHERE schemaname = '\(schema)'
        """)
      return try #require(text).split(separator: "\n")
    }

    /// Appends the world's entries as an import does, some of them again.
    private func load(_ ledger: PostgresLedger) throws(LedgerError) -> [[AppendOutcome]] {
      var batches = stride(from: 0, to: world.entries.count, by: 150).map { start in
        Array(world.entries[start...].prefix(200))
      }
      return try ledger.append(now: SampleWorld.middle) {
        batches.isEmpty ? nil : batches.removeFirst()
      }
    }

    /// The rules of storing and deriving, beside which reading stays the same.
    @Test(arguments: LedgerRule.all.filter { $0.number <= 19 })
    func `keeps the rule as it goes on`(_ rule: LedgerRule) throws {
      try rule.check { [schemas] in
        let ledger = try PostgresLedger(conninfo: schemas.conninfo(), policy: .standard)
        _ = try #require(try ledger.beginLoad())
        return ledger
      }
    }

    @Test func `leaves what an ordinary append leaves, and every index`() throws {
      let ledger = try open()
      let whole = try indexes()
      var during: [Substring] = []
      var outcomes: [[AppendOutcome]] = []
      try ledger.bulkLoad { () throws(LedgerError) in
        outcomes = try load(ledger)
        during = (try? indexes()) ?? []
      }
      #expect(whole.count - during.count == DeferredIndexes.all.count)
      #expect(!during.contains { $0.contains("subscribersbyloss") })
      #expect(try indexes() == whole)
      let one = try open(schemas.conninfo())
      let all = outcomes.indices.flatMap { world.entries[($0 * 150)...].prefix(200) }
      #expect(try one.append(all, now: SampleWorld.middle) == Array(outcomes.joined()))
      #expect(try allRows(of: ledger) == allRows(of: one))
      func changes(_ ledger: PostgresLedger) throws -> [String] {
        try ledger.outbox(after: 0, limit: 10_000).map(\.change.id).sorted()
      }
      #expect(try changes(ledger) == changes(one))
      #expect(try ledger.verify() == [])
      #expect(try ledger.rebuild(check: true) == [])
      for text in ["token-7-abcd", "GPA.3317", "User-12"] {
        #expect(try ledger.resolve(text, limit: 50) == one.resolve(text, limit: 50))
      }
    }

    @Test func `stores odd texts by COPY as they are`() throws {
      let ledger = try open()
      var texts = OddTexts(seed: 5)
      let entries = (0..<400).map { _ in texts.entry(at: SampleWorld.middle - .days(40)) }
      try ledger.bulkLoad { () throws(LedgerError) in
        try ledger.append(entries, now: SampleWorld.middle)
      }
      var stored: [LedgerEntry] = []
      try ledger.forEachEntry(after: 0) { _, entry throws(LedgerError) in stored.append(entry) }
      #expect(stored == entries)
      try LedgerRule.checkTexts(ledger, &texts)
      #expect(try ledger.rebuild(check: true) == [])
    }

    @Test func `that was cut off is mended when the owner opens the ledger`() throws {
      let whole: [Substring]
      do {
        let ledger = try open(conninfo + " application_name=\(schema)")
        whole = try indexes()
        let indexes = try #require(try ledger.beginLoad())
        _ = try load(ledger)
        // While it goes on, nobody takes it for one that was cut off.
        _ = try open()
        #expect(try self.indexes().count < whole.count)
        withExtendedLifetime(indexes) {}
      }
      let connections = "SELECT count(*) FROM pg_stat_activity WHERE application_name = '\(schema)'"
      while try schemas.database.run(connections) != "0" {}
      var told: [RebuildProgress] = []
      let ledger = try PostgresLedger(conninfo: conninfo, policy: .standard) { told.append($0) }
      #expect(told.first == RebuildProgress(cause: .indexes, share: 0))
      #expect(told.last == RebuildProgress(cause: .indexes, share: 100))
      #expect(try indexes() == whole)
      #expect(try ledger.rebuild(check: true) == [])
      let again = try load(ledger).joined()
      #expect(again.allSatisfy { if case .duplicate = $0 { true } else { false } })
    }

    @Test func `makes the indexes where it ends with an error, which it throws`() throws {
      let ledger = try open()
      let whole = try indexes()
      let error = LedgerError.full(location: "elsewhere")
      #expect(throws: error) {
        try ledger.bulkLoad { () throws(LedgerError) in
          _ = try load(ledger)
          throw error
        }
      }
      #expect(try indexes() == whole)
      #expect(try ledger.verify() == [])
    }

    @Test func `survives the loss of the connection by which it reads`() throws {
      let ledger = try open(conninfo + " application_name=lost")
      let whole = try indexes()
      try ledger.bulkLoad { () throws(LedgerError) in
        try ledger.append(Array(world.entries.prefix(200)), now: SampleWorld.middle)
        _ = try? schemas.database.run(
          """
          SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
          WHERE application_name = 'lost'
          """)
        _ = try load(ledger)
      }
      #expect(try indexes() == whole)
      #expect(try ledger.lastPosition() == Int64(world.entries.count))
      #expect(try ledger.rebuild(check: true) == [])
    }

    @Test func `keeps the indexes for another role, and where entries are`() throws {
      let owner = try open()
      let whole = try indexes()
      let roles = TemporaryRoles(in: schemas.database)
      try LedgerRoles(conninfo, prefix: roles.prefix).apply()
      let other = try open(roles.login("operator", conninfo))
      for ledger in [other, owner] {
        var during: [Substring] = []
        try ledger.bulkLoad { () throws(LedgerError) in
          _ = try load(ledger)
          during = (try? indexes()) ?? []
        }
        #expect(during == whole)
      }
      #expect(try owner.rebuild(check: true) == [])
    }
  }
#endif
