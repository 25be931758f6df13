import EventLedger
import GRDB
import SubscriptionCore
import Synchronization

extension SQLiteLedger {
  /// Makes the indexes that a list walks or counts by, where there are many rows and none yet.
  ///
  /// Nothing depends on it but speed, so another process that is writing is not waited for.
  func makeIndexes(for sort: SubscriberSort? = nil, filter: FilterPredicate) throws(LedgerError) {
    var wanted = Set([sort?.listIndex].compactMap { $0 })
    if filter.states != nil { wanted.insert(.byStateAndLoss) }
    let missing = wanted.subtracting(listIndexes.withLock { $0 })
    guard makesIndexes, !missing.isEmpty else { return }
    let isWorthIt = try read { database in
      try SQLiteLedger.countAll(database) >= ListIndex.rowsMin
    }
    guard isWorthIt else { return }
    do throws(LedgerError) {
      try writeOutsideTransaction { database in
        try SQLiteLedger.make(missing, database)
      }
      listIndexes.withLock { $0.formUnion(missing) }
    } catch {
      guard error.isTemporary else { throw error }
    }
  }

  private static func make(_ indexes: Set<ListIndex>, _ database: Database) throws {
    guard try indexes.contains(where: { try !$0.exists(database) }) else { return }
    try database.execute(sql: "PRAGMA busy_timeout = 0")
    defer { try? database.execute(sql: LedgerFile.patience) }
    for index in indexes { try index.make(database) }
  }
}
