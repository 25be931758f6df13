import SubscriptionCore
import TerminalUI

/// The parts of a list: the panel, its rows, the legend below them, a look at the row under the
/// cursor.
public struct ListLayout: Hashable, Sendable {
  /// The box around the list.
  public var panel: Rect
  /// The headings and the rows.
  public var table: Rect
  /// What the signs of the timelines mean; empty where there is no room.
  public var legend: Rect
  /// More about the row under the cursor; empty where there is no room.
  public var preview: Rect

  /// Lays out a list in the body of a screen.
  public init(body: Rect, tier: Tier, hasLegend: Bool, hasPreview: Bool = true) {
    let isBoxed = tier >= .small
    let previewRows =
      switch tier {
      case .below, .tiny: 0
      case .small: 1
      case .compact: 2
      case .full, .wide: 4
      }
    let (rest, preview) = body.split(bottom: hasPreview ? previewRows : 0)
    panel = rest
    let inner = isBoxed ? Panel.content(of: rest) : rest
    let (table, legend) = inner.split(bottom: hasLegend && tier >= .compact ? 2 : 0)
    self.table = table
    self.legend = legend
    self.preview = preview
  }

  /// How many rows the list shows at once.
  public var rows: Int { max(0, table.height - 1) }
}
