import EventLedger
import GRDB
import LedgerContract
import OwnThreads
import SubscriptionCore
import Testing

@testable import LedgerSQLite

@Suite(.ownThread) struct `A question to a file that is given up` {
  private let folder: TemporaryFolder
  private let ledger: SQLiteLedger

  init() throws {
    folder = try TemporaryFolder()
    ledger = try SQLiteLedger(path: folder.file(), policy: .standard)
    try ledger.append(SampleWorld(seed: 5, subscriptions: 40).entries, now: SampleWorld.middle)
  }

  /// Counts that far, for which a machine takes a while.
  private static func count(to end: Int64, _ database: Database) throws -> Int64? {
    try Int64.fetchOne(
      database,
      sql: """
        WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < ?)
        SELECT count(*) FROM n
        """, arguments: [end])
  }

  /// Nothing else ends the question.
  @Test func `ends, and its connection reads on`() async throws {
    for _ in 0..<6 {
      let read = try await CanceledRead(after: .milliseconds(20)) { [ledger] in
        try ledger.read { database in _ = try Self.count(to: .max, database) }
      }
      #expect(read.isCanceled, "\(String(describing: read.error))")
    }
    #expect(try ledger.count(nil) > 0)
  }

  @Test func `ends no other question`() async throws {
    let other = Task.detached { [ledger] in
      try ledger.read { database in try Self.count(to: 3_000_000, database) }
    }
    let read = try await CanceledRead(after: .milliseconds(5)) { [ledger] in
      try ledger.read { database in _ = try Self.count(to: .max, database) }
    }
    #expect(read.isCanceled)
    #expect(try await other.value == 3_000_000)
  }

  @Test func `is answered where the task does not say that it may be given up`() async throws {
    let read = try await CanceledRead(after: .zero, isAllowed: false) { [ledger] in
      try ledger.read { database in _ = try Self.count(to: 100_000, database) }
    }
    #expect(read.error == nil)
  }

  @Test func `is no writing`() async throws {
    let before = try ledger.lastPosition()
    let write = try await CanceledRead(after: .zero) { [ledger] in
      while !ReadCancellation.isRequested {}
      try ledger.append(SampleWorld(seed: 6, subscriptions: 40).entries, now: SampleWorld.middle)
    }
    #expect(write.error == nil)
    #expect(try ledger.lastPosition() > before)
    #expect(try ledger.verify() == [])
  }

  @Test func `ends in a ledger of the past as well`() async throws {
    let past = try #require(try ledger.asOf(SampleWorld.middle - .days(1)) as? SQLiteLedger)
    let read = try await CanceledRead(after: .milliseconds(20)) {
      try past.read { database in _ = try Self.count(to: .max, database) }
    }
    #expect(read.isCanceled)
    #expect(try past.count(nil) > 0)
  }
}
