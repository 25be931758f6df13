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

  /// The digests of spans with and without a filter, at a time.
  private func digests(_ ledger: any Ledger, at now: Timestamp) throws -> [Digest?] {
    try [Duration.hours(15), .days(3), .days(30)].flatMap { length in
      try [nil, try Filter.parse("store:play")].map { filter in
        try ledger.digest(
          DigestQuery(DigestSpan(since: now - length, now: now, in: .utc), filter: filter))
      }
    }
  }

  private func plan(_ ledger: SQLiteLedger) throws -> String {
    try ledger.read { database in
      let rows = try Row.fetchAll(
        database, sql: "EXPLAIN QUERY PLAN \(SQLiteLedger.selectNews(.always))", arguments: [0])
      return rows.map { $0["detail"] as String? ?? "" }.joined(separator: "; ")
    }
  }

  @Test func `leads to a night of news, now and as of any time`() throws {
    #expect(try plan(ledger).contains("SEARCH e USING INDEX eventsNews (recordedAt>?)"))
    let past = try #require(try ledger.asOf(now - .days(40)) as? SQLiteLedger)
    #expect(try plan(past).contains("USING INDEX eventsNews (recordedAt>?"))
  }

  @Test func `is not needed for a digest, and comes with a rebuild`() throws {
    let instants = [now, now - .days(40)]
    let before = try instants.map { try digests(ledger.asOf($0), at: $0) }
    #expect(before.joined().contains { ($0?[.purchased].count ?? 0) > 3 })
    try ledger.write { try $0.execute(sql: "DROP INDEX \(NewsIndex.name)") }
    #expect(try !ledger.readNews(recordedFrom: .distantPast, filter: .all) { _ in true })
    #expect(try instants.map { try digests(ledger.asOf($0), at: $0) } == before)
    _ = try ledger.rebuild(check: false)
    #expect(try ledger.readNews(recordedFrom: .distantPast, filter: .all) { _ in true })
  }
}
