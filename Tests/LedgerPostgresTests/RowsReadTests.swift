#if Postgres
  import EventLedger
  import LedgerContract
  import OwnThreads
  import PostgresServer
  import SubscriptionCore
  import Testing

  @testable import LedgerPostgres

  /// How many rows the server reads, by its own count, which must not grow with the ledger.
  @Suite(.ownThread) struct `The rows that the server reads` {
    private let schemas: TemporarySchemas
    private let conninfo: String
    private let ledger: PostgresLedger
    private static let subscribers = 4_000

    init() throws {
      schemas = try TemporarySchemas()
      conninfo = try schemas.conninfo()
      ledger = try PostgresLedger(conninfo: conninfo, policy: .standard)
      try ledger.append(
        (0..<Self.subscribers).map { Self.entry("\($0)") }, now: SampleWorld.middle)
      try ledger.read { _ = try $0.run("ANALYZE subscribers, events, entries", isKept: false) }
    }

    /// An entry that begins a subscription of an account of its own.
    private static func entry(_ name: String) -> LedgerEntry {
      var entry = Load.entry(name)
      entry.events[0].facts.account = AccountID("account-\(name)")
      return entry
    }

    /// The rows of the ledger's tables that were read so far, by all that is committed.
    private func total() throws -> Int64 {
      try ledger.read { connection in
        _ = try connection.query("SELECT pg_stat_force_next_flush()")
        return try connection.query(
          """
          SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint
          FROM pg_stat_user_tables WHERE schemaname = current_schema()
          """
        ).integer(0, 0)
      }
    }

    private func rowsRead(_ ask: () throws -> Void) throws -> Int64 {
      let before = try total()
      try ask()
      return try total() - before
    }

    @Test func `are counted`() throws {
      let all = try rowsRead {
        try ledger.read { _ = try $0.query("SELECT count(body) FROM subscribers") }
      }
      #expect(all == Self.subscribers)
      #expect(try rowsRead {} == 0)
    }

    @Test func `are few for a misheard name`() throws {
      let syllables = ["bal", "dem", "fin", "gor", "hus", "jat", "kep", "lir", "mov", "nux"]
      func name(_ number: Int) -> String {
        String(10_000 + number).dropFirst().compactMap(\.wholeNumberValue).map { syllables[$0] }
          .joined()
      }
      try ledger.putProfiles(
        (0..<Self.subscribers).map {
          AccountProfile(account: AccountID("account-\($0)"), name: name($0))
        })
      try ledger.read { _ = try $0.run("ANALYZE accounts", isKept: false) }
      // Of a table as small as this one the server prefers to read all.
      let large = try PostgresLedger(
        conninfo: conninfo.replacing("-c search", with: "-c enable_seqscan=off -c search"),
        policy: .standard)
      let typed = "finlirdxmnux"
      var found: [SubscriptionID] = []
      let read = try rowsRead {
        found = try large.near(typed, limit: 1)
        try large.read { _ = try $0.query("SELECT pg_stat_force_next_flush()") }
      }
      #expect(found == ["as_2719"])
      #expect(read < 400)
    }

    /// A load looks at all tables when it ends, at this one while it is empty.
    @Test func `are few for profiles into a table that was empty when it was looked at`() throws {
      try ledger.read { _ = try $0.run("ANALYZE accounts", isKept: false) }
      var read: Int64 = 0
      for batch in 0..<20 {
        let profiles = (0..<100).map {
          AccountProfile(account: AccountID("stranger-\(batch)-\($0)"), name: "Mira")
        }
        read = try rowsRead { try ledger.putProfiles(profiles) }
      }
      #expect(read < 100)
    }

    /// A plan for any instant takes the rows whose time has come for many.
    @Test func `are few for an append of one entry`() throws {
      for number in 0..<8 {
        let read = try rowsRead {
          try ledger.append([Self.entry("more-\(number)")], now: SampleWorld.middle)
        }
        #expect(read < 100)
      }
    }

    /// An app may give the store the same account for everybody.
    @Test func `are few for an append to an account of very many`() throws {
      let most = CustomerPurchases.countMax
      func entry(_ number: Int) -> LedgerEntry {
        var entry = Load.entry("guest-\(number)")
        entry.events[0].facts.account = "guest"
        return entry
      }
      try ledger.append((0..<10 * most).map(entry), now: SampleWorld.middle)
      for number in 0..<8 {
        let read = try rowsRead {
          try ledger.append([entry(10 * most + number)], now: SampleWorld.middle)
        }
        #expect(read < 3 * most)
      }
      // The server now takes every account for one of many rows.
      try ledger.read { connection in
        _ = try connection.run("DELETE FROM subscribers WHERE account <> 'guest'", isKept: false)
        _ = try connection.run("ANALYZE subscribers", isKept: false)
      }
      let read = try rowsRead {
        try ledger.append([Self.entry("rare")], now: SampleWorld.middle)
        _ = try ledger.subscriber("as_rare")
      }
      #expect(read < 3 * most)
    }

    /// The server takes an index for as dear as that of a table of millions.
    @Test func `are few for an advance that changes nothing`() throws {
      let ledger = try PostgresLedger(
        conninfo: conninfo.replacing("-c search", with: "-c random_page_cost=40 -c search"),
        policy: .standard)
      for _ in 0..<8 {
        let read = try rowsRead { _ = try ledger.advance(to: SampleWorld.middle + .hours(1)) }
        #expect(read < 20)
      }
    }

    /// Where a row has no value, and is in a state in which few have one, no index needs it.
    @Test func `are written to no index that they have no place in`() throws {
      let counts = try ledger.read { connection in
        let rows = try connection.query(
          """
          SELECT relname::text, reltuples::bigint FROM pg_class
          WHERE relnamespace = current_schema()::regnamespace AND relname IN (
            'subscribersbyloss', 'subscribersbyretry', 'subscribersbyrenewal', 'subscribersbydue')
          """)
        return (0..<rows.count).reduce(into: [:]) { counts, place in
          counts[rows.text(place, 0)] = rows.integer(place, 1)
        }
      }
      #expect(
        counts == [
          "subscribersbyloss": 0, "subscribersbyretry": 0, "subscribersbydue": 0,
          "subscribersbyrenewal": Int64(Self.subscribers),
        ])
    }

    /// The server walks through a row up to the column that is asked for.
    @Test func `begin with numbers that all have, and names before what they may lack`() throws {
      let columns = try ledger.read { connection in
        let rows = try connection.query(
          """
          SELECT attname::text, attnotnull AND attlen > 0 FROM pg_attribute
          WHERE attrelid = 'subscribers'::regclass AND attnum > 0 ORDER BY attnum
          """)
        return (0..<rows.count).map { (name: rows.text($0, 0), isFixed: rows.integer($0, 1) == 1) }
      }
      let first = columns.prefix { $0.isFixed }.map(\.name)
      #expect(first.count == columns.count { $0.isFixed })
      #expect(first.starts(with: ["key", "state"]))
      let next = columns.dropFirst(first.count).prefix(7).map(\.name)
      #expect(Set(next).isSuperset(of: ["id", "account", "accountfolded", "product"]))
    }

    @Test func `are found by the index of their times alone where their time has come`() throws {
      let plan = try ledger.write { transaction in
        try transaction.query("EXPLAIN \(Projector.dueKeys)", [.integer(0)]).text(0, 0)
      }
      #expect(plan.hasPrefix("Index Only Scan using subscribersbynextchange"))
    }

    /// What the clock does not change stays as it is, whoever wrote it.
    @Test func `keep what an advance of many does not change`() throws {
      try ledger.read { _ = try $0.run("UPDATE subscribers SET country = 'xx'", isKept: false) }
      let changed = try ledger.advance(to: SampleWorld.middle + .days(21)).count
      #expect(changed == Self.subscribers)
      let kept = try ledger.read {
        try $0.query("SELECT count(*) FROM subscribers WHERE country = 'xx'").integer(0, 0)
      }
      #expect(kept == Self.subscribers)
      #expect(try ledger.count(Filter.parse("state:renewalPending")) == Self.subscribers)
    }

    /// The newest change is the farthest from those that are removed.
    @Test func `are the removed ones where changes of the outbox are too old`() throws {
      let now = SampleWorld.middle
      let age = OutboxRetention.usual.wholeMilliseconds + 1
      try ledger.read { connection in
        _ = try connection.run(
          """
          INSERT INTO changes (number, id, subscription, kind, at, recordedAt, body)
          SELECT number, 'c' || number, 's', 'enteredGrace', 0,
            \(now.milliseconds) - CASE WHEN number <= 3 THEN \(age) ELSE 0 END, ''
          FROM generate_series(1, \(Self.subscribers)) AS number
          """, isKept: false)
        _ = try connection.run("ANALYZE changes", isKept: false)
      }
      for expected in [Int64(3), 0, 0] {
        let read = try rowsRead {
          try ledger.write { try OutboxTable.append([], at: now, in: $0) }
        }
        #expect(read <= 20 + expected)
      }
      let count = try ledger.read { connection in
        try connection.query("SELECT count(*) FROM changes").integer(0, 0)
      }
      #expect(count == Self.subscribers - 3)
      #expect(try ledger.outboxBounds().removed == 3)
    }

    /// Of each state as many as the page has, whether the rows have a value or not, and in the
    /// statement that is made once for all pages as in its first ones; all on one ledger, which
    /// takes longer to fill than to ask.
    @Test func `are those of its states for a page of any order`() throws {
      let bound = Int64((SubscriptionState.allCases.count + 1) * 21 + 1)
      for sort in SubscriberSort.allCases {
        for text in ["", "state:active", "state:hold", "state:grace,hold"] {
          var query = SubscriberQuery(sort: sort, limit: 20)
          if !text.isEmpty { query.filter = try Filter.parse(text) }
          for descending in [false, true] {
            query.descending = descending
            for _ in 0..<7 {
              let read = try rowsRead {
                let page = try ledger.subscribers(query)
                query.cursor = page.rows.last.map { PageCursor(.after, $0.id) }
              }
              #expect(read <= bound, "\(sort) \(text) \(descending ? "falling" : "rising")")
            }
            query.cursor = nil
          }
        }
      }
    }

    /// A prompt that is due, or will be, has an instant: no row without one is looked at.
    @Test func `are few for a page of due prompts, of which there are none`() throws {
      for text in ["due:now", "due:scheduled", "due:now plan:~pro", "due<24h"] {
        let query = SubscriberQuery(filter: try Filter.parse(text), sort: .promptDue, limit: 20)
        var rows = -1
        let read = try rowsRead { rows = try ledger.subscribers(query).rows.count }
        #expect(rows == 0)
        #expect(read < 100, "\(text)")
      }
    }
  }
#endif
