import EventLedger
import GRDB
import SubscriptionCore

extension SQLiteLedger {
  /// Makes the index of texts that a filter looks into, or brings it up to date, where there are
  /// many rows.
  func makeTextIndex(for filter: FilterPredicate) throws(LedgerError) {
    guard makesIndexes, filter.partedByTexts.texts != nil else { return }
    let isWanted = try read { database in
      let index = TextIndex(database)
      return try index.exists()
        ? index.notedCount() > TextIndex.notedMax
        : SQLiteLedger.countAll(database) >= ListIndex.rowsMin
    }
    guard isWanted else { return }
    try writeUnlessBusy { database in
      // The file beside a past is for reading only, which the other kind does not take.
      try database.inTransaction(isPast ? .deferred : .immediate) {
        let index = TextIndex(database)
        if try index.exists() { try index.refresh() } else { try index.make() }
        return .commit
      }
    }
  }

  /// The rows that terms of texts leave, with the rest of a predicate; `nil` for a predicate
  /// without any, or where looking at every row is quicker.
  func answer(
    _ predicate: FilterPredicate, _ database: Database
  ) throws -> (texts: TextAnswer, rest: FilterPredicate)? {
    let (texts, rest) = predicate.partedByTexts
    let index = TextIndex(database)
    guard let texts, try index.exists(), try index.notedCount() <= 10 * TextIndex.notedMax
    else { return nil }
    return (try TextAnswer(texts, index, foundTexts), rest)
  }
}
