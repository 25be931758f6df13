#if Postgres
  import EventLedger
  import Foundation
  import LedgerPostgres
  import OwnThreads
  import PostgresServer
  import SimulatedStores
  import StorePayloads
  import StoreSimulator
  import SubscriptionCore
  import Testing

  @testable import churntopd

  /// The daemon as a process of its own, on a ledger on a server.
  @Suite(.ownThread, .serialized) struct `A daemon on a server's ledger` {
    private let folder: DaemonFolder
    private let world: SimulatedWorld
    private let bodies: [[UInt8]]

    init() throws {
      folder = try DaemonFolder()
      var world = try SimulatedWorld(seed: 17, subscribers: 120)
      let deliveries = try world.advance(to: world.start)
      var seen: Set<[UInt8]> = []
      bodies = deliveries.filter { delivery in
        delivery.channel == .appStore && delivery.bytes.starts(with: #"{"signedPayload""#.utf8)
          && seen.insert(delivery.bytes).inserted
      }.map(\.bytes)
      self.world = world
    }

    /// Sends notifications, and returns the answers' statuses.
    private func send(_ bodies: some Sequence<[UInt8]>, to port: Int) async -> [Int] {
      await withTaskGroup(of: Int?.self) { group in
        for body in bodies {
          group.addTask {
            await Loopback.post(body, to: "/v1/app-store/notifications", port: port)
          }
        }
        return await group.reduce(into: []) { $0.append($1 ?? 0) }
      }
    }

    private func identities(_ ledger: PostgresLedger) throws -> [String: Int] {
      var identities: [String: Int] = [:]
      try ledger.forEachEntry(after: 0) { _, entry in identities[entry.identity, default: 0] += 1 }
      return identities
    }

    @Test func `serves as the daemon's role, which may do no more`() async throws {
      let schemas = try TemporarySchemas()
      let url = try schemas.url()
      let ledger = try PostgresLedger(conninfo: url, policy: .standard)
      let roles = TemporaryRoles(in: schemas.database)
      try LedgerRoles(url, prefix: roles.prefix).apply()
      let config = try DaemonFolder.serving(
        world, in: folder, ledger: roles.login("daemon", url))
      let daemon = try await RunningDaemon(config: config, folder: folder)
      #expect(await send(bodies, to: daemon.port).allSatisfy { $0 == 200 })
      #expect(daemon.end(SIGTERM) == 0)
      #expect(!daemon.diagnostics.contains("permission denied"), "\(daemon.diagnostics)")
      let stored = try identities(ledger)
      #expect(stored.count == bodies.count && stored.values.allSatisfy { $0 == 1 })
      #expect(try ledger.verify() == [] && ledger.rebuild(check: true) == [])
      let checked = try RunningDaemon.run(["check-config", "--offline", "--config", config])
      #expect(checked.status == 0, "\(checked)")
      for (role, words) in [("operator", "may not hold the lease"), ("reader", "may not store")] {
        let other = try DaemonFolder.serving(
          world, in: folder, ledger: roles.login(role, url))
        let refused = try RunningDaemon.run(["check-config", "--offline", "--config", other])
        #expect(refused.status != 0 && "\(refused)".contains(words), "\(refused)")
      }
    }

    @Test func `refuses what it cannot store while the server is stopped, and goes on after`()
      async throws
    {
      let server = try PostgresServer()
      let database = TestDatabase(conninfo: server.conninfo, server: server)
      let schemas = TemporarySchemas(in: database)
      let url = try schemas.url()
      let ledger = try PostgresLedger(conninfo: url, policy: .standard)
      let config = try DaemonFolder.serving(world, in: folder, ledger: url)
      let daemon = try await RunningDaemon(config: config, folder: folder)
      let third = bodies.count / 3
      #expect(await send(bodies[..<third], to: daemon.port).allSatisfy { $0 == 200 })
      server.kill()
      let during = await send(bodies[third..<2 * third], to: daemon.port)
      #expect(during.allSatisfy { $0 == 503 }, "\(during)")
      try server.start()
      // A store sends again what was not answered.
      #expect(await send(bodies[third...], to: daemon.port).allSatisfy { $0 == 200 })
      #expect(await send(bodies[..<third], to: daemon.port).allSatisfy { $0 == 200 })
      #expect(daemon.end(SIGTERM) == 0)
      let stored = try identities(ledger)
      #expect(stored.count == bodies.count && stored.values.allSatisfy { $0 == 1 })
      #expect(try ledger.verify() == [] && ledger.rebuild(check: true) == [])
      try ledger.close()
    }

    @Test func `goes on where a daemon on another machine was with the stores' histories`()
      async throws
    {
      let schemas = try TemporarySchemas()
      let url = try schemas.url()
      let ledger = try PostgresLedger(conninfo: url, policy: .standard)
      let roles = TemporaryRoles(in: schemas.database)
      try LedgerRoles(url, prefix: roles.prefix).apply()
      let address = try roles.login("daemon", url)
      let stores = try FakeStores(
        seed: 18, subscribers: 60, start: Dependencies.current.clock(),
        clock: { Dependencies.current.clock() })
      let folder = folder
      try await FakeStoreServer.serving(stores) { addresses in
        let place = try SimulationFolder(folder.path)
        _ = try await place.write(stores, at: addresses, port: 0)
        let text = try String(contentsOfFile: place.configuration, encoding: .utf8)
        try folder.write("churntopd.toml", text.replacing(place.ledger, with: address))
        var pages: [Int] = []
        for machine in ["one", "two"] {
          let synced = try await BlockingExecutor.run {
            Result {
              try RunningDaemon.run(
                ["sync", "--config", place.configuration],
                environment: ["XDG_STATE_HOME": folder.file(machine)])
            }
          }.get()
          #expect(synced.status == 0, "\(synced)")
          #expect(synced.diagnostics.contains("from the start") == (machine == "one"), "\(synced)")
          pages.append(await stores.log.count { $0.endpoint == .notificationHistory })
        }
        #expect(pages[0] > 2 && pages[1] < 2 * pages[0], "\(pages)")
      }
      #expect(try ledger.syncProgress()?.contains("readTo") == true)
      try ledger.close()
    }
  }
#endif
