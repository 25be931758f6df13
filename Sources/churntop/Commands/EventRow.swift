import EventLedger

/// An event of a list with its change of state and its subscriber.
struct EventRow {
  /// The position of its ledger entry.
  var position: LedgerPosition
  /// The event and its change.
  var shape: EventShape
  /// The user's name, or the app's account identifier.
  var who: String

  /// Returns the first rows of a page, at most the given number, without splitting an entry.
  ///
  /// The next page begins at an entry, so that split-off events would be lost. The result exceeds
  /// the limit only if the very first entry of a list has more events than requested.
  static func whole(_ rows: [EventRow], atMost limit: Int, isFirst: Bool) -> [EventRow] {
    guard rows.count > limit else { return rows }
    var end = limit
    while end > 0, rows[end - 1].position == rows[end].position { end -= 1 }
    if end == 0, isFirst { end = rows.firstIndex { $0.position != rows[0].position } ?? rows.count }
    return Array(rows[..<end])
  }
}
