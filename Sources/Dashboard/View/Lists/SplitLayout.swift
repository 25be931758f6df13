import TerminalUI

/// A list and, on wide screens, the subscriber under its cursor beside it.
public struct SplitLayout: Hashable, Sendable {
  /// The list.
  public var list: Rect
  /// The subscriber; empty where the list has the whole width.
  public var side: Rect
  /// How much room the list has.
  public var tier: Tier

  /// Lays out the body of a screen.
  public init(body: Rect, tier: Tier) {
    let nothing = Rect(x: body.right, y: body.y, width: 0, height: 0)
    (list, side, self.tier) = (body, nothing, tier)
    guard tier == .wide else { return }
    (list, side) = body.split(left: max(84, body.width * 11 / 20))
    self.tier = list.width >= 120 ? .full : .compact
  }

  /// Every part, for checks.
  public var parts: [Rect] { [list, side] }
}
