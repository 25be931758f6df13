#if Postgres
  import CPostgres
  import EventLedger
  import Glibc
  import LedgerContract
  import OwnThreads
  import PostgresServer
  import SubscriptionCore
  import Testing

  @testable import LedgerPostgres

  /// How often a question goes to the server and back, which costs most where that is far away.
  @Suite(.ownThread) struct `The round trips of a question` {
    private let schemas: TemporarySchemas
    private let ledger: PostgresLedger

    init() throws {
      schemas = try TemporarySchemas()
      let conninfo = try schemas.conninfo()
      try PostgresLedger(conninfo: conninfo, policy: .standard)
        .append(SampleWorld(seed: 8, subscriptions: 300).entries, now: SampleWorld.middle)
      // It appends nothing, so that no news of its own takes the connection that is watched.
      ledger = try PostgresLedger(conninfo: conninfo, policy: .standard)
    }

    /// Counts the waits for the server by libpq's own record, once the statements are prepared, or
    /// for the first time.
    private func roundTrips(isFirst: Bool = false, _ ask: () throws -> Void) throws -> Int {
      if !isFirst { try ask() }
      let file = try #require(tmpfile())
      defer { fclose(file) }
      try ledger.read { PQtrace($0.handle, file) }
      try ask()
      try ledger.read { PQuntrace($0.handle) }
      fflush(file)
      rewind(file)
      var (count, line) = (0, [CChar](repeating: 0, count: 4_096))
      while fgets(&line, Int32(line.count), file) != nil {
        let fields = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
          .split(whereSeparator: \.isWhitespace)
        if fields.contains("F"), fields.contains("Sync") || fields.contains("Query") { count += 1 }
      }
      return count
    }

    @Test func `are counted`() throws {
      #expect(try roundTrips {} == 0)
      #expect(
        try roundTrips { try ledger.read { for _ in 0..<3 { _ = try $0.query("SELECT 1") } } } == 3)
    }

    @Test func `are one for any number of rows, and for the position after an instant`() throws {
      let ids = try allRows(of: ledger).map(\.id)
      #expect(ids.count > 100)
      #expect(try ledger.summaries(ids).map(\.id) == ids)
      #expect(try roundTrips { _ = try ledger.summaries(ids) } == 1)
      #expect(try roundTrips { _ = try ledger.summary(ids[0]) } == 1)
      let instants = [Timestamp.epoch, SampleWorld.middle - .days(20), SampleWorld.middle]
      for instant in instants {
        #expect(try roundTrips { _ = try ledger.position(after: instant) } == 1)
      }
      #expect(try roundTrips { _ = try ledger.lastPosition() } == 1)
    }

    @Test(arguments: [("state:hold", 1), ("product:~a -state:grace", 1), ("renews<7d", 2)])
    func `are one for a page, and one more where its filter counts from the present`(
      _ text: String, trips: Int
    ) throws {
      let query = SubscriberQuery(filter: try Filter.parse(text), sort: .id, limit: 20)
      #expect(try roundTrips { _ = try ledger.subscribers(query) } == trips)
    }

    @Test func `are one for statements that are prepared on the way`() throws {
      let (new, other) = (SQLStatement("SELECT $1 + 1", [.integer(7)]), SQLStatement("SELECT 8"))
      let none = SQLStatement("SELECT $1 / 0", [.integer(1)])
      for isFirst in [true, false] {
        let one = try roundTrips(isFirst: isFirst) {
          try ledger.read { connection in
            _ = #expect(throws: PostgresError.self) { try connection.pipeline([none, new]) }
          }
        }
        #expect(one == 1)
        let two = try roundTrips(isFirst: isFirst) {
          try ledger.read { connection in
            let eight = try connection.query(new.sql, new.values).integer(0, 0)
            #expect(eight == 8)
            try connection.pipeline([new, other, new])
          }
        }
        #expect(two == 2)
      }
    }

    /// The beginning of a snapshot, the counters, what is no counter, and the end.
    @Test func `are four for all figures of the Overview`() throws {
      let now = SampleWorld.middle
      #expect(try ledger.figures(at: now).total > 100)
      #expect(try roundTrips { _ = try ledger.figures(at: now) } == 4)
    }
  }
#endif
