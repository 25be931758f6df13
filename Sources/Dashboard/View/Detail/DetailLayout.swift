import TerminalUI

/// Where the panels of Detail go.
public struct DetailLayout: Hashable, Sendable {
  /// Who it is and where the subscription stands.
  public var subscriber: Rect
  /// Why a prompt is due or is not.
  public var why: Rect
  /// The timeline.
  public var timeline: Rect
  /// The events.
  public var events: Rect

  /// Lays out the panels in the body of a screen; a panel without room is empty.
  public init(body: Rect, tier: Tier, showsWhy: Bool, pane: DetailState.Pane) {
    let nothing = Rect(x: body.x, y: body.bottom, width: 0, height: 0)
    switch tier {
    case .full:
      let (top, rest) = body.split(top: showsWhy ? body.height - 10 : 12)
      (subscriber, why) = top.split(left: body.width / 2)
      (timeline, events) = rest.split(top: 10)
    case .compact:
      let (top, rest) = body.split(top: 5)
      if showsWhy {
        (why, subscriber) = (rest, top)
        (timeline, events) = (nothing, nothing)
      } else {
        (subscriber, why) = (top, nothing)
        (timeline, events) = rest.split(top: 8)
      }
    case .small, .tiny, .below:
      let (top, rest) = body.split(top: tier == .small ? 5 : 3)
      subscriber = top
      why = showsWhy ? rest : nothing
      timeline = !showsWhy && pane == .timeline ? rest : nothing
      events = !showsWhy && pane == .events ? rest : nothing
    }
  }

  /// Every panel, for checks.
  public var parts: [Rect] { [subscriber, why, timeline, events] }
}
