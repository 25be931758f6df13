import EventLedger
import Foundation
import GRDB
import LedgerContract
import SubscriptionCore
import Testing

@testable import LedgerSQLite

@Suite struct OpenedFilesTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file()
  }

  /// What becomes of a transaction after somebody did something to the files.
  private func store(after change: () throws -> Void) throws -> LedgerError? {
    let ledger = try SQLiteLedger(path: path, policy: .standard, durability: .powerLoss)
    let entries = SampleWorld(seed: 4, subscriptions: 4).entries
    try ledger.append(Array(entries.prefix(2)), now: SampleWorld.middle)
    try change()
    do throws(LedgerError) {
      try ledger.append(Array(entries.dropFirst(2)), now: SampleWorld.middle)
      return nil
    } catch {
      #expect(throws: error) { try ledger.checkWritable() }
      return error
    }
  }

  @Test(arguments: ["", "-wal", "-shm"])
  func `what is removed under a ledger is not written to`(_ suffix: String) throws {
    let error = try store { try FileManager.default.removeItem(atPath: path + suffix) }
    #expect(error == .replaced(location: path))
    #expect(error?.advice.contains("Start the program again") == true)
  }

  @Test(arguments: [0, 4_096, 1 << 20])
  func `a file that was cut off is not written to`(_ bytes: Int) throws {
    let noise = (0..<1 << 19).flatMap { _ in
      withUnsafeBytes(of: UInt64.random(in: 0 ... .max), Array.init)
    }
    let entry = LedgerEntry(
      identity: "long", format: "sample", raw: noise, receivedAt: SampleWorld.middle,
      verification: .unsigned, events: [])
    let filled = try SQLiteLedger(path: path, policy: .standard)
    try filled.append([entry], now: SampleWorld.middle)
    try filled.close()
    // The log is brought into the file, so that the file alone has most pages.
    try DatabaseQueue(path: path).writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    let error = try store { truncate(path, off_t(bytes)) }
    guard case .unreadable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a log that cannot be opened now is not taken for one that is gone`() throws {
    #expect(try OpenedFiles.loggedPages(path + "-wal", pageBytes: 4_096) == 0)
    let long = path + String(repeating: "l", count: 300)
    let error = #expect(throws: LedgerError.self) {
      try OpenedFiles.loggedPages(long, pageBytes: 4_096)
    }
    guard case .unavailable(long, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a ledger behind a link lacks nothing that is in its log`() throws {
    let other = folder.file()
    try SQLiteLedger(path: other, policy: .standard).close()
    symlink(other, path)
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    for seed in 4...5 {
      let entries = SampleWorld(seed: UInt64(seed), subscriptions: 20).entries
      try ledger.append(entries, now: SampleWorld.middle)
    }
    try ledger.checkWritable()
    #expect(try ledger.lastPosition() > 0)
  }

  @Test func `what another process writes by an index of its own is not read over`() throws {
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    let entries = SampleWorld(seed: 4, subscriptions: 4).entries
    try ledger.append(Array(entries.prefix(2)), now: SampleWorld.middle)
    try FileManager.default.removeItem(atPath: path + "-shm")
    #expect(throws: LedgerError.replaced(location: path)) { try ledger.lastPosition() }
    #expect(throws: LedgerError.replaced(location: path)) { try ledger.checkWritable() }
  }

  @Test func `another file in the place of a ledger is not taken for it`() throws {
    let other = folder.file()
    try SQLiteLedger(path: other, policy: .standard).close()
    let error = try store { rename(other, path) }
    #expect(error == .replaced(location: path))
  }

  @Test(arguments: [true, false], ["removed", "renamed", "replaced"])
  func `what lies elsewhere by now is not read as if nothing had happened`(
    _ isReadOnly: Bool, _ change: String
  ) throws {
    let other = folder.file()
    try SQLiteLedger(path: other, policy: .standard).close()
    let writer = try SQLiteLedger(path: path, policy: .standard)
    try writer.append(SampleWorld(seed: 4, subscriptions: 4).entries, now: SampleWorld.middle)
    let ledger =
      isReadOnly ? try SQLiteLedger(path: path, policy: .standard, readOnly: true) : writer
    #expect(try ledger.lastPosition() > 0)
    switch change {
    case "removed": try FileManager.default.removeItem(atPath: path)
    case "renamed": rename(path, path + ".old")
    default: rename(other, path)
    }
    #expect(throws: LedgerError.replaced(location: path)) { try ledger.lastPosition() }
    #expect(throws: LedgerError.self) { try ledger.figures(at: SampleWorld.middle) }
  }

  @Test func `a reader does not mind that a log comes and goes`() throws {
    try SQLiteLedger(path: path, policy: .standard).close()
    let reader = try SQLiteLedger(path: path, policy: .standard, readOnly: true)
    let entries = SampleWorld(seed: 4, subscriptions: 4).entries
    for start in stride(from: 0, to: entries.count, by: 8) {
      let writer = try SQLiteLedger(path: path, policy: .standard)
      try writer.append(
        Array(entries[start..<min(start + 8, entries.count)]), now: SampleWorld.middle)
      try writer.close()
      #expect(try reader.lastPosition() > 0)
    }
  }

  @Test func `a newer program's form is seen while the ledger is open`() throws {
    let error = try store {
      try DatabaseQueue(path: path).write { try $0.execute(sql: "PRAGMA user_version = 99") }
    }
    #expect(error == .newer(location: path, version: 99, known: Schema.version))
  }

  @Test(arguments: [true, false])
  func `nothing is read in a newer program's form`(_ isReadOnly: Bool) throws {
    try SQLiteLedger(path: path, policy: .standard).close()
    let ledger = try SQLiteLedger(path: path, policy: .standard, readOnly: isReadOnly)
    #expect(try ledger.lastPosition() == 0)
    try DatabaseQueue(path: path).write { try $0.execute(sql: "PRAGMA user_version = 99") }
    let newer = LedgerError.newer(location: path, version: 99, known: Schema.version)
    #expect(throws: newer) { try ledger.lastPosition() }
    #expect(throws: newer) { try ledger.figures(at: .epoch) }
    #expect(throws: newer) { try ledger.events(of: "a") }
  }

  @Test func `a ledger that is left alone goes on`() throws {
    #expect(try store {} == nil)
  }
}
