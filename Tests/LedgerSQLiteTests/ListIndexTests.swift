import EventLedger
import Foundation
import GRDB
import LedgerContract
import LedgerRows
import SubscriptionCore
import Testing

@testable import LedgerSQLite

@Suite struct `The indexes of lists` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func ledger(rows: Int) throws -> SQLiteLedger {
    let ledger = try SQLiteLedger(path: folder.file(), policy: .standard)
    var active = StoreFacts()
    active.status = .active
    let entries = (0..<rows).map { index in
      LedgerEntry(
        identity: "\(index)", format: "sample", raw: [], receivedAt: SampleWorld.middle,
        verification: .unsigned,
        events: [
          SubscriptionEvent(
            id: EventID("\(index)"), kind: .purchased, subscription: SubscriptionID("gp_\(index)"),
            effectiveAt: SampleWorld.middle, statedAt: SampleWorld.middle,
            recordedAt: SampleWorld.middle, source: .googlePlayNotification,
            verification: .unsigned, facts: active)
        ])
    }
    try ledger.append(entries, now: SampleWorld.middle)
    return ledger
  }

  private func indexes(_ ledger: SQLiteLedger) throws -> Set<ListIndex> {
    try ledger.read { database in
      Set(try ListIndex.allCases.filter { try $0.exists(database) })
    }
  }

  @Test func `are made when a list of many rows first asks`() throws {
    let ledger = try ledger(rows: ListIndex.rowsMin)
    #expect(try indexes(ledger) == [])
    let page = try ledger.subscribers(SubscriberQuery(sort: .mrr, limit: 3))
    #expect(try indexes(ledger) == [.byWorth])
    let filter = try Filter.parse("state:active")
    #expect(try ledger.count(filter) == ListIndex.rowsMin, "which counters know")
    #expect(try indexes(ledger) == [.byWorth])
    #expect(
      try ledger.subscribers(SubscriberQuery(filter: filter, sort: .mrr, limit: 3))
        .rows.count == 3)
    #expect(try indexes(ledger) == [.byWorth, .byStateAndLoss])
    #expect(try ledger.subscribers(SubscriberQuery(sort: .mrr, limit: 3)) == page)
    #expect(try ledger.verify() == [])
  }

  @Test func `are made one by one ahead of lists, and keep the lists as they are`() throws {
    let ledger = try ledger(rows: ListIndex.rowsMin)
    let pages = try SubscriberSort.allCases.map { sort in
      try ledger.subscribers(SubscriberQuery(sort: sort, limit: 3))
    }
    let other = try SQLiteLedger(path: ledger.path, policy: .standard)
    var count = 0
    while try other.makeOneAhead() { count += 1 }
    #expect(count == ListIndex.allCases.count)
    #expect(try indexes(other) == Set(ListIndex.allCases))
    for (sort, page) in zip(SubscriberSort.allCases, pages) {
      #expect(try other.subscribers(SubscriberQuery(sort: sort, limit: 3)) == page)
    }
    let reader = try SQLiteLedger(path: ledger.path, policy: .standard, readOnly: true)
    #expect(try !reader.makeOneAhead())
  }

  @Test func `are tried once where the file has no room for them`() throws {
    let ledger = try ledger(rows: ListIndex.rowsMin)
    try ledger.writeAnew()
    func setMost(_ pages: Int) throws {
      try ledger.writeOutsideTransaction { database in
        try database.execute(sql: "PRAGMA max_page_count = \(pages)")
      }
    }
    // No less than the file has.
    try setMost(1)
    #expect(try !ledger.makeOneAhead())
    try setMost(1_000_000)
    #expect(try ledger.makeOneAhead())
  }

  @Test func `are not made for few rows, nor by readers, nor against a writer`() throws {
    let few = try ledger(rows: 20)
    _ = try few.subscribers(SubscriberQuery(sort: .mrr))
    #expect(try indexes(few) == [])
    let many = try ledger(rows: ListIndex.rowsMin)
    let reader = try SQLiteLedger(path: many.path, policy: .standard, readOnly: true)
    #expect(try reader.subscribers(SubscriberQuery(sort: .mrr, limit: 3)).rows.count == 3)
    let other = try DatabaseQueue(path: many.path)
    try other.writeWithoutTransaction { database in
      try database.execute(sql: "BEGIN IMMEDIATE")
      defer { try? database.execute(sql: "ROLLBACK") }
      #expect(try many.subscribers(SubscriberQuery(sort: .mrr, limit: 3)).rows.count == 3)
    }
    #expect(try indexes(many) == [])
  }

  @Test(arguments: SubscriberSort.allCases, [false, true])
  func `lead to a page without sorting`(_ sort: SubscriberSort, _ descending: Bool) throws {
    let ledger = try ledger(rows: 1)
    try ledger.write { database in
      for index in ListIndex.allCases { try index.make(database) }
    }
    try expectNoSorting(ledger, SubscriberQuery(sort: sort, descending: descending))
  }

  @Test(arguments: ["state:grace", "state:grace country:DE"])
  func `lead to the rows of one state in the order in which they lose access`(
    _ filter: String
  ) throws {
    let ledger = try ledger(rows: 1)
    try ledger.write { database in
      try ListIndex.byStateAndLoss.make(database)
      // So many that they are not worth sorting.
      try database.execute(
        sql: "UPDATE counters SET count = 100000, variant = 'grace/' WHERE variant = 'active/'")
    }
    try expectNoSorting(ledger, SubscriberQuery(filter: try Filter.parse(filter)))
  }

  private func expectNoSorting(_ ledger: SQLiteLedger, _ query: SubscriberQuery) throws {
    try ledger.read { database in
      let predicate = query.filter?.lowered(at: SampleWorld.middle) ?? .always
      let walk = try PageWalk(database, query, predicate, nil)
      for partition in ListPartition.allCases
      where partition == .valued || !query.sort.field.definition.isAlwaysPresent {
        for place in [nil, (key: "a".databaseValue, id: "b")] {
          let select = try walk.select(partition, from: place, limit: 50)
          let plan = try Row.fetchAll(
            database, sql: "EXPLAIN QUERY PLAN \(select.sql)",
            arguments: StatementArguments(select.values))
          let details = plan.map { $0["detail"] as String? ?? "" }.joined(separator: "; ")
          #expect(details.contains("INDEX"))
          #expect(!details.contains("TEMP B-TREE"), "\(partition): \(details)")
          if place != nil { #expect(details.contains("SEARCH"), "\(partition): \(details)") }
        }
      }
    }
  }
}
