#if Postgres
  import EventLedger
  import LedgerPostgres
  import OwnThreads
  import PostgresServer
  import StoreSync
  import SubscriptionCore
  import Synchronization
  import Testing

  @testable import churntopd

  @Suite(.ownThread) struct `Sync checkpoints in a ledger on a server` {
    private let app = StoreApp(store: .appStore, app: "com.example", environment: .sandbox)
    private let now = Timestamp(seconds: 1_760_000_000)

    private func paused(until end: Timestamp) -> SyncCheckpoints {
      var checkpoints = SyncCheckpoints()
      checkpoints.pause(app, until: end)
      return checkpoints
    }

    private func store(
      _ conninfo: String, former: SyncCheckpoints = SyncCheckpoints(),
      tell: @escaping @Sendable (String) -> Void = { _ in }
    ) throws -> SharedCheckpoints {
      let own = FormerStore()
      own.save(former)
      return SharedCheckpoints(
        try PostgresLedger(conninfo: conninfo, policy: .standard), former: own, tell: tell)
    }

    @Test func `are those of whoever saved last, on whichever machine`() throws {
      let schemas = try TemporarySchemas()
      let conninfo = try schemas.conninfo()
      let former = paused(until: now)
      let (one, two) = (try store(conninfo, former: former), try store(conninfo))
      #expect(one.load() == former, "an earlier version kept them on the machine")
      #expect(two.load() == SyncCheckpoints())
      one.save(paused(until: now + .hours(1)))
      #expect(two.load() == paused(until: now + .hours(1)))
      two.save(paused(until: now + .hours(2)))
      #expect(one.load() == paused(until: now + .hours(2)))
      let ledger = try PostgresLedger(conninfo: conninfo, policy: .standard)
      #expect(try ledger.lease() == nil, "the lease is beside them")
    }

    @Test func `last as long as the program where they cannot be saved, which is told`() throws {
      let server = try PostgresServer()
      let told = Mutex<[String]>([])
      let store = try store(server.conninfo) { text in told.withLock { $0.append(text) } }
      server.kill()
      store.save(paused(until: now))
      #expect(store.load() == paused(until: now))
      #expect(told.withLock { $0.count == 1 && $0[0].contains("cannot be saved in the ledger") })
      try server.start()
      store.save(paused(until: now))
      #expect(try self.store(server.conninfo).load() == paused(until: now))
    }
  }

  /// The checkpoints of one machine.
  private final class FormerStore: SyncCheckpointStore {
    private let checkpoints = Mutex(SyncCheckpoints())

    func load() -> SyncCheckpoints { checkpoints.withLock(\.self) }
    func save(_ new: SyncCheckpoints) { checkpoints.withLock { $0 = new } }
  }
#endif
