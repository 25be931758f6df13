#if Postgres
  import Dispatch
  import EventLedger
  import Foundation
  import LedgerContract
  import OwnThreads
  import SubscriptionCore
  import Testing

  @testable import LedgerPostgres
  @testable import PostgresServer

  /// A ledger whose server has a copy: a standby that takes over, or a backup that is restored.
  @Suite(.ownThread, .serialized) struct `A ledger on a server that has a copy` {
    @Test func `loses and doubles nothing when a synchronous standby takes over`() throws {
      let primary = try PostgresServer(settings: ["synchronous_standby_names": "second"])
      let standby = try PostgresServer(
        copying: primary, to: .standby,
        settings: ["cluster_name": "second", "synchronous_standby_names": ""])
      try standby.start()
      let both = "host=\(primary.folder),\(standby.folder) user=churntop dbname=postgres"
      let ledger = try PostgresLedger(
        conninfo: both + " target_session_attrs=read-write", policy: .standard)
      let load = Load(ledger)
      load.start(writers: 4)
      try load.waitForEntries(50)
      primary.kill()
      try TestDatabase(conninfo: standby.conninfo).run("SELECT pg_promote()")
      try load.waitForEntries(50)
      let (acknowledged, attempted) = load.stop()
      let stored = try Load.stored(in: ledger)
      #expect(stored.values.allSatisfy { $0 == 1 })
      #expect(acknowledged.subtracting(stored.keys).isEmpty)
      #expect(Set(stored.keys).subtracting(attempted).isEmpty)
      #expect(try ledger.verify() == [] && ledger.rebuild(check: true) == [])
    }

    @Test func `takes no other transaction's end for that of its own after a takeover`() throws {
      let primary = try PostgresServer(settings: PostgresServer.hurried)
      let standby = try PostgresServer(
        copying: primary, to: .standby, settings: PostgresServer.hurried)
      try standby.start()
      let ledger = try PostgresLedger(
        conninfo: "host=\(primary.folder),\(standby.folder) user=churntop dbname=postgres"
          + " target_session_attrs=read-write", policy: .standard)
      struct Abandoned: Error {}
      var number: TransactionNumber?
      try ledger.write { number = $0.number }
      #expect(try ledger.isCommitted(#require(number)))
      #expect(throws: LedgerError.self) {
        try ledger.write { transaction in
          number = transaction.number
          // Nothing of this transaction has reached the standby.
          primary.kill()
          throw Abandoned()
        }
      }
      let second = TestDatabase(conninfo: standby.conninfo)
      try second.run("SELECT pg_promote()")
      // The new primary gives the same number to somebody else, who commits.
      for _ in 0..<8 { try second.run("SELECT txid_current()") }
      #expect(try !ledger.isCommitted(#require(number)))
    }

    @Test func `is read on the standby, where nothing can be written`() throws {
      let primary = try PostgresServer(settings: PostgresServer.hurried)
      let ledger = try PostgresLedger(conninfo: primary.conninfo, policy: .standard)
      let standby = try PostgresServer(
        copying: primary, to: .standby, settings: PostgresServer.hurried)
      try standby.start()
      let reader = try PostgresLedger(conninfo: standby.conninfo, policy: .standard)
      #expect(reader.isReadOnly)
      let heard = DispatchSemaphore(value: 0)
      let listener = reader.listen { heard.signal() }
      defer { listener.end() }
      while heard.wait(timeout: .now() + 1.5) == .success {}
      try ledger.append(
        SampleWorld(seed: 6, subscriptions: 30).entries, now: SampleWorld.middle)
      #expect(heard.wait(timeout: .now() + 10) == .success)
      for _ in 0..<100 where try reader.lastPosition() < ledger.lastPosition() {
        Thread.sleep(forTimeInterval: 0.05)
      }
      let query = SubscriberQuery(sort: .id, limit: 1_000)
      #expect(try reader.subscribers(query) == ledger.subscribers(query))
      let noPast = #expect(throws: LedgerError.self) { _ = try reader.asOf(SampleWorld.middle) }
      #expect(noPast?.description.contains("a standby cannot have") == true)
      #expect(try reader.rebuild(check: true) == [])
      #expect { try reader.asOf(SampleWorld.middle - .days(1)) } throws: { error in
        guard case .unavailable(_, let detail)? = error as? LedgerError else { return false }
        return detail.contains("standby")
      }
      #expect(throws: LedgerError.readOnly(location: reader.location)) {
        try reader.append([], now: SampleWorld.middle)
      }
    }

    @Test func `is restored to a point in time, with rows that fit its events`() throws {
      let primary = try PostgresServer(settings: [
        "archive_mode": "on", "fsync": "off",
        "archive_command": "mkdir -p ../archive && cp %p ../archive/%f",
      ])
      let database = TestDatabase(conninfo: primary.conninfo)
      let ledger = try PostgresLedger(conninfo: primary.conninfo, policy: .standard)
      let entries = SampleWorld(seed: 5, subscriptions: 60).entries
      let third = entries.count / 3
      try ledger.append(Array(entries.prefix(third)), now: SampleWorld.middle)
      let restored = try PostgresServer(
        copying: primary, to: .restored,
        settings: [
          "restore_command": "cp \(primary.folder)/archive/%f %p",
          "recovery_target_name": "before-the-mistake", "recovery_target_action": "promote",
        ])
      try ledger.append(Array(entries.dropFirst(third).prefix(third)), now: SampleWorld.middle)
      let position = try ledger.lastPosition()
      try database.run("SELECT pg_create_restore_point('before-the-mistake')")
      try ledger.append(Array(entries.dropFirst(2 * third)), now: SampleWorld.middle + .days(30))
      try database.run("SELECT pg_switch_wal()")
      try waitForArchive(database)
      primary.kill()
      try restored.start()
      let promoted = TestDatabase(conninfo: restored.conninfo)
      for _ in 0..<200 where try promoted.run("SELECT pg_is_in_recovery()") == "t" {
        Thread.sleep(forTimeInterval: 0.05)
      }
      let copy = try PostgresLedger(conninfo: restored.conninfo, policy: .standard)
      #expect(try copy.lastPosition() == position)
      #expect(try copy.verify() == [] && copy.rebuild(check: true) == [])
      let alone = MemoryLedger(policy: .standard)
      try alone.append(Array(entries.prefix(2 * third)), now: SampleWorld.middle)
      let query = SubscriberQuery(sort: .id, limit: 1_000)
      #expect(try copy.subscribers(query) == alone.subscribers(query))
      // What came after the point is taken in again, as a store or an archive tells it again.
      try copy.append(entries, now: SampleWorld.middle + .days(30))
      try alone.append(entries, now: SampleWorld.middle + .days(30))
      #expect(try copy.subscribers(query) == alone.subscribers(query))
    }

    private func waitForArchive(_ database: TestDatabase) throws {
      for _ in 0..<200 {
        let left = try database.run(
          """
          SELECT count(*) FROM pg_ls_archive_statusdir() WHERE name LIKE '%.ready'
          """)
        if left == "0" { return }
        Thread.sleep(forTimeInterval: 0.05)
      }
      Issue.record("the log was not archived")
    }
  }
#endif
