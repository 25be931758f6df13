import TerminalUI

/// The layout of the panels of the What-if screen.
typealias WhatIfLayout = PaneLayout<WhatIfState.Pane>

extension WhatIfLayout {
  /// Lays out the panels in the body of a screen; a panel without room is empty.
  ///
  /// A small screen shows the panel that has the cursor and no other.
  init(body: Rect, tier: Tier, pane: WhatIfState.Pane) {
    self.init(body: body)
    guard tier >= .compact else {
      self[pane] = body
      return
    }
    let lanes = tier >= .full ? 8 : 6
    let list = max(5, (body.height - lanes) * 3 / 10)
    let (top, rest) = body.split(top: body.height - lanes - list)
    (self[.timeline], self[.differs]) = rest.split(top: lanes)
    (self[.policy], self[.effect]) = top.split(left: tier >= .full ? 50 : top.width / 2 + 2)
  }
}

extension DashboardModel {
  /// The panels of the What-if screen.
  var whatIfLayout: WhatIfLayout {
    WhatIfLayout(body: layout.body, tier: layout.tier, pane: whatIf.pane)
  }
}
