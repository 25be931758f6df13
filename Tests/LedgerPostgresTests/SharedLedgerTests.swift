#if Postgres
  import Dispatch
  import EventLedger
  import Foundation
  import LedgerContract
  import OwnThreads
  import PostgresServer
  import SubscriptionCore
  import Synchronization
  import Testing

  @testable import LedgerPostgres

  /// Positions that several threads were told.
  private final class Positions: Sendable {
    let list = Mutex<[Int64]>([])
  }

  /// A ledger that several programs have open.
  @Suite(.ownThread) struct `A ledger that many share` {
    @Test func `takes the same entries from many writers once`() throws {
      let schemas = try TemporarySchemas()
      let conninfo = try schemas.conninfo()
      let entries = SampleWorld(seed: 7, subscriptions: 40).entries
      let ledgers = try (0..<4).map { _ in
        try PostgresLedger(conninfo: conninfo, policy: .standard)
      }
      let stored = Positions()
      inThreads(8) { number in
        for start in stride(from: 0, to: entries.count, by: 5) {
          let part = Array(entries[start..<min(entries.count, start + 5)])
          let outcomes = try? ledgers[number % 4].append(part, now: SampleWorld.middle)
          for case .stored(let position) in outcomes ?? [] {
            stored.list.withLock { $0.append(position) }
          }
        }
      }
      #expect(stored.list.withLock { $0.sorted() } == Array(1...Int64(entries.count)))
      #expect(try ledgers[0].verify() == [])
      #expect(try ledgers[0].rebuild(check: true) == [])
      let alone = MemoryLedger(policy: .standard)
      try alone.append(entries, now: SampleWorld.middle)
      let query = SubscriberQuery(sort: .id, limit: 1_000)
      #expect(try ledgers[3].subscribers(query) == alone.subscribers(query))
    }

    @Test func `goes by the policy that it keeps, until another is adopted`() throws {
      let schemas = try TemporarySchemas()
      let conninfo = try schemas.conninfo()
      var other = ChurnPolicy.standard
      other.prompts.appStore.step = .storeMessages
      let first = try PostgresLedger(conninfo: conninfo, policy: .standard)
      try first.append(
        SampleWorld(seed: 3, subscriptions: 30).entries, now: SampleWorld.middle)
      let second = try PostgresLedger(conninfo: conninfo, policy: other)
      #expect(first.rebuildState == .current)
      #expect(second.rebuildState == .outdated)
      #expect(second.policy == .standard)
      let began = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
      #expect(try second.adoptedPolicy().version == 1)
      #expect(try second.adopt(other) != nil)
      let adoption = try first.adoptedPolicy()
      #expect(adoption.version == 2)
      #expect(try adoption.by == schemas.database.run("SELECT session_user"))
      #expect(adoption.at > began - .hours(1) && adoption.at < began + .hours(1))
      #expect(second.policy == other)
      #expect(try second.rebuild(check: true) == [])
      try first.checkWritable()
      #expect(try first.rebuild(check: true) == [])
      #expect(first.policy == other)
      #expect(try first.adopt(other) == nil)
    }

    @Test func `tells at once what another program stored`() throws {
      let schemas = try TemporarySchemas()
      let conninfo = try schemas.conninfo()
      let writer = try PostgresLedger(conninfo: conninfo, policy: .standard)
      let reader = try PostgresLedger(conninfo: conninfo, policy: .standard, readOnly: true)
      let heard = DispatchSemaphore(value: 0)
      let listener = reader.listen { heard.signal() }
      defer { listener.end() }
      #expect(heard.wait(timeout: .now() + 10) == .success)
      while heard.wait(timeout: .now() + 1.5) == .success {}
      try writer.append(
        Array(SampleWorld(seed: 1, subscriptions: 2).entries.prefix(1)), now: SampleWorld.middle)
      #expect(heard.wait(timeout: .now() + 10) == .success)
      #expect(try reader.lastPosition() == 1)
      #expect(throws: LedgerError.readOnly(location: reader.location)) {
        try reader.append([], now: SampleWorld.middle)
      }
    }

    @Test func `of a newer form is read and written by newer programs alone`() throws {
      let schemas = try TemporarySchemas()
      let conninfo = try schemas.conninfo()
      let ledger = try PostgresLedger(conninfo: conninfo, policy: .standard)
      let schema = try #require(
        conninfo.split(separator: "search_path=").last?.prefix { $0 != "'" })
      try schemas.database.run("UPDATE \(schema).ledger SET form = 99")
      let newer = LedgerError.newer(
        location: ledger.location, version: 99, known: Int(LedgerSchema.form))
      #expect(throws: newer) { try ledger.append([], now: SampleWorld.middle) }
      #expect(throws: newer, "dashboards and daemons ask for it all the time") {
        try ledger.lastPosition()
      }
      #expect(throws: newer) {
        _ = try PostgresLedger(conninfo: conninfo, policy: .standard, readOnly: true)
      }
    }

    @Test func `is not advanced by a machine whose clock is hours ahead`() throws {
      let schemas = try TemporarySchemas()
      let conninfo = try schemas.conninfo()
      let tolerance = Duration.minutes(5)
      let ledger = try PostgresLedger(conninfo: conninfo, policy: .standard, aheadMax: tolerance)
      let entries = SampleWorld(seed: 4, subscriptions: 20).entries
      let began = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
      let ahead = began + .hours(3)
      func standsBySomeClock() throws -> Bool {
        let stands = try #require(try ledger.advancedTo())
        return stands >= began && stands <= began + .minutes(3)
      }
      try ledger.append(Array(entries.dropLast()), now: ahead)
      #expect(try standsBySomeClock())
      try ledger.advance(to: ahead)
      #expect(try standsBySomeClock())
      _ = try ledger.rebuild(check: false, at: ahead) { _ in }
      #expect(try standsBySomeClock())
      #expect(try ledger.rebuild(check: true) == [])
      let simulated = try PostgresLedger(conninfo: conninfo, policy: .standard)
      try simulated.append(Array(entries.suffix(1)), now: ahead)
      #expect(try simulated.advancedTo() == ahead)
    }

    @Test func `is not turned back by a machine whose clock is hours behind`() throws {
      let schemas = try TemporarySchemas()
      let ledger = try PostgresLedger(
        conninfo: schemas.conninfo(), policy: .standard, aheadMax: .minutes(5))
      let began = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
      try ledger.append(SampleWorld(seed: 4, subscriptions: 20).entries, now: began)
      _ = try ledger.rebuild(check: false, at: began - .hours(2)) { _ in }
      let stands = try #require(try ledger.advancedTo())
      #expect(stands >= began - .seconds(1) && stands <= began + .minutes(3))
      #expect(try ledger.rebuild(check: true) == [])
    }

    @Test func `tells no password`() {
      let secret = "s3cr3t"
      for conninfo in [
        "postgres://mira:\(secret)@127.0.0.1:1/ledger",
        "host=/nowhere user=mira password=\(secret) dbname=ledger",
        "host=/nowhere user mira password=\(secret)", "postgres://mira:\(secret)@[",
      ] {
        do throws(LedgerError) {
          _ = try PostgresLedger(conninfo: conninfo, policy: .standard)
          Issue.record("\(conninfo) was opened")
        } catch {
          #expect(!error.description.contains(secret))
          guard case .unavailable = error else {
            Issue.record("\(error)")
            continue
          }
        }
      }
    }

    @Test func `answers a role without rights with what it may not`() throws {
      let schemas = try TemporarySchemas()
      let conninfo = try schemas.conninfo()
      _ = try PostgresLedger(conninfo: conninfo, policy: .standard)
      let schema = try #require(
        conninfo.split(separator: "search_path=").last?.prefix { $0 != "'" })
      let role = "reader_\(schema.suffix(8))"
      try schemas.database.run(
        """
        CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA \(schema) TO \(role);
        GRANT SELECT ON ALL TABLES IN SCHEMA \(schema) TO \(role)
        """)
      defer {
        _ = try? schemas.database.run("DROP OWNED BY \(role); DROP ROLE \(role)")
      }
      let reader = try PostgresLedger(
        conninfo: conninfo.replacing("user='churntop'", with: "user='\(role)'"), policy: .standard)
      #expect(try reader.lastPosition() == 0)
      try schemas.database.run("REVOKE SELECT ON \(schema).accounts FROM \(role)")
      do throws(LedgerError) {
        try reader.forEachProfile { _ in }
        Issue.record("the role may not read profiles")
      } catch {
        guard case .refused(_, let detail) = error else { throw error }
        #expect(detail == "permission denied for table accounts")
      }
      #expect(throws: LedgerError.readOnly(location: reader.location)) {
        try reader.append(
          SampleWorld(seed: 1, subscriptions: 1).entries, now: SampleWorld.middle)
      }
    }
  }
#endif
