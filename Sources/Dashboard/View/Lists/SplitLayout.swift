import TerminalUI

/// A list and the subscriber under its cursor: beside it on wide screens, below it on others where
/// that was asked for.
public struct SplitLayout: Hashable, Sendable {
  /// The list.
  public var list: Rect
  /// The subscriber; empty where the list has all of the body.
  public var side: Rect
  /// How much room the list has.
  public var tier: Tier

  /// From which tier on there is room for a list and a subscriber.
  public static let least = Tier.compact

  /// Whether the subscriber stands below the list.
  public var isBelow: Bool { side.y > list.y && !side.isEmpty }

  /// Lays out the body of a screen.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - tier: How much room the screen has.
  ///   - shows: Whether there is to be a subscriber; `nil` for what the screen suggests.
  public init(body: Rect, tier: Tier, shows: Bool? = nil) {
    let nothing = Rect(x: body.right, y: body.y, width: 0, height: 0)
    (list, side, self.tier) = (body, nothing, tier)
    guard shows ?? (tier == .wide), tier >= Self.least else { return }
    guard tier == .wide else {
      (list, side) = body.split(bottom: body.height * 11 / 20)
      return
    }
    (list, side) = body.split(left: max(84, body.width * 11 / 20))
    self.tier = list.width >= 120 ? .full : .compact
  }

  /// Every part, for checks.
  public var parts: [Rect] { [list, side] }
}
