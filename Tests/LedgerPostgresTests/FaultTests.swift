#if Postgres
  import CPostgres
  import EventLedger
  import Foundation
  import LedgerContract
  import OwnThreads
  import SubscriptionCore
  import Testing

  @testable import LedgerPostgres
  @testable import PostgresServer

  /// What becomes of a ledger when its server or the way to it fails.
  @Suite(.ownThread, .serialized) struct `A ledger on a failing server` {
    @Test func `loses and doubles nothing when the server is killed under load`() throws {
      let server = try PostgresServer()
      let schemas = TemporarySchemas(
        in: TestDatabase(conninfo: server.conninfo, server: server))
      let conninfo = try schemas.conninfo()
      let ledger = try PostgresLedger(conninfo: conninfo, policy: .standard)
      let load = Load(ledger)
      load.start(writers: 4)
      for _ in 0..<3 {
        try load.waitForEntries(20)
        server.kill()
        try server.start()
      }
      try load.waitForEntries(20)
      let stored = try expectNothingLost(load, ledger)
      #expect(try ledger.lastPosition() == Int64(stored.count))
    }

    @Test func `says that the server is out of reach, and works again when it is back`() throws {
      let server = try PostgresServer()
      let schemas = TemporarySchemas(
        in: TestDatabase(conninfo: server.conninfo, server: server))
      let ledger = try PostgresLedger(conninfo: schemas.conninfo(), policy: .standard)
      try ledger.append([Load.entry("a")], now: SampleWorld.middle)
      server.kill()
      for call in [{ _ = try ledger.lastPosition() }, { try ledger.checkWritable() }] {
        do throws {
          try call()
          Issue.record("a server that is down answered")
        } catch let error as LedgerError {
          guard case .unavailable(let location, _) = error else {
            Issue.record("\(error)")
            continue
          }
          #expect(location == ledger.location)
          #expect(error.isTemporary)
        }
      }
      try server.start()
      #expect(try ledger.lastPosition() == 1)
      try ledger.append([Load.entry("b")], now: SampleWorld.middle)
      #expect(try ledger.lastPosition() == 2)
    }

    @Test func `says that a frozen server does not answer, and goes on when it wakes`() throws {
      let server = try PostgresServer()
      let schemas = TemporarySchemas(
        in: TestDatabase(conninfo: server.conninfo, server: server))
      let ledger = try PostgresLedger(conninfo: schemas.conninfo(), policy: .standard)
      try ledger.append([Load.entry("a")], now: SampleWorld.middle)
      do {
        try server.freeze()
        defer { try? server.wake() }
        let error = #expect(throws: LedgerError.self) { try ledger.lastPosition() }
        guard case .unavailable? = error else {
          Issue.record("\(String(describing: error))")
          return
        }
      }
      #expect(try ledger.lastPosition() == 1)
      try ledger.append([Load.entry("b")], now: SampleWorld.middle)
      #expect(try ledger.lastPosition() == 2)
    }

    @Test func `says that the network is cut, loses nothing, and goes on when it is mended`()
      throws
    {
      let server = try PostgresServer()
      let path = try NetworkPath(to: server)
      let far = path.over(server.conninfo)
      let ledger = try PostgresLedger(conninfo: far, policy: .standard)
      let reader = try PostgresLedger(conninfo: far, policy: .standard, readOnly: true)
      let load = Load(ledger)
      load.start(writers: 4)
      Thread.sleep(forTimeInterval: 1)
      path.cut()
      let cutAt = ContinuousClock.now
      let error = #expect(throws: LedgerError.self) { try reader.lastPosition() }
      guard case .unavailable(let location, _)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(location == reader.location && error?.isTemporary == true)
      #expect(ContinuousClock.now - cutAt < .seconds(45), "it is said in time")
      path.mend()
      let mendedAt = ContinuousClock.now
      let before = try reader.lastPosition()
      while try reader.lastPosition() == before, ContinuousClock.now - mendedAt < .seconds(45) {
        Thread.sleep(forTimeInterval: 0.1)
      }
      #expect(try reader.lastPosition() > before, "writers go on")
      try expectNothingLost(load, ledger)
    }

    @Test func `a change that is cut off holds up nobody for more than a minute`() throws {
      let schemas = try TemporarySchemas()
      let ledger = try PostgresLedger(conninfo: schemas.conninfo(), policy: .standard)
      let show = "SELECT current_setting('idle_in_transaction_session_timeout')"
      let beside = try ledger.change { connection in try connection.query(show).text(0, 0) }
      let inTurn = try ledger.write { transaction in try transaction.query(show).text(0, 0) }
      #expect(beside == "1min" && inTurn == "1min")
    }

    @Test(
      .enabled(if: ServerPrograms.canMountDisk, "a disk that is full takes the right to mount one"))
    func `says that the server's disk is full, and stores again when it has room`() throws {
      let server = try PostgresServer(
        settings: ["max_wal_size": "64MB", "min_wal_size": "32MB", "wal_level": "minimal"]
          .merging(["max_wal_senders": "0"]) { $1 },
        room: 120)
      let ledger = try PostgresLedger(conninfo: server.conninfo, policy: .standard)
      let load = Load(ledger)
      load.start(writers: 2)
      Thread.sleep(forTimeInterval: 0.5)
      let ballast = server.folder + "/data/ballast"
      try Self.fill(ballast)
      for _ in 0..<300 where load.refusal == nil { Thread.sleep(forTimeInterval: 0.1) }
      let refusal = load.refusal
      switch refusal {
      case .full: #expect(try ledger.lastPosition() > 0, "what was stored can be read")
      // Where its log has no room, the server stops.
      case .unavailable: break
      default: Issue.record("\(String(describing: refusal))")
      }
      try FileManager.default.removeItem(atPath: ballast)
      try server.start()
      let before = try ledger.lastPosition()
      for _ in 0..<300 where try ledger.lastPosition() == before {
        Thread.sleep(forTimeInterval: 0.1)
      }
      #expect(try ledger.lastPosition() > before, "writers go on")
      try expectNothingLost(load, ledger)
    }

    /// Fills a disk with a file up to its last byte.
    private static func fill(_ path: String) throws {
      let file = try #require(fopen(path, "w"))
      defer { fclose(file) }
      setvbuf(file, nil, _IONBF, 0)
      let bytes = [UInt8](repeating: 1, count: 4_096)
      while fwrite(bytes, 1, bytes.count, file) == bytes.count {}
    }

    /// Ends a load, and checks that what was acknowledged is there once.
    ///
    /// - Returns: How often the ledger has each identity.
    @discardableResult
    private func expectNothingLost(
      _ load: Load, _ ledger: PostgresLedger
    ) throws -> [String: Int] {
      let (acknowledged, attempted) = load.stop()
      #expect(!acknowledged.isEmpty, "writers were served")
      let stored = try Load.stored(in: ledger)
      #expect(stored.values.allSatisfy { $0 == 1 })
      #expect(acknowledged.subtracting(stored.keys).isEmpty)
      #expect(Set(stored.keys).subtracting(attempted).isEmpty)
      #expect(try ledger.verify() == [] && ledger.rebuild(check: true) == [])
      return stored
    }

    @Test func `a counter that was set too high is said, and ends no process`() throws {
      let schemas = try TemporarySchemas()
      let conninfo = try schemas.conninfo()
      let ledger = try PostgresLedger(conninfo: conninfo, policy: .standard)
      try TestDatabase(conninfo: conninfo).run(
        """
        ALTER TABLE ledger DISABLE TRIGGER ledgerUpdate;
        UPDATE ledger SET lastRefused = \(Int64.max)
        """)
      let error = #expect(throws: LedgerError.self) {
        try ledger.refuse([
          RefusedEntry(
            identity: "r", raw: [1], receivedAt: SampleWorld.middle, origin: "test", line: 0,
            reason: "none", field: "")
        ])
      }
      #expect(error?.description.contains("set too high") == true)
    }

    @Test func `gives up a wait that the server ends, and writes when it may`() throws {
      let schemas = try TemporarySchemas()
      let conninfo = try schemas.conninfo()
      let ledger = try PostgresLedger(
        conninfo: conninfo.replacing("-c search", with: "-c statement_timeout=300 -c search"),
        policy: .standard)
      let other = try PostgresConnection(conninfo)
      try other.script("BEGIN; SELECT 1 FROM ledger FOR UPDATE")
      do throws(LedgerError) {
        try ledger.append([Load.entry("a")], now: SampleWorld.middle)
        Issue.record("another transaction was not waited for")
      } catch {
        guard case .unavailable(_, let detail) = error else { throw error }
        #expect(detail.contains("statement timeout"))
        #expect(error.isTemporary)
      }
      #expect(try ledger.lastPosition() == 0)
      try other.script("COMMIT")
      try ledger.append([Load.entry("a")], now: SampleWorld.middle)
      #expect(try ledger.lastPosition() == 1)
    }

    @Test func `says that the server has no room, and stores when it has`() throws {
      let server = try PostgresServer(
        settings: ["max_connections": "8", "superuser_reserved_connections": "0"])
      let schemas = TemporarySchemas(
        in: TestDatabase(conninfo: server.conninfo, server: server))
      let ledger = try PostgresLedger(conninfo: schemas.conninfo(), policy: .standard)
      let load = Load(ledger)
      load.start(writers: 4)
      var others: [PostgresConnection] = []
      for _ in 0..<200 where others.count < 8 {
        // Each idle connection of the ledger that is cut makes room for another.
        if let other = try? PostgresConnection(server.conninfo) { others.append(other) }
        try others.first?.run(
          """
          SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
          WHERE application_name = 'churntop' AND pid NOT IN (
            \(others.map { "\(PQbackendPID($0.handle))" }.joined(separator: ", ")))
          """, isKept: false)
      }
      #expect(others.count == 8)
      do throws(LedgerError) {
        _ = try ledger.lastPosition()
        Issue.record("a server without room answered")
      } catch {
        guard case .unavailable(_, let detail) = error else { throw error }
        #expect(detail.contains("too many clients"), "\(detail)")
        #expect(error.isTemporary)
      }
      others = []
      try load.waitForEntries(20)
      let (acknowledged, attempted) = load.stop()
      let stored = try Load.stored(in: ledger)
      #expect(stored.values.allSatisfy { $0 == 1 })
      #expect(acknowledged.isSubset(of: stored.keys) && attempted.isSuperset(of: stored.keys))
      #expect(try ledger.verify() == [] && ledger.rebuild(check: true) == [])
    }

    @Test func `goes on when its connections are cut`() throws {
      let schemas = try TemporarySchemas()
      let ledger = try PostgresLedger(
        conninfo: schemas.conninfo() + " application_name=cut", policy: .standard)
      for number in 0..<6 {
        try schemas.database.run(
          """
          SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
          WHERE pid <> pg_backend_pid() AND application_name = 'cut'
          """)
        if number.isMultiple(of: 2) { #expect(try ledger.lastPosition() == Int64(number)) }
        try ledger.append([Load.entry("\(number)")], now: SampleWorld.middle)
      }
      #expect(try ledger.lastPosition() == 6)
      #expect(try ledger.verify() == [])
    }
  }
#endif
