import TerminalUI

/// Where the panels of Overview go.
public struct OverviewLayout: Hashable, Sendable {
  /// Counts by state.
  public var states: Rect
  /// Prompts due.
  public var prompts: Rect
  /// Time to loss of access.
  public var losses: Rect
  /// The latest events.
  public var live: Rect

  /// Lays out the panels in the body of a screen; a panel without room is empty.
  ///
  /// A small screen shows the panel that has the cursor and no other.
  public init(
    body: Rect, tier: Tier, stateCount: Int, pane: OverviewState.Pane = .states
  ) {
    let wanted = stateCount + (tier <= .tiny ? 1 : 3)
    guard tier >= .compact else {
      let nothing = Rect(x: body.x, y: body.bottom, width: 0, height: 0)
      states = pane == .states ? body : nothing
      losses = pane == .losses ? body : nothing
      live = pane == .live ? body : nothing
      prompts = nothing
      return
    }
    let (states, rest) = body.split(top: min(wanted, body.height - 6))
    self.states = states
    let middleHeight = rest.height >= 18 ? 13 : min(rest.height, 6)
    let (middle, live) = rest.split(top: middleHeight)
    self.live = live.height >= 3 ? live : Rect(x: live.x, y: live.y, width: 0, height: 0)
    (prompts, losses) = middle.split(left: body.width * 13 / 30)
  }
}
