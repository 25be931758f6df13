import TerminalUI

/// The layout of Overview's panels.
typealias OverviewLayout = PaneLayout<OverviewState.Pane>

extension OverviewLayout {
  /// Lays out the panels in the body of a screen; a panel without room is empty.
  ///
  /// A small screen shows the panel that has the cursor and no other.
  init(body: Rect, tier: Tier, stateCount: Int, pane: OverviewState.Pane = .states) {
    self.init(body: body)
    let wanted = stateCount + (tier <= .tiny ? 1 : 3)
    guard tier >= .compact else {
      self[pane] = body
      return
    }
    let (top, rest) = body.split(top: min(wanted, body.height - 6))
    self[.states] = top
    // Figures go before the latest events, of which three lines remain, or one, or none.
    let middleHeight =
      rest.height >= 17
      ? min(15, rest.height - 5) : rest.height >= 8 ? rest.height - 3 : rest.height
    let (middle, lower) = rest.split(top: middleHeight)
    if lower.height >= 3 { self[.live] = lower }
    guard tier >= .full else {
      let (left, right) = middle.split(left: body.width * 13 / 30)
      self[.prompts] = left
      self[pane == .recovery ? .recovery : .losses] = right
      return
    }
    let (left, others) = middle.split(left: body.width * 11 / 40)
    self[.prompts] = left
    (self[.losses], self[.recovery]) = others.split(left: others.width * 5 / 9)
  }
}
