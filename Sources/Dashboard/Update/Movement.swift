import SubscriptionCore
import TerminalUI

/// Where the cursor of a list is to go.
enum Movement: Hashable, Sendable, CaseIterable {
  case down, up, top, bottom, halfDown, halfUp, pageDown, pageUp
  case screenTop, screenMiddle, screenBottom

  /// The line it leads to in a list of a length; the visible lines begin at `first`.
  func target(from line: Int, count: Int, first: Int = 0, page: Int) -> Int {
    let wanted =
      switch self {
      case .down: line + 1
      case .up: line - 1
      case .top: 0
      case .bottom: count - 1
      case .halfDown: line + max(1, page / 2)
      case .halfUp: line - max(1, page / 2)
      case .pageDown: line + page
      case .pageUp: line - page
      case .screenTop: first
      case .screenMiddle: first + min(page, count - first) / 2
      case .screenBottom: first + min(page, count - first) - 1
      }
    return max(0, min(wanted, count - 1))
  }
}
