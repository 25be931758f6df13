import SubscriptionCore
import TerminalUI

/// What can be done to a timeline's axis.
enum TimeTurn: Hashable, Sendable, CaseIterable {
  /// Shows earlier times.
  case earlier
  /// Shows later times.
  case later
  /// Less time a cell.
  case zoomIn
  /// More time a cell.
  case zoomOut
  /// Brings the present back to its usual column.
  case today
  /// Shows what suits the row.
  case fit
}
