import SubscriptionCore

/// A movement of a cursor.
enum Movement: Hashable, Sendable, CaseIterable {
  case down, up, top, bottom, halfDown, halfUp, pageDown, pageUp
  case screenTop, screenMiddle, screenBottom

  /// The movement that a command asks for, but for those that need the lines in view.
  init?(_ id: CommandID) {
    switch id {
    case .moveDown: self = .down
    case .moveUp: self = .up
    case .moveTop: self = .top
    case .moveBottom: self = .bottom
    case .moveHalfDown: self = .halfDown
    case .moveHalfUp: self = .halfUp
    case .movePageDown: self = .pageDown
    case .movePageUp: self = .pageUp
    case _: return nil
    }
  }

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

/// The place in a text that has more lines than there is room for.
public struct TextScroll: Hashable, Sendable {
  /// The first line in view.
  public private(set) var top = 0

  /// Moves through a text of a length; a page is what is in view, or as many lines as are given.
  mutating func move(_ movement: Movement, count: Int, height: Int, page: Int? = nil) {
    let height = max(1, height)
    let last = max(0, count - height)
    top = movement.target(from: min(top, last), count: last + 1, page: page ?? height)
  }

  /// Moves as little as needed to have a line in view; to the beginning for the first of several.
  mutating func reveal(_ line: Int, count: Int, height: Int) {
    top = max(0, min(count - height, max(min(top, line), line - height + 1)))
  }

  /// The lines in view among all, such as `1-30 of 84`; empty where all of them are.
  func place(count: Int, height: Int) -> String {
    guard height > 0, count > height else { return "" }
    let first = max(0, min(top, count - height))
    return "\(first + 1)-\(first + height) of \(Formatting.count(count))"
  }
}

/// A turn of a timeline's axis.
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

  /// The turn that a command asks for.
  init?(_ id: CommandID) {
    switch id {
    case .timeEarlier: self = .earlier
    case .timeLater: self = .later
    case .timeZoomIn: self = .zoomIn
    case .timeZoomOut: self = .zoomOut
    case .timeToday: self = .today
    case .timeFit: self = .fit
    case _: return nil
    }
  }
}
