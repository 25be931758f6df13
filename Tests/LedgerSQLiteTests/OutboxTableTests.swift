import EventLedger
import GRDB
import SubscriptionCore
import Testing

@testable import LedgerSQLite

/// What a transaction that records changes does beside them.
@Suite struct OutboxTableTests {
  /// Every delivery asks for old changes, and a month of changes may be kept.
  @Test func `old changes are looked for among themselves, not among all that are kept`() throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteLedger(path: folder.file(), policy: .standard)
    try ledger.read { database in
      let program = try Row.fetchAll(
        database, sql: "EXPLAIN \(OutboxTable.selectOld)", arguments: [0])
      let steps = program.map { $0["opcode"] as String? ?? "" }
      #expect(steps.contains("IdxGE"), "the walk ends with the first change that is not old")
      #expect(!steps.contains("Prev") && !steps.contains("Column"))
    }
  }
}
