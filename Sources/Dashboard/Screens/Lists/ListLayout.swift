import TerminalUI

/// The parts of a list: the panel, its rows, the legend below them, a look at the row under the
/// cursor.
public struct ListLayout: Hashable, Sendable {
  /// The box around the list.
  public var panel: Rect
  /// The headings and the rows.
  public var table: Rect
  /// The legend of the timelines; empty where there is no room.
  public var legend: Rect
  /// More about the row under the cursor; empty where there is no room.
  public var preview: Rect

  /// Lays out a list in the body of a screen.
  public init(body: Rect, tier: Tier, hasLegend: Bool, hasPreview: Bool = true) {
    let previewRows =
      switch tier {
      case .below, .tiny: 0
      case .small: 1
      case .compact: 2
      case .full, .wide: 4
      }
    let (rest, preview) = body.split(bottom: hasPreview ? previewRows : 0)
    panel = rest
    let inner = Panel.content(of: rest, tier)
    let (table, legend) = inner.split(bottom: hasLegend && tier >= .compact ? 2 : 0)
    self.table = table
    self.legend = legend
    self.preview = preview
  }

  /// The number of rows in view.
  public var rows: Int { max(0, table.height - 1) }
}

/// A list and the subscriber under its cursor: beside it on wide screens, below it on others where
/// that was asked for.
public struct SplitLayout: Hashable, Sendable {
  /// The list.
  public var list: Rect
  /// The subscriber; empty where the list has all of the body.
  public var side: Rect
  /// The tier of the list.
  public var tier: Tier

  /// From which tier on there is room for a list and a subscriber.
  public static let least = Tier.compact

  /// A Boolean value that indicates whether the subscriber is below the list.
  public var isBelow: Bool { side.y > list.y && !side.isEmpty }

  /// Lays out the body of a screen, with or without a subscriber, or as the screen suggests for
  /// `nil`.
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
