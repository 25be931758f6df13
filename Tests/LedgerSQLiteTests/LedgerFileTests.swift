import EventLedger
import Foundation
import GRDB
import LedgerContract
import SubscriptionCore
import Testing

@testable import LedgerSQLite

@Suite struct `Opening a ledger file` {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file()
  }

  private func open(readOnly: Bool = false) throws(LedgerError) -> SQLiteLedger {
    try SQLiteLedger(path: path, policy: .standard, readOnly: readOnly)
  }

  private func fill() throws {
    let ledger = try open()
    try ledger.append(
      SampleWorld(seed: 50, subscriptions: 80).entries, now: SampleWorld.middle)
    try ledger.close()
  }

  @Test func `makes the folders on the way`() throws {
    let deep = path + "/a/b/ledger.sqlite"
    let ledger = try SQLiteLedger(path: deep, policy: .standard)
    #expect(try ledger.lastPosition() == 0)
  }

  @Test(arguments: ["file:a.sqlite", ":memory:", "/tmp/a", "a.sqlite"])
  func `takes a name for a file and never for a URI`(_ name: String) {
    let isOdd = name.hasPrefix("file:") || name.hasPrefix(":")
    #expect(LedgerFile.literal(name) == (isOdd ? "./" + name : name))
  }

  @Test func `finds again what was stored`() throws {
    try fill()
    let world = SampleWorld(seed: 50, subscriptions: 80)
    let ledger = try open()
    #expect(try ledger.lastPosition() == LedgerPosition(world.entries.count))
    #expect(try ledger.entry(at: 1) == world.entries[0])
    #expect(try ledger.rebuild(check: true) == [])
  }

  @Test(arguments: ["not a database at all", "SQLite format 3\0 but no more", "{}"])
  func `refuses other files`(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    for readOnly in [false, true] {
      #expect(
        throws: LedgerError.unreadable(location: path, detail: "it is not a database")
      ) { try open(readOnly: readOnly) }
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test func `opens what a process left that was killed before it made a table`() throws {
    let unborn = try DatabaseQueue(path: path)
    try unborn.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    try unborn.close()
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == 4_096)
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
    #expect(try open(readOnly: false).lastPosition() == 0)
  }

  @Test func `takes a file whose making was cut short as a new ledger`() throws {
    // What a connection leaves that got no further than trying the log out: two pages, no table.
    let unborn = try DatabaseQueue(path: path)
    try unborn.writeWithoutTransaction { database in
      try database.execute(
        sql: "PRAGMA journal_mode = WAL; CREATE TABLE probe (id INTEGER); DROP TABLE probe")
    }
    try unborn.close()
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    #expect(size ?? 0 > 4_096)
    #expect(try open().lastPosition() == 0)
  }

  @Test func `refuses another program's database and leaves it alone`() throws {
    let other = try DatabaseQueue(path: path)
    try other.write { try $0.execute(sql: "CREATE TABLE t (a)") }
    try other.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(
      throws: LedgerError.unreadable(
        location: path, detail: "it is a database of another program")
    ) { try open() }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test func `refuses a newer version`() throws {
    try fill()
    let raw = try DatabaseQueue(path: path)
    try raw.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 99") }
    try raw.close()
    #expect(
      throws: LedgerError.newer(location: path, version: 99, known: Schema.version)
    ) { try open() }
  }

  @Test func `says that the catalogue is damaged`() throws {
    try open().close()
    let raw = try DatabaseQueue(path: path)
    try raw.writeWithoutTransaction { database in
      try database.execute(
        sql: "INSERT INTO products VALUES ('app-store', '', 'plus', '', CAST('{' AS BLOB))")
    }
    try raw.close()
    #expect(
      throws: LedgerError.unreadable(
        location: path, detail: "a row of its product catalogue is damaged")
    ) { try open().products() }
  }

  @Test func `adds up counters that are damaged, and counts again`() throws {
    try fill()
    let raw = try DatabaseQueue(path: path)
    try raw.writeWithoutTransaction { database in
      try database.execute(sql: "UPDATE counters SET count = ?", arguments: [Int64.max])
    }
    try raw.close()
    let ledger = try open()
    let now = try #require(try ledger.advancedTo())
    let today = CivilDate(now)
    let filter = try Filter.parse("state:active,grace,hold")
    // SQLite refuses sums that do not fit; what it answers is added up without a trap.
    _ = try? ledger.figures(at: now)
    _ = try? ledger.dailyFigures(from: today, through: today, of: nil)
    _ = try? ledger.subscribers(SubscriberQuery(filter: filter))
    #expect(throws: LedgerError.figuresDiffer(location: path)) {
      try ledger.rebuild(check: true)
    }
    _ = try ledger.rebuild(check: false)
    #expect(try ledger.figures(at: now).total > 0)
  }

  @Test func `refuses a damaged file or names the damage`() throws {
    try fill()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for offset in stride(from: 4_096, to: bytes.count, by: 64) { bytes[offset] ^= 0x5A }
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect {
      let problems = try open().verify()
      if !problems.isEmpty { throw LedgerError.unreadable(location: path, detail: problems[0]) }
    } throws: { error in
      guard case .unreadable? = error as? LedgerError else { return false }
      return true
    }
  }

  @Test func `names a folder and a missing file`() throws {
    #expect(
      throws: LedgerError.unavailable(location: folder.path, detail: "it is a folder")
    ) { try SQLiteLedger(path: folder.path, policy: .standard) }
    #expect(throws: LedgerError.unavailable(location: path, detail: "no such file")) {
      try open(readOnly: true)
    }
    let name = path + "/"
    #expect(throws: LedgerError.unavailable(location: name, detail: "it is a folder")) {
      try SQLiteLedger(path: name, policy: .standard)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `takes an empty file as a new ledger, but not for reading`() throws {
    try #require(FileManager.default.createFile(atPath: path, contents: nil))
    #expect(throws: LedgerError.self) { try open(readOnly: true) }
    #expect(try open().lastPosition() == 0)
  }

  @Test func `reads without writing`() throws {
    try fill()
    let ledger = try open(readOnly: true)
    #expect(try ledger.count(nil) > 0)
    let refused = LedgerError.readOnly(location: path)
    #expect(throws: refused) { try ledger.append([], now: SampleWorld.middle) }
    #expect(throws: refused) { try ledger.putProfiles([AccountProfile(account: "a")]) }
    #expect(throws: refused) { try ledger.advance(to: SampleWorld.middle + .days(9)) }
    #expect(throws: refused) {
      try ledger.erase("a", actor: "", now: SampleWorld.middle)
    }
    #expect(try ledger.rebuild(check: true) == [])
  }

  @Test func `rebuilds the rows for another policy`() throws {
    try fill()
    var policy = ChurnPolicy.standard
    policy.prompts.appStore.step = .ownBanner
    policy.prompts.googlePlay.step = .storeMessages
    let before = try open().subscribers(SubscriberQuery()).rows
    let ledger = try SQLiteLedger(path: path, policy: policy)
    #expect(try ledger.subscribers(SubscriberQuery()).rows != before)
    #expect(try ledger.rebuild(check: true) == [])
    #expect(try ledger.read { try Meta.derivation($0) } == Meta.derivation(of: policy))
  }
}
