import EventLedger
import Foundation
import GRDB
import LedgerContract
import OwnThreads
import SubscriptionCore
import Testing

@testable import LedgerSQLite

@Suite(.ownThread) struct WALCheckpointerTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file()
  }

  /// Pages of the file itself, what is in the log left out.
  private func pagesInFile() throws -> Int {
    let length = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    return (length ?? 0) / 4_096
  }

  /// Fills pages in transactions of a hundred.
  private func fill(_ ledger: SQLiteLedger, transactions: Int) throws {
    for _ in 0..<transactions {
      try ledger.write { database in
        try database.execute(sql: "INSERT INTO filler SELECT randomblob(400000)")
      }
    }
  }

  @Test func `what is written comes into the file beside the writer, and the log begins anew`()
    throws
  {
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    try ledger.keepLogShort()
    try ledger.write { try $0.execute(sql: "CREATE TABLE filler (a)") }
    let before = try pagesInFile()
    try fill(ledger, transactions: 30)
    // Done beside the writer, so it may take a moment.
    for _ in 0..<500 where try pagesInFile() < before + 2_000 { usleep(20_000) }
    #expect(try pagesInFile() >= before + 2_000)
    try fill(ledger, transactions: 400)
    let log = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
    #expect(
      log ?? .max < 4 * WALCheckpointer.pagesMax * 4_096, "it does not grow with what is written")
    let world = SampleWorld(seed: 70, subscriptions: 30)
    try ledger.append(world.entries, now: SampleWorld.middle)
    try ledger.close()
    let again = try SQLiteLedger(path: path, policy: .standard)
    #expect(try again.lastPosition() == LedgerPosition(world.entries.count))
    #expect(try again.verify() == [])
    #expect(try again.rebuild(check: true) == [])
  }

  @Test func `a ledger that is only read keeps no log`() throws {
    try SQLiteLedger(path: path, policy: .standard).close()
    let reader = try SQLiteLedger(path: path, policy: .standard, readOnly: true)
    #expect(throws: LedgerError.readOnly(location: path)) { try reader.keepLogShort() }
  }
}
