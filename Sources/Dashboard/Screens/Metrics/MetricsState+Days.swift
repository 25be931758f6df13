import SubscriptionCore

/// The past days that late news changed while nobody looked, or while the screen was open.
extension MetricsState {
  /// A Boolean value that indicates whether the cursor is on the line of the changed days.
  var isOnChangedDays: Bool {
    pane == .figures && !changedDays.isEmpty && line == report?.figures.count
  }

  /// Compares the past days of a report with those seen; where it has none, as with a filter,
  /// nothing is said about them.
  mutating func compareDays(_ days: PastDays) {
    if seenDays.isEmpty { seenDays = days }
    changedDays = seenDays.changes(to: days)
    seenDays.seeNewDays(of: days)
    shownDays.see(days)
  }

  /// The counts that the user has seen once the screen is left.
  var daysSeenAtEnd: PastDays {
    var seen = seenDays
    seen.see(shownDays)
    return seen
  }

  /// Takes what the screen showed as seen, unless the cursor is on the changed days: then the user
  /// follows one of them and comes back to the others.
  mutating func leaveDays() {
    guard !isOnChangedDays else { return }
    (seenDays, changedDays) = (daysSeenAtEnd, [])
  }
}
