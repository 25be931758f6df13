import EventLedger
import Foundation
import GRDB
import LedgerContract
import OwnThreads
import SubscriptionCore
import Testing

@testable import LedgerSQLite

@Suite(.ownThread) struct `The index of texts` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func ledger(_ entries: [LedgerEntry]) throws -> SQLiteLedger {
    let ledger = try SQLiteLedger(path: folder.file(), policy: .standard)
    try ledger.append(entries, now: SampleWorld.middle)
    return ledger
  }

  private func isMade(_ ledger: SQLiteLedger) throws -> Bool {
    try ledger.read { database in try TextIndex(database).exists() }
  }

  private func notedCount(_ ledger: SQLiteLedger) throws -> Int {
    try ledger.read { database in try TextIndex(database).notedCount() }
  }

  @Test(arguments: LedgerRule.listRules + LedgerRule.textRules)
  func `keeps the rules of lists from the first row on`(_ rule: LedgerRule) throws {
    try rule.check {
      let ledger = try ledger([])
      try ledger.write { database in try TextIndex(database).make() }
      return ledger
    }
  }

  @Test(arguments: [UInt64(1), 2])
  func `finds the same in blocks, in noted rows and without an index`(_ seed: UInt64) throws {
    var texts = OddTexts(seed: seed)
    let at = SampleWorld.middle - .days(20)
    let ledger = try ledger((0..<1_100).map { _ in texts.entry(at: at) })
    try LedgerRule.checkTexts(ledger, &texts, count: 8)
    #expect(try !isMade(ledger))
    try ledger.write { database in try TextIndex(database).make() }
    #expect(try notedCount(ledger) == 0)
    try LedgerRule.checkTexts(ledger, &texts, count: 25)

    let rows = try allRows(of: ledger)
    try ledger.putProfiles(
      Set(rows.compactMap(\.account)).sorted().prefix(50).map { texts.profile(of: $0) })
    try ledger.append(
      (0..<30).map { _ in texts.entry(at: at) }
        + rows.suffix(30).map { texts.entry(of: $0.id, at: at + .days(2)) },
      now: SampleWorld.middle)
    #expect(try notedCount(ledger) > 50)
    try LedgerRule.checkTexts(ledger, &texts, count: 25)
    try ledger.write { database in try TextIndex(database).refresh(until: 0) }
    #expect(try notedCount(ledger) == 0)
    try LedgerRule.checkTexts(ledger, &texts, count: 25)
    #expect(try ledger.verify() == [])
  }

  @Test func `is made when a filter of a large ledger first asks, and not by readers`() throws {
    var texts = OddTexts(seed: 4)
    let ledger = try ledger((0..<ListIndex.rowsMin).map { _ in texts.entry(at: .epoch) })
    let word = Filter.text("example")
    let reader = try SQLiteLedger(path: ledger.path, policy: .standard, readOnly: true)
    let count = try reader.count(word)
    #expect(count > 0)
    _ = try ledger.count(Filter.parse("state:active"))
    #expect(try !isMade(ledger))
    #expect(try ledger.count(word) == count)
    #expect(try isMade(ledger))
    #expect(try reader.count(word) == count)
  }

  @Test func `is brought up to date where many rows are noted`() throws {
    var texts = OddTexts(seed: 5)
    let ledger = try ledger([])
    try ledger.write { database in try TextIndex(database).make() }
    try ledger.append(
      (0...TextIndex.notedMax).map { _ in texts.entry(at: .epoch) }, now: SampleWorld.middle)
    #expect(try notedCount(ledger) == TextIndex.notedMax + 1)
    try LedgerRule.checkTexts(ledger, &texts, count: 5)
    #expect(try notedCount(ledger) < TextIndex.notedMax / 2)
    #expect(try ledger.verify() == [])
  }

  @Test func `holds nothing of an account that was erased`() throws {
    let world = SampleWorld(seed: 6, subscriptions: 60)
    let ledger = try ledger(world.entries)
    try ledger.write { database in try TextIndex(database).make() }
    let account = try #require(try allRows(of: ledger).compactMap(\.account).first)
    _ = try ledger.erase(account, actor: "test", now: SampleWorld.middle)
    let bytes = try #require(FileManager.default.contents(atPath: ledger.path))
    #expect(bytes.range(of: Data(Filter.foldCase(account.rawValue).utf8 + [0xFE])) == nil)
    #expect(try ledger.count(.text(account.rawValue + "x")) == 0)
  }

  @Test func `is checked with the rest of the file`() throws {
    let ledger = try ledger(SampleWorld(seed: 7, subscriptions: 60).entries)
    try ledger.write { database in
      try TextIndex(database).make()
      try database.execute(sql: "UPDATE textBlocks SET texts = x'FF'")
    }
    #expect(try ledger.verify() == ["1 blocks of texts differ from the rows."])
    _ = try ledger.rebuild(check: false)
    #expect(try ledger.verify() == [])
  }
}
