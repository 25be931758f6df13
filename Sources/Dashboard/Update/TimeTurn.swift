import SubscriptionCore
import TerminalUI

/// What can be done to a timeline's axis.
enum TimeTurn: Hashable, Sendable, CaseIterable {
  case earlier, later, zoomIn, zoomOut, today, fit

  func apply(to zoom: inout TimeZoom, _ pan: inout Int, step: Int) {
    switch self {
    case .earlier: pan = max(-2_000, pan - step)
    case .later: pan = min(2_000, pan + step)
    case .zoomIn: (zoom, pan) = (zoom.finer, 0)
    case .zoomOut: (zoom, pan) = (zoom.coarser, 0)
    case .today, .fit: pan = 0
    }
  }
}
