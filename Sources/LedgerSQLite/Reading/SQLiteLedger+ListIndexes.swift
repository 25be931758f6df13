import Dispatch
import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore
import Synchronization

extension SQLiteLedger {
  /// Makes the indexes that a list walks or counts by, where there are many rows and none yet.
  func makeIndexes(for sort: SubscriberSort?, filter: FilterPredicate) throws(LedgerError) {
    var wanted = Set([sort?.listIndex].compactMap { $0 })
    if filter.states != nil { wanted.insert(.byStateAndLoss) }
    let missing = wanted.subtracting(listIndexes.withLock { $0 })
    guard makesIndexes, !missing.isEmpty else { return }
    let rows = try read { database in try SQLiteLedger.countAll(database) }
    guard rows >= ListIndex.rowsMin else { return }
    try make(missing)
    // A past has one connection, for which its lists would have to wait.
    if rows >= ListIndex.aheadRowsMin, !isPast { beginMakingAhead() }
  }

  // MARK: Ahead

  /// Begins to make the other orders ready, once in the life of a ledger.
  ///
  /// Whoever looks at one list for a while is likely to ask for another order; then it is there. A
  /// command that prints a list and ends is over before the first begins.
  private func beginMakingAhead() {
    let isFirst = isMakingAhead.withLock { isMaking in
      defer { isMaking = true }
      return !isMaking
    }
    if isFirst { makeNextAhead(after: ListIndex.aheadDelay) }
  }

  private func makeNextAhead(after delay: DispatchTimeInterval) {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + delay) { [weak self] in
      guard let self, (try? makeOneAhead()) == true else { return }
      makeNextAhead(after: ListIndex.aheadPause)
    }
  }

  /// Makes one of the missing indexes, unless another connection is writing.
  ///
  /// - Returns: Whether any may be missing still that can be made.
  func makeOneAhead() throws(LedgerError) -> Bool {
    guard makesIndexes else { return false }
    let known = listIndexes.withLock { $0 }
    guard let next = ListIndex.allCases.first(where: { !known.contains($0) }) else { return false }
    return try make([next])
  }

  // MARK: Making

  @discardableResult
  private func make(_ indexes: Set<ListIndex>) throws(LedgerError) -> Bool {
    try writeUnlessBusy { database in
      try SQLiteLedger.make(indexes, database)
      listIndexes.withLock { $0.formUnion(indexes) }
    }
  }

  private static func make(_ indexes: Set<ListIndex>, _ database: Database) throws {
    guard try indexes.contains(where: { try !$0.exists(database) }) else { return }
    try database.sortingLittle {
      for index in indexes { try index.make(database) }
    }
  }
}

extension Database {
  /// Runs a closure that makes indexes, with little memory on the connection that writes.
  func sortingLittle(_ body: () throws -> Void) throws {
    // As much as the cache takes is sorted at a time, beside the cache itself.
    try execute(sql: "PRAGMA cache_size = -\(ListIndex.sorterKibibytes)")
    defer {
      try? execute(
        sql: "PRAGMA shrink_memory; PRAGMA cache_size = -\(LedgerFile.cacheKibibytes)")
    }
    try body()
  }
}
