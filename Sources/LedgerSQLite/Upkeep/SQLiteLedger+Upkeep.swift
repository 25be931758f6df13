import EventLedger
import Foundation
import GRDB
import LedgerRows
import SubscriptionCore

extension SQLiteLedger {
  /// Takes the turn of a writer and gives it back.
  public func checkWritable() throws(LedgerError) { try write { _ in } }

  /// Checks the file's structure and the rules between its tables.
  public func verify() throws(LedgerError) -> [String] {
    try read { database in
      var problems = try SQLiteLedger.damage(database).map { "The file is damaged: \($0)." }
      // What is read out of a damaged file may be wrong, or end in an error.
      guard problems.isEmpty else { return problems }
      if try Meta.integer(database, .erasing) == 1 { problems.append(LedgerErasure.unfinished) }
      problems += try database.raw.problems(by: SQLiteLedger.rules)
      if try Meta.lastPosition(database)
        < Int64.fetchOne(database, sql: "SELECT max(position) FROM entries") ?? 0
      {
        problems.append("An entry lies beyond the last position.")
      }
      problems += try indexProblems(database)
      problems += try StoredPayloads.problems(database)
      problems += try EventTable.problems(database)
      let index = TextIndex(database)
      let blocks = try index.exists() ? index.differingBlocks().count : 0
      if blocks > 0 { problems.append("\(blocks) blocks of texts differ from the rows.") }
      let episodes = EpisodeBlocks(database)
      let packed = try episodes.exists() ? episodes.differingCount() : 0
      if packed > 0 { problems.append("\(packed) blocks of episodes differ from the episodes.") }
      return problems
    }
  }

  /// The damage to the file in SQLite's words; some of it ends the check itself.
  private static func damage(_ database: Database) throws -> [String] {
    var words: [String] = []
    do {
      let lines = try String.fetchCursor(database, sql: "PRAGMA integrity_check(20)")
      while let line = try lines.next() { words.append(line) }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      words.append(error.message ?? "\(error.resultCode)")
    }
    return words.filter { $0 != "ok" }
  }

  /// Rules that a query can check: it counts what breaks them.
  private static let rules: [(problem: String, sql: String)] =
    [
      (
        "events belong to no entry",
        """
        SELECT count(*) FROM events
        WHERE number >> \(EventNumber.bits) NOT IN (SELECT position FROM entries)
        """
      ),
      (
        "events belong to no subscription",
        "SELECT count(*) FROM events WHERE subscription NOT IN (SELECT key FROM subscriptions)"
      ),
    ] + LedgerRules.all(copiesBy: "id")

  // MARK: Rebuilding

  /// The number of subscriptions that are compared at once by one thread.
  private static let comparedBatch = 250

  /// Folds every event again and compares or replaces the rows.
  ///
  /// The counters are checked and replaced along with the rows; where they alone differ, the
  /// answer is empty and ``verify()`` of a rebuilt ledger finds nothing.
  ///
  /// - Complexity: O(*n*) for *n* events; memory for one batch.
  public func rebuild(
    check: Bool, at now: Timestamp?, progress: (Int) -> Void
  ) throws(LedgerError) -> [SubscriptionID] {
    check ? try differences(progress) : try replaceRows(at: now, progress: progress)
  }

  private func differences(_ progress: (Int) -> Void) throws(LedgerError) -> [SubscriptionID] {
    try read { database in
      guard let now = try Meta.advancedTo(database) else { return [] }
      var book = CounterDeltas()
      var (episodes, moments) = (0, 0)
      let differing = try differences(database, at: now, progress) { row in
        book.add(row)
        episodes += row.countedEpisodes.count
        moments += Moment.all(of: row).count
      }
      let counted = book.changes.filter { !$0.value.isZero }
      guard differing.isEmpty else { return differing }
      let stored = try database.raw.counters()
      if try counted != stored || episodes != database.raw.rowCount(of: "episodes")
        || moments != database.raw.rowCount(of: "moments")
      {
        throw LedgerError.figuresDiffer(location: path)
      }
      return differing
    }
  }

  /// The subscriptions whose stored rows are not what a fold gives, ordered by id.
  ///
  /// Calls a closure with each stored row on the way, and another with how much is done, in
  /// hundredths, at the end of each batch. While this thread reads, rows are derived on the others.
  private func differences(
    _ database: Database, at now: Timestamp, _ progress: (Int) -> Void,
    visit: (SubscriberProjection) -> Void
  ) throws -> [SubscriptionID] {
    let projector = try Projector(database, policy: policy)
    var differing: [SubscriptionID] = []
    var ahead: [Ahead<Result<[RowComparison], any Error>>] = []
    func settle(_ rows: Ahead<Result<[RowComparison], any Error>>) throws {
      for comparison in try rows.value().get() {
        if let stored = comparison.row.stored { visit(stored) }
        if try !projector.agrees(comparison, at: now) {
          differing.append(try projector.id(comparison.row.key))
        }
      }
    }
    try database.raw.eachKeyBatch { keys, share in
      for start in stride(from: 0, to: keys.count, by: SQLiteLedger.comparedBatch) {
        let end = min(start + SQLiteLedger.comparedBatch, keys.count)
        ahead.append(try projector.comparisons(of: keys[start..<end], at: now))
        if ahead.count > ProcessInfo.processInfo.activeProcessorCount {
          try settle(ahead.removeFirst())
        }
      }
      progress(share)
    }
    for rows in ahead { try settle(rows) }
    return differing.sorted { $0.rawValue.utf8Precedes($1.rawValue) }
  }

  /// Folds every event again and replaces the rows.
  ///
  /// - Parameters:
  ///   - wanted: Where they stand afterwards; `nil` for where they stand.
  ///   - progress: Told how much is done, in hundredths, whenever that has changed.
  /// - Returns: The subscriptions whose rows came out different, ordered by id.
  /// - Throws: `LedgerError` when the file cannot be written; its rows are then as they were.
  func replaceRows(
    at wanted: Timestamp? = nil, progress: (Int) -> Void
  ) throws(LedgerError) -> [SubscriptionID] {
    try write { database in
      if let wanted { try Meta.set(database, statusAt: wanted) }
      let now = try Meta.advancedTo(database) ?? .epoch
      let recalled = try wanted.map { _ in
        try RecalledChanges(recordedAfter: now, database.raw)
      }
      // Every subscription is compared first, and written then.
      var told = 0
      func tell(_ share: Int) {
        guard share > told else { return }
        told = share
        progress(share)
      }
      let differing = try differences(database, at: now, { tell($0 / 2) }) { _ in }
      try TextIndex(database).drop()
      try PeopleIndex(database).drop()
      try EpisodeBlocks(database).drop()
      try database.execute(
        sql: """
          DELETE FROM subscribers; DELETE FROM episodes; DELETE FROM moments; DELETE FROM counters
          """)
      try TrigramIndex(database).removeAll()
      try database.raw.eachKeyBatch { keys, share in
        var projector = try Projector(database, policy: policy)
        try projector.refresh(ChangedSubscription.whole(keys), at: now)
        try projector.flush()
        tell(50 + share / 2)
      }
      if let recalled { try retell(recalled, at: now, database) }
      try Meta.set(database, derivation: Meta.derivation(of: policy))
      return differing
    }
  }

  /// Records the changes again that the rows of an instant imply.
  private func retell(
    _ recalled: RecalledChanges, at now: Timestamp, _ database: Database
  ) throws {
    let projector = try Projector(database, policy: policy)
    let rows = try recalled.subscriptions.compactMap { id in
      try SQLiteLedger.key(of: id, database).flatMap { try projector.storedRow($0) }
    }
    try OutboxTable.append(recalled.stillTold(by: rows, at: now), at: now, database)
  }

  // MARK: Copies

  /// Makes the empty file of a copy, which only its owner may write, readable by those who may read
  /// the original, which on a server has no path; one that exists stays as it is.
  ///
  /// - Throws: `LedgerError.unavailable(location:detail:)` if its folder cannot be made.
  public static func makeFile(at path: String, copying original: String?) throws(LedgerError) {
    var (mode, found) = (mode_t(0o640), stat())
    if let original, stat(original, &found) == 0 { mode &= found.st_mode | 0o600 }
    do { try LedgerFile.make(path, mode: mode) } catch { throw LedgerError(error, at: path) }
  }

  /// Writes a consistent copy to a path while others write on, readable by those alone who may read
  /// the ledger.
  ///
  /// It has a name of its own until it is whole: what was interrupted is not taken for a copy, and
  /// nothing of that name is replaced. The next copy to that path removes what a killed process
  /// left of one.
  ///
  /// - Throws: `LedgerError.unavailable(location:detail:)` when something is at that path.
  public func backUp(to path: String) throws(LedgerError) {
    guard !isPast else {
      throw .unavailable(location: path, detail: "the past has no file to copy")
    }
    guard !FileManager.default.fileExists(atPath: path) else {
      throw .unavailable(location: path, detail: "there is a file of that name already")
    }
    let draft = BackupDraft(of: path)
    draft.remove()
    BackupDraft.removeAbandoned(of: path)
    try Self.makeFile(at: draft.path, copying: self.path)
    do {
      let copy = try DatabaseQueue(path: LedgerFile.literal(draft.path))
      try reader.backup(to: copy)
      try copy.close()
      // Unlike a renaming, a link takes no place that is taken; not every file system has links.
      guard link(draft.path, path) == 0 || errno != EEXIST && rename(draft.path, path) == 0 else {
        throw LedgerError.unavailable(location: path, detail: String(cString: strerror(errno)))
      }
      draft.remove()
    } catch {
      draft.remove()
      throw LedgerError(error, at: path)
    }
  }
}
