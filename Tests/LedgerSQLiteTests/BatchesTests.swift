import EventLedger
import GRDB
import LedgerContract
import SubscriptionCore
import Testing

@testable import LedgerSQLite

/// Batches of one transaction, which leave the file that a transaction each leaves.
@Suite struct BatchesTests {
  private let folder: TemporaryFolder
  private let now = SampleWorld.middle

  init() throws { folder = try TemporaryFolder() }

  /// Everything that is stored about entries, events, rows and changes, table by table.
  private func contents(_ ledger: SQLiteLedger) throws -> [[Row]] {
    try ledger.read { database in
      try [
        "SELECT * FROM entries", "SELECT * FROM events", "SELECT * FROM subscriptions",
        "SELECT * FROM subscribers", "SELECT * FROM episodes", "SELECT * FROM changes",
        "SELECT * FROM meta ORDER BY name",
        // A counter that others brought back to zero may stand there or not.
        "SELECT * FROM counters WHERE count <> 0 OR mrr <> 0 ORDER BY kind, facet, bucket, variant",
        "SELECT rowid FROM pieces WHERE pieces MATCH 'gpa' ORDER BY rowid",
      ].map { try Row.fetchAll(database, sql: $0) }
    }
  }

  @Test(arguments: [1, 7, 60])
  func `batches of one transaction leave what a transaction each leaves`(length: Int) throws {
    // Small batches tell of a subscription in several, and of its purchases beside it.
    let world = SampleWorld(seed: UInt64(length), subscriptions: 60)
    let batches = stride(from: 0, to: world.entries.count, by: length).map { start in
      Array(world.entries[start..<min(start + length, world.entries.count)])
    }
    let apart = try SQLiteLedger(path: folder.file(), policy: .standard)
    let outcomes = try batches.map { try apart.append($0, now: now) }
    let together = try SQLiteLedger(path: folder.file(), policy: .standard)
    var rest = batches[...]
    #expect(try together.append(now: now, batches: { rest.popFirst() }) == outcomes)
    #expect(try contents(together) == contents(apart))
    #expect(try together.rebuild(check: true, at: nil, progress: { _ in }) == [])
    #expect(try together.verify() == [])
  }
}
