import SubscriptionCore
import TerminalUI

/// The layout of the panels of the Metrics screen.
typealias MetricsLayout = PaneLayout<MetricsState.Pane>

extension MetricsLayout {
  /// Lays out the panels in the body of a screen; a panel without room is empty.
  ///
  /// A small screen shows the panel that has the cursor and no other, and so does each screen for
  /// one that is a page.
  init(
    body: Rect, tier: Tier, pane: MetricsState.Pane, figureCount: Int, hasNotice: Bool = false,
    hasGroups: Bool
  ) {
    self.init(body: body)
    let wanted = figureCount + 3 + (hasNotice ? 1 : 0)
    // The rows that charts have at least, with their borders.
    let chartRows = 8 - (hasNotice ? 1 : 0)
    let isWhole = tier >= .full || (tier == .compact && body.height >= wanted + chartRows)
    guard isWhole, !pane.isPage else {
      self[pane] = body
      return
    }
    let (top, bottom) = body.split(top: min(wanted, body.height - chartRows))
    self[.figures] = top
    guard tier >= .full else {
      self[pane != .figures ? pane : hasGroups ? .groups : .curve] = bottom
      return
    }
    if tier >= .wide, hasGroups {
      // Groups have the most columns.
      let (left, rest) = bottom.split(left: bottom.width * 11 / 40)
      self[.curve] = left
      (self[.cohorts], self[.groups]) = rest.split(left: rest.width * 3 / 7)
    } else if hasGroups, pane != .cohorts {
      (self[.curve], self[.groups]) = bottom.split(left: bottom.width * 2 / 5)
    } else {
      (self[.curve], self[.cohorts]) = bottom.split(left: bottom.width / 2)
    }
  }
}

extension DashboardModel {
  /// The panels of the Metrics screen.
  var metricsLayout: MetricsLayout {
    MetricsLayout(
      body: layout.body, tier: layout.tier, pane: metrics.pane,
      figureCount: metrics.report?.figures.count ?? Metric.allCases.count,
      hasNotice: metrics.hasNotice, hasGroups: metrics.question.grouping != nil)
  }
}
