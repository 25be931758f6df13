#if Postgres
  import Dispatch
  import EventLedger
  import Foundation
  import LedgerPostgres
  import PostgresServer
  import SeededNumbers
  import Synchronization

  /// A server for simulations, which fails when a seed wants it to; one simulation at a time.
  public final class SimulatedServer: Sendable {
    let server: PostgresServer

    /// Starts a server.
    ///
    /// - Throws: `PostgresServer.Failure` where there is none.
    public init() throws {
      // No power is lost here, so that what the kernel has is kept.
      server = try PostgresServer(settings: ["fsync": "off", "full_page_writes": "off"])
    }
  }

  /// A machine with a ledger on a server that is killed, freezes or ends sessions meanwhile.
  final class ServerMachine: SimulatedMachine, Sendable {
    /// The failures of a server.
    private enum Trouble: CaseIterable { case none, killed, sessionsEnded, frozen }

    private let server: PostgresServer
    private let database: TestDatabase
    private let schemas: TemporarySchemas
    private let conninfo: String
    /// The trouble that is under way.
    private let trouble = DispatchGroup()
    private let failures = Mutex(0)

    /// Readies an empty schema.
    init(_ simulated: SimulatedServer) throws {
      server = simulated.server
      database = TestDatabase(conninfo: server.conninfo, server: server)
      schemas = TemporarySchemas(in: database)
      conninfo = try schemas.conninfo() + " application_name=simulated"
    }

    var promise: String { "on a server" }
    var hasStopped: Bool { false }
    var hasFailed: Bool { failures.withLock { $0 > 0 } }

    func beginTrouble(_ numbers: inout SeededNumbers) -> String {
      guard let kind = Trouble.allCases.randomElement(using: &numbers), kind != .none else {
        return "no trouble"
      }
      let delay = Int.random(in: 0...120, using: &numbers)
      let length = Int.random(in: 10...250, using: &numbers)
      failures.withLock { $0 += 1 }
      trouble.enter()
      Thread { [self] in
        usleep(UInt32(delay) * 1_000)
        cause(kind, length: length)
        trouble.leave()
      }.start()
      return "\(kind) after \(delay) ms, for \(length) ms"
    }

    private func cause(_ kind: Trouble, length: Int) {
      switch kind {
      case .none: break
      case .killed:
        server.kill()
        usleep(UInt32(length) * 1_000)
        // The end of the life starts it where this cannot.
        try? server.start()
      case .sessionsEnded:
        for _ in 0..<max(1, length / 25) {
          _ = try? database.run(
            """
            SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE application_name = 'simulated'
            """)
          usleep(25_000)
        }
      case .frozen:
        try? server.freeze()
        usleep(UInt32(length) * 1_000)
        try? server.wake()
      }
    }

    func open() throws(LedgerError) -> any Ledger {
      try PostgresLedger(conninfo: conninfo, policy: LedgerSimulation.policy)
    }

    func stop() {}

    func end(_ numbers: inout SeededNumbers) throws -> LifeEnd {
      trouble.wait()
      let isKilled = numbers.happens(30)
      if isKilled { server.kill() }
      try server.start()
      return LifeEnd(words: isKilled ? "the server was killed" : "the process was killed")
    }

    func count(into report: inout LedgerSimulation.Report) {
      report.faults = failures.withLock(\.self)
    }
  }
#endif
