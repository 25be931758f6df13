import EventLedger

/// One event of a list with what it changed and whose it is.
struct EventRow {
  /// The position of its entry.
  var position: LedgerPosition
  /// The event and its change.
  var shape: EventShape
  /// The user's name, or the app's name for the account.
  var who: String
}
