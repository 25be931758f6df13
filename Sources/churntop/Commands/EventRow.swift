import EventLedger

/// One event of a list with what it changed and whose it is.
struct EventRow {
  /// The position of its entry.
  var position: LedgerPosition
  /// The event and its change.
  var shape: EventShape
  /// The user's name, or the app's name for the account.
  var who: String

  /// The first rows of a page, at most that many, without cutting an entry in two.
  ///
  /// The next page begins at an entry, so what is cut off would be lost. Only where the very first
  /// entry of a list has more events than were asked for are there more rows.
  static func whole(_ rows: [EventRow], atMost limit: Int, isFirst: Bool) -> [EventRow] {
    guard rows.count > limit else { return rows }
    var end = limit
    while end > 0, rows[end - 1].position == rows[end].position { end -= 1 }
    if end == 0, isFirst { end = rows.firstIndex { $0.position != rows[0].position } ?? rows.count }
    return Array(rows[..<end])
  }
}
