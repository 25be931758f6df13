import TerminalUI

/// The layout of the panels of the Metrics screen.
public struct MetricsLayout: Hashable, Sendable {
  /// The figures.
  public var figures: Rect
  /// The figures by a property.
  public var groups: Rect
  /// The share recovered by days since the failure.
  public var curve: Rect
  /// The same by the week of the failure.
  public var cohorts: Rect
  /// The effect of prompting.
  public var prompts: Rect
  /// The money.
  public var money: Rect

  /// The rows that charts have at least, with their borders.
  private static let chartRows = 9

  /// Lays out the panels in the body of a screen; a panel without room is empty.
  ///
  /// A small screen shows the panel that has the cursor and no other, and so does each screen for
  /// one that is a page.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - tier: The tier of the screen.
  ///   - pane: The panel that has the cursor.
  ///   - figureCount: The number of figures.
  ///   - hasNotice: Whether a line of changed days stands below the figures; charts make room.
  ///   - hasGroups: Whether a property is chosen.
  public init(
    body: Rect, tier: Tier, pane: MetricsState.Pane, figureCount: Int, hasNotice: Bool = false,
    hasGroups: Bool
  ) {
    let nothing = Rect(x: body.x, y: body.bottom, width: 0, height: 0)
    (figures, groups, curve, cohorts) = (nothing, nothing, nothing, nothing)
    prompts = pane == .prompts ? body : nothing
    money = pane == .money ? body : nothing
    guard !pane.isPage else { return }
    let wanted = figureCount + 3 + (hasNotice ? 1 : 0)
    let chartRows = Self.chartRows - (hasNotice ? 1 : 0)
    guard tier >= .full || (tier == .compact && body.height >= wanted + chartRows) else {
      switch pane {
      case .figures: figures = body
      case .groups: groups = body
      case .curve: curve = body
      case .cohorts: cohorts = body
      case .prompts, .money: break
      }
      return
    }
    let (top, bottom) = body.split(top: min(wanted, body.height - chartRows))
    figures = top
    guard tier >= .full else {
      switch pane {
      case .figures: if hasGroups { groups = bottom } else { curve = bottom }
      case .groups: groups = bottom
      case .curve: curve = bottom
      case .cohorts: cohorts = bottom
      case .prompts, .money: break
      }
      return
    }
    if tier >= .wide, hasGroups {
      // Groups have the most columns.
      let (left, rest) = bottom.split(left: bottom.width * 11 / 40)
      (curve, (cohorts, groups)) = (left, rest.split(left: rest.width * 3 / 7))
    } else if hasGroups, pane != .cohorts {
      (curve, groups) = bottom.split(left: bottom.width * 2 / 5)
    } else {
      (curve, cohorts) = bottom.split(left: bottom.width / 2)
    }
  }

  /// Every panel, for checks.
  public var parts: [Rect] { [figures, groups, curve, cohorts, prompts, money] }
}
