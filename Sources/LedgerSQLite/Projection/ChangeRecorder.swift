import GRDB
import SubscriptionCore

/// Collects the rows that a transaction changes, and writes the changes that they tell.
///
/// A row may be derived twice in one transaction, alone and beside the purchases of the same user;
/// what counts is the row before the first and the one after the last.
struct ChangeRecorder {
  private var pending: [Int64: Rows] = [:]
  private var shown: [Int64: [SubscriptionEvent]] = [:]
  private var now = Timestamp.distantPast

  /// A row before a transaction and after it, which are too large to be moved about.
  private final class Rows {
    let old: SubscriberProjection?
    var new: SubscriberProjection?

    init(_ old: SubscriberProjection?, _ new: SubscriberProjection?) {
      (self.old, self.new) = (old, new)
    }
  }

  /// Notes a row that takes the place of another.
  mutating func note(
    _ old: SubscriberProjection?, _ new: SubscriberProjection?, key: Int64, at now: Timestamp
  ) {
    self.now = now
    if let rows = pending[key] {
      rows.new = new
    } else if new.map({ SubscriptionChange.mayDiffer(old, $0) }) ?? false {
      pending[key] = Rows(old, new)
    } else if shown[key] != nil {
      pending[key] = Rows(old, new)
    }
  }

  /// Notes a row that takes the place of the one before it, and the prompts that its events tell.
  mutating func note(_ row: RefreshedRow, at now: Timestamp) {
    let key = row.source.key
    if !row.shown.isEmpty { shown[key, default: []] += row.shown }
    guard row.mayTellChange || pending[key] != nil || shown[key] != nil else { return }
    note(row.source.old, row.new, key: key, at: now)
  }

  /// Writes the changes of the rows noted so far, and forgets them.
  mutating func flush(_ database: Database) throws {
    guard !pending.isEmpty else { return }
    var changes: [SubscriptionChange] = []
    for (key, rows) in pending {
      guard let new = rows.new else { continue }
      changes += SubscriptionChange.between(
        rows.old, and: new, shown: shown[key] ?? [], at: now)
    }
    (pending, shown) = ([:], [:])
    try OutboxTable.append(changes.sorted(by: SubscriptionChange.precedes), at: now, database)
  }
}
