import EventLedger
import GRDB
import LedgerContract
import LedgerRows
import SubscriptionCore
import Testing

@testable import LedgerSQLite

@Suite struct `The index of news` {
  private let folder: TemporaryFolder
  private let ledger: SQLiteLedger
  private let now = SampleWorld.middle + .days(2)

  init() throws {
    folder = try TemporaryFolder()
    ledger = try SQLiteLedger(path: folder.file(), policy: .standard)
    try ledger.append(SampleWorld(seed: 88, subscriptions: 120).entries, now: now)
  }

  private func plan(_ ledger: SQLiteLedger) throws -> String {
    try ledger.read { database in
      let rows = try Row.fetchAll(
        database, sql: "EXPLAIN QUERY PLAN \(SQLiteLedger.selectNews(.always))", arguments: [0])
      return rows.map { $0["detail"] as String? ?? "" }.joined(separator: "; ")
    }
  }

  @Test func `leads to a night of news, now and as of any time`() throws {
    let plan = try plan(ledger)
    #expect(plan.contains("SEARCH events USING INDEX eventsNews (recordedAt>?)"))
    #expect(plan.hasPrefix("SEARCH e USING INTEGER PRIMARY KEY"), "in the order of the file")
    let past = try #require(try ledger.asOf(now - .days(40)) as? SQLiteLedger)
    #expect(try self.plan(past).contains("USING INDEX eventsNews (recordedAt>?"))
  }

  /// SQLite makes a table of a list for every event that is stored, to see whether the index is to
  /// have it.
  @Test func `has no list in its condition, and serves where it was made with one`() throws {
    #expect(!Schema.newsIndex.contains(" IN "))
    let earlier = NewsIndex.statement("recordedAt")
    #expect(earlier.contains(" IN "))
    try ledger.write { try $0.execute(sql: "DROP INDEX eventsNews; \(earlier)") }
    #expect(try plan(ledger).contains("SEARCH events USING INDEX eventsNews (recordedAt>?)"))
  }
}
