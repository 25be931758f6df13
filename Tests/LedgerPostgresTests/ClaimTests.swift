#if Postgres
  import EventLedger
  import Foundation
  import Intake
  import LedgerContract
  import LedgerPostgres
  import LedgerSQLite
  import OwnThreads
  import PostgresServer
  import StorePayloads
  import SubscriptionCore
  import Synchronization
  import Testing

  /// Operators who claim the same case at the same moment, each with a program of their own.
  @Suite(.ownThread) struct `A case that several claim at once` {
    @Test func `is one operator's on a server, and the others are told whose`() throws {
      let schemas = try TemporarySchemas()
      let conninfo = try schemas.conninfo()
      try check { try PostgresLedger(conninfo: conninfo, policy: .standard) }
    }

    @Test func `is one operator's in a file, and the others are told whose`() throws {
      let path = FileManager.default.temporaryDirectory.path + "/claims-\(UUID()).sqlite"
      defer {
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
      }
      try check { try SQLiteLedger(path: path, policy: .standard) }
    }

    private static let operators = ["ana", "bo", "cem", "dee", "eli", "fay"]

    private func check(_ open: () throws -> any Ledger) throws {
      let ledgers = try Self.operators.map { _ in try open() }
      let (now, worlds) = (SampleWorld.middle, SampleWorld(seed: 9, subscriptions: 8))
      try ledgers[0].append(worlds.entries, now: now)
      for id in worlds.ids.sorted(by: { $0.rawValue < $1.rawValue }).prefix(5) {
        let ends = Mutex<[String: String?]>([:])
        inThreads(ledgers.count) { number in
          let actor = Self.operators[number]
          let claim = ActionRecord(
            kind: .claimed, subscription: id, at: now, recordedAt: now,
            action: SubscriptionEvent.Action(actor: actor, until: now + .hours(4)))
          let end = try? Intake(ledger: ledgers[number], trust: TrustPolicy())
            .claim([claim], takingOver: { _ in false }, now: now)
          ends.withLock { $0[actor] = .some(end?.held.first?.actor) }
        }
        let winners = ends.withLock { $0 }.filter { $0.value == nil }.map(\.key)
        try #require(winners.count == 1, "\(ends.withLock { $0 })")
        let holder = try ledgers[0].subscriber(id)?.claim(at: now)?.actor
        #expect(holder == winners[0])
        #expect(ends.withLock { $0 }.values.allSatisfy { $0 == nil || $0 == winners[0] })
      }
    }
  }
#endif
