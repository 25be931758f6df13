import TerminalUI

/// The layout of the panels of the What-if screen.
public struct WhatIfLayout: Hashable, Sendable {
  /// The policy in force beside the candidate.
  public var policy: Rect
  /// The figures under both.
  public var effect: Rect
  /// One subscriber's timelines under both.
  public var timeline: Rect
  /// The episodes that differ.
  public var differs: Rect

  /// The columns of the policy where two panels stand side by side.
  private static let policyColumns = 50

  /// Lays out the panels in the body of a screen; a panel without room is empty.
  ///
  /// A small screen shows the panel that has the cursor and no other.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - tier: The tier of the screen.
  ///   - pane: The panel that has the cursor.
  public init(body: Rect, tier: Tier, pane: WhatIfState.Pane) {
    let nothing = Rect(x: body.x, y: body.bottom, width: 0, height: 0)
    (policy, effect, timeline, differs) = (nothing, nothing, nothing, nothing)
    guard tier >= .compact else {
      switch pane {
      case .policy: policy = body
      case .effect: effect = body
      case .timeline: timeline = body
      case .differs: differs = body
      }
      return
    }
    let hasPromptLanes = tier >= .full
    let lanes = hasPromptLanes ? 8 : 6
    let list = max(5, (body.height - lanes) * 3 / 10)
    let (top, rest) = body.split(top: body.height - lanes - list)
    (timeline, differs) = rest.split(top: lanes)
    (policy, effect) = top.split(
      left: tier >= .full ? Self.policyColumns : top.width / 2 + 2)
  }

  /// Every panel, for checks.
  public var parts: [Rect] { [policy, effect, timeline, differs] }

  /// The place of a panel.
  subscript(pane: WhatIfState.Pane) -> Rect {
    switch pane {
    case .policy: policy
    case .effect: effect
    case .timeline: timeline
    case .differs: differs
    }
  }
}
