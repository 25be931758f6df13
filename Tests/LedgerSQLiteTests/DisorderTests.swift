import EventLedger
import Foundation
import GRDB
import LedgerContract
import SubscriptionCore
import Testing

@testable import LedgerSQLite

@Suite struct `A ledger whose rows are out of order` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A ledger of a few subscriptions, closed.
  private func ledger() throws -> String {
    let path = folder.file()
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    try ledger.append(
      SampleWorld(seed: 5, subscriptions: 6).entries, now: SampleWorld.middle)
    try ledger.putProfiles(["a", "b"].map { AccountProfile(account: AccountID($0), name: $0) })
    try ledger.close()
    return path
  }

  /// Turns the rows of a table around, which all have to be on one page
  /// (<https://www.sqlite.org/fileformat2.html#b_tree_pages>).
  private func reverse(_ table: String, in path: String) throws {
    let raw = try DatabaseQueue(path: path)
    let (root, size) = try raw.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      return (
        try Int.fetchOne(
          database, sql: "SELECT rootpage FROM sqlite_schema WHERE name = ?", arguments: [table])
          ?? 0,
        try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
      )
    }
    try raw.close()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let page = (root - 1) * size
    let leafOfRows: UInt8 = 0x0D
    #expect(bytes[page] == leafOfRows)
    let count = Int(bytes[page + 3]) << 8 | Int(bytes[page + 4])
    #expect(count > 2)
    let pointers = (0..<count).map { bytes[page + 8 + 2 * $0..<page + 10 + 2 * $0] }
    bytes.replaceSubrange(page + 8..<page + 8 + 2 * count, with: pointers.reversed().joined())
    try bytes.write(to: URL(fileURLWithPath: path))
  }

  @Test func `is an error, and no rebuild without end`() throws {
    let path = try ledger()
    try reverse("subscriptions", in: path)
    let damaged = try SQLiteLedger(path: path, policy: .standard)
    #expect(throws: LedgerError.self) { try damaged.rebuild(check: true) }
  }

  @Test func `is an error where a profile names another account than its own`() throws {
    let path = try ledger()
    let raw = try DatabaseQueue(path: path)
    try raw.write { database in
      try database.execute(
        sql: """
          UPDATE accounts SET profile = (SELECT profile FROM accounts WHERE account = 'a')
          WHERE account = 'b'
          """)
    }
    try raw.close()
    let damaged = try SQLiteLedger(path: path, policy: .standard)
    #expect(throws: LedgerError.self) { try damaged.forEachProfile { _ in } }
  }
}
