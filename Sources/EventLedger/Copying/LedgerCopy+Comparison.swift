import SubscriptionCore

/// The comparison of two ledgers, entry by entry and row by row.
extension LedgerCopy {
  /// Compares everything that is copied, up to a position of the source, in which more may be
  /// stored meanwhile.
  func compare(
    upTo end: LedgerPosition, _ outcome: inout Outcome, _ progress: (Progress) -> Void
  ) throws(LedgerError) {
    outcome.subscribers = try source.count(nil)
    let total = Int(end) + outcome.subscribers
    var done = 0
    try compareEntries(upTo: end, &outcome) { count in
      done += count
      progress(.comparing(done: done, total: total))
    }
    try compareRows(upTo: end, &outcome) { count in
      done += count
      progress(.comparing(done: done, total: total))
    }
    try compareOtherTables(&outcome)
    outcome.later = Int(try source.lastPosition() - end)
  }

  private func compareEntries(
    upTo end: LedgerPosition, _ outcome: inout Outcome, _ tell: (Int) -> Void
  ) throws(LedgerError) {
    var (left, right) = (EntryReader(source), EntryReader(target))
    while let entry = try left.next(), entry.position <= end {
      outcome.entries += 1
      guard let copy = try right.next() else {
        outcome.note("The copy ends after \(outcome.entries - 1) entries.")
        return
      }
      if entry.entry != copy.entry {
        outcome.note("The entry at position \(entry.position) differs from its copy.")
      }
      if outcome.entries.isMultiple(of: Self.step) { tell(Self.step) }
    }
    if try right.next() != nil {
      outcome.note("The copy has entries that the source has not.")
    }
  }

  private func compareRows(
    upTo end: LedgerPosition, _ outcome: inout Outcome, _ tell: (Int) -> Void
  ) throws(LedgerError) {
    var query = SubscriberQuery(sort: .id, limit: Self.step)
    while true {
      let (rows, copies) = (try source.subscribers(query).rows, try target.subscribers(query).rows)
      let known = Dictionary(copies.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      let differing = rows.filter { known[$0.id] != $0 }.map(\.id)
      for id in try differences(among: differing, since: end) {
        outcome.note("The row of \(id.rawValue) differs from its copy.")
      }
      if copies.count > rows.count { outcome.note("The copy has more subscribers.") }
      guard let last = rows.last else { return }
      tell(rows.count)
      query.cursor = PageCursor(.after, last.id)
    }
  }

  /// Returns the subscriptions whose rows differ, although the source has no events of the same
  /// customer since a position, and both are as of the same instant.
  private func differences(
    among ids: [SubscriptionID], since end: LedgerPosition
  ) throws(LedgerError) -> [SubscriptionID] {
    guard !ids.isEmpty, let instant = try source.advancedTo() else { return ids }
    try target.advance(to: instant)
    var heard: Set<SubscriptionID> = []
    try source.forEachEntry(after: end) { _, entry in
      heard.formUnion(entry.events.map(\.subscription))
    }
    let related = try source.summaries(Array(heard)) + target.summaries(Array(heard))
    let accounts = Set(related.compactMap(\.account))
    var differing: [SubscriptionID] = []
    for row in try source.summaries(ids) where !heard.contains(row.id) {
      if let account = row.account, accounts.contains(account) { continue }
      if try target.summary(row.id) != row { differing.append(row.id) }
    }
    return differing
  }

  private func compareOtherTables(_ outcome: inout Outcome) throws(LedgerError) {
    // Names that are canonically equivalent are the same to a dictionary.
    var profiles: [[UInt8]: AccountProfile] = [:]
    try source.forEachProfile { profile throws(LedgerError) in
      profiles[Array(profile.account.rawValue.utf8)] = profile
    }
    var copies = 0
    try target.forEachProfile { profile throws(LedgerError) in
      copies += 1
      if profiles[Array(profile.account.rawValue.utf8)] != profile {
        outcome.note("The profile of \(profile.account.rawValue) differs from its copy.")
      }
    }
    if copies != profiles.count { outcome.note("The numbers of profiles differ.") }
    if try source.products() != target.products() {
      outcome.note("The product catalogues differ.")
    }
    if try source.refusedCount() != target.refusedCount() {
      outcome.note("The numbers of messages in quarantine differ.")
    }
  }

  /// Rows are compared, and progress is reported, in steps of this many.
  private static let step = 500
}

extension LedgerCopy.Outcome {
  /// Adds a difference, up to the most that are listed.
  fileprivate mutating func note(_ sentence: String) {
    if differences.count < LedgerCopy.differencesMax { differences.append(sentence) }
  }
}

/// Reads the entries of a ledger one after the other, in batches.
private struct EntryReader {
  private let ledger: any Ledger
  private var batch: ArraySlice<(position: LedgerPosition, entry: LedgerEntry)> = []
  private var place: LedgerPosition = 0

  init(_ ledger: any Ledger) { self.ledger = ledger }

  /// The next entry; `nil` at the end.
  mutating func next() throws(LedgerError) -> (position: LedgerPosition, entry: LedgerEntry)? {
    if batch.isEmpty { batch = try LedgerCopy.entries(of: ledger, after: place)[...] }
    guard let entry = batch.popFirst() else { return nil }
    place = entry.position
    return entry
  }
}
