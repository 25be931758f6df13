#if Postgres
  import EventLedger
  import LedgerContract
  import OwnThreads
  import PostgresServer
  import SubscriptionCore
  import Synchronization
  import Testing

  @testable import LedgerPostgres

  @Suite(.ownThread) struct `A question to a server that is given up` {
    private let schemas: TemporarySchemas
    private let ledger: PostgresLedger

    init() throws {
      schemas = try TemporarySchemas()
      let conninfo = try schemas.conninfo()
      try PostgresLedger(conninfo: conninfo, policy: .standard)
        .append(SampleWorld(seed: 5, subscriptions: 40).entries, now: SampleWorld.middle)
      // It appends nothing, so that no news of its own takes the connection that it reads by.
      ledger = try PostgresLedger(conninfo: conninfo, policy: .standard)
    }

    private static func session(_ ledger: PostgresLedger) throws -> Int64 {
      try ledger.read { try $0.query("SELECT pg_backend_pid()::bigint").integer(0, 0) }
    }

    @Test func `ends on the server too, and its connection reads on`() async throws {
      let session = try Self.session(ledger)
      let sleep = SQLStatement("SELECT pg_sleep(60)")
      for length in [1, 2, 1, 3, 2, 1] {
        let read = try await CanceledRead(after: .milliseconds(30)) { [ledger] in
          try ledger.read { try $0.pipeline(Array(repeating: sleep, count: length)) }
        }
        #expect(read.isCanceled, "\(String(describing: read.error))")
        let active = try schemas.database.run(
          "SELECT state FROM pg_stat_activity WHERE pid = \(session)")
        #expect(active == "idle")
        #expect(try Self.session(ledger) == session)
      }
      #expect(try ledger.count(nil) > 0)
    }

    @Test func `leaves no snapshot open`() async throws {
      let session = try Self.session(ledger)
      let read = try await CanceledRead(after: .milliseconds(30)) { [ledger] in
        try ledger.snapshot { _ = try $0.query("SELECT pg_sleep(60)") }
      }
      #expect(read.isCanceled)
      #expect(try Self.session(ledger) == session)
      #expect(try ledger.figures(at: SampleWorld.middle).total > 0)
    }

    @Test func `ends no other question`() async throws {
      let other = Task.detached { [ledger] in
        try ledger.read { try $0.query("SELECT 7 + length(pg_sleep(0.3)::text)").integer(0, 0) }
      }
      let read = try await CanceledRead(after: .milliseconds(30)) { [ledger] in
        try ledger.read { _ = try $0.query("SELECT pg_sleep(60)") }
      }
      #expect(read.isCanceled)
      #expect(try await other.value == 7)
    }

    /// Questions that are over about when they are given up: the request to cancel one may come
    /// while the next one runs.
    @Test func `never ends the question after it, however late it is given up`() async throws {
      for round in 0..<60 {
        let length = Double(round % 12) / 2_000
        let read = try await CanceledRead(after: .milliseconds(round % 5)) { [ledger] in
          guard round.isMultiple(of: 3) else {
            return try ledger.read { _ = try $0.query("SELECT pg_sleep(\(length))", isKept: false) }
          }
          let sleep = SQLStatement("SELECT pg_sleep($1::bigint::float8 / 1e6)", [.integer(400)])
          try ledger.read { try $0.pipeline(Array(repeating: sleep, count: 1 + round % 12)) }
        }
        #expect(read.error == nil || read.isCanceled, "\(String(describing: read.error))")
        let next = Result { try ledger.read { try $0.query("SELECT pg_sleep(0.002)").count } }
        #expect(throws: Never.self) { try next.get() }
      }
    }

    @Test func `is asked over a new connection once it was given up too late`() throws {
      let session = try Self.session(ledger)
      try ledger.read { connection in connection.isCanceledLate.withLock { $0 = true } }
      #expect(try Self.session(ledger) != session)
    }

    @Test func `is answered where the task does not say that it may be given up`() async throws {
      let read = try await CanceledRead(after: .zero, isAllowed: false) { [ledger] in
        try ledger.read { _ = try $0.query("SELECT pg_sleep(0.2)") }
      }
      #expect(read.error == nil)
    }

    @Test func `is no writing`() async throws {
      let before = try ledger.lastPosition()
      let write = try await CanceledRead(after: .zero) { [ledger] in
        while !ReadCancellation.isRequested {}
        try ledger.append(
          SampleWorld(seed: 6, subscriptions: 40).entries, now: SampleWorld.middle)
      }
      #expect(write.error == nil)
      #expect(try ledger.lastPosition() > before)
    }

    @Test func `ends in a ledger of the past as well, which stays`() async throws {
      let past = try #require(try ledger.asOf(SampleWorld.middle - .days(1)) as? PostgresLedger)
      for length in [0.0, 60] {
        _ = try await CanceledRead(after: .milliseconds(20)) {
          try past.read { _ = try $0.query("SELECT pg_sleep(\(length))", isKept: false) }
        }
      }
      try past.read { connection in connection.isCanceledLate.withLock { $0 = true } }
      #expect(try past.count(nil) > 0)
    }
  }
#endif
