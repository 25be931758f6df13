import EventLedger
import Foundation
import LedgerContract
import OwnThreads
import SubscriptionCore
import Testing

@testable import LedgerSQLite

@Suite(.ownThread) struct `A ledger of the past` {
  private let folder: TemporaryFolder
  private let ledger: SQLiteLedger
  private let then = SampleWorld.middle - .days(15)

  init() throws {
    folder = try TemporaryFolder()
    ledger = try SQLiteLedger(path: folder.file(), policy: .standard)
    let world = SampleWorld(seed: 91, subscriptions: 60)
    try ledger.append(world.entries, now: SampleWorld.middle)
    try ledger.putProfiles(world.profiles)
  }

  @Test func `is written to by nobody`() throws {
    let past = try ledger.asOf(then)
    let entry = SampleWorld(seed: 92, subscriptions: 1).entries[0]
    let refusal = LedgerError.readOnly(location: ledger.path)
    #expect(throws: refusal) { try past.append([entry], now: then) }
    #expect(throws: refusal) { try past.putProfiles([AccountProfile(account: "a")]) }
    #expect(throws: refusal) { _ = try past.erase("a", actor: "test", now: then) }
    #expect(throws: refusal) { _ = try past.rebuild(check: false) }
    #expect(throws: refusal) {
      try past.refuse([
        RefusedEntry(
          identity: "r", raw: [], receivedAt: then, origin: "", line: 0, reason: "", field: "")
      ])
    }
    #expect(throws: LedgerError.self) { try past.backUp(to: folder.file()) }
    #expect(try ledger.verify() == [])
    #expect(try ledger.rebuild(check: true) == [])
  }

  @Test func `leaves no file`() throws {
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let past = try ledger.asOf(then)
    #expect(try allRows(of: past).count > 10)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
  }

  @Test func `is also that of a ledger that nobody can write`() throws {
    let copy = try #require(try ledger.copy(asOf: then) { _ in true })
    let expected = try allRows(of: copy)
    let reader = try SQLiteLedger(path: ledger.path, policy: .standard, readOnly: true)
    #expect(try allRows(of: reader.asOf(then)) == expected)
    try reader.close()
    try ledger.close()
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o400], ofItemAtPath: ledger.path)
    try files.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path)
    defer { try? files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path) }
    let fixed = try SQLiteLedger(path: ledger.path, policy: .standard, readOnly: true)
    #expect(try allRows(of: fixed.asOf(then)) == expected)
  }

  @Test(arguments: [false, true])
  func `has indexes made for its lists and texts`(_ liveHasThem: Bool) throws {
    var texts = OddTexts(seed: 93)
    try ledger.append(
      (0..<ListIndex.rowsMin).map { _ in texts.entry(at: then) }, now: SampleWorld.middle)
    if liveHasThem {
      _ = try ledger.subscribers(SubscriberQuery(sort: .mrr, limit: 5))
      _ = try ledger.count(.text("example"))
    }
    let past = try #require(try ledger.asOf(then) as? SQLiteLedger)
    try LedgerRule.checkTexts(past, &texts, count: 20)
    _ = try past.subscribers(SubscriberQuery(sort: .mrr, limit: 5))
    #expect(
      try past.read { database in
        try TextIndex(database).exists() && ListIndex.byWorth.exists(database)
      })
    #expect(try ledger.read { try TextIndex($0).exists() } == liveHasThem)
    #expect(try ledger.verify() == [])
  }

  @Test func `has a past of its own`() throws {
    let past = try ledger.asOf(then)
    let earlier = then - .days(10)
    #expect(try allRows(of: past.asOf(earlier)) == allRows(of: ledger.asOf(earlier)))
    // What was recorded since the past is not known to it later either.
    let later = then + .days(10)
    let expected = try allRows(of: #require(try past.copy(asOf: later) { _ in true }))
    #expect(try allRows(of: past.asOf(later)) == expected)
    #expect(try allRows(of: ledger.asOf(later)) != expected)
    for row in expected.prefix(20) {
      #expect(try past.asOf(later, of: row.id).summary(row.id) == row)
    }
  }
}
