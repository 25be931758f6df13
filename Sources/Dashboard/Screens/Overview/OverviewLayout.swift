import TerminalUI

/// The layout of Overview's panels.
public struct OverviewLayout: Hashable, Sendable {
  /// Counts by state.
  public var states: Rect
  /// Prompts due.
  public var prompts: Rect
  /// Time to loss of access.
  public var losses: Rect
  /// Failed renewals that were paid after all.
  public var recovery: Rect
  /// The latest events.
  public var live: Rect

  /// Lays out the panels in the body of a screen; a panel without room is empty.
  ///
  /// A small screen shows the panel that has the cursor and no other.
  public init(
    body: Rect, tier: Tier, stateCount: Int, pane: OverviewState.Pane = .states
  ) {
    let nothing = Rect(x: body.x, y: body.bottom, width: 0, height: 0)
    (states, prompts, losses, recovery, live) = (nothing, nothing, nothing, nothing, nothing)
    let wanted = stateCount + (tier <= .tiny ? 1 : 3)
    guard tier >= .compact else {
      switch pane {
      case .states: states = body
      case .prompts: prompts = body
      case .losses: losses = body
      case .recovery: recovery = body
      case .live: live = body
      }
      return
    }
    let (top, rest) = body.split(top: min(wanted, body.height - 6))
    states = top
    // Figures go before the latest events, of which three lines remain, or one, or none.
    let middleHeight =
      rest.height >= 11
      ? min(15, rest.height - 5) : rest.height >= 8 ? min(6, rest.height - 3) : rest.height
    let (middle, lower) = rest.split(top: middleHeight)
    if lower.height >= 3 { live = lower }
    guard tier >= .full else {
      let (left, right) = middle.split(left: body.width * 13 / 30)
      prompts = left
      if pane == .recovery { recovery = right } else { losses = right }
      return
    }
    let (left, others) = middle.split(left: body.width * 11 / 40)
    prompts = left
    (losses, recovery) = others.split(left: others.width * 5 / 9)
  }

  /// Every panel, for checks.
  public var parts: [Rect] { [states, prompts, losses, recovery, live] }
}
