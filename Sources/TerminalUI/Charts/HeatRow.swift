/// A row of cells whose shades show shares, with a sign of its own for what is not known yet.
public struct HeatRow: Widget, Hashable, Sendable {
  /// The shares from left to right; `nil` for what is not known yet.
  public var values: [Double?]
  /// The share with the darkest shade.
  public var maximum: Double
  /// The role of the shades.
  public var role: StyleRole

  /// Creates a row.
  public init(_ values: [Double?], maximum: Double = 1, role: StyleRole = .text) {
    (self.values, self.maximum, self.role) = (values, maximum, role)
  }

  /// Returns the parts of the row in at most that many columns, one for each value.
  ///
  /// The lightest shade represents nothing, so that a small share is not mistaken for it: a share
  /// above zero has the next one at least.
  public func runs(width: Int, glyphs: Glyphs) -> [TextRun] {
    values.prefix(max(0, width)).reduce(into: []) { runs, value in
      let (sign, role) =
        value.map { (glyphs[GlyphName.heatLevels[level(of: $0)]], self.role) }
        ?? (glyphs[.heatOpen], StyleRole.dim)
      if runs.last?.role == role {
        runs[runs.count - 1].text.append(sign)
      } else {
        runs.append(TextRun(String(sign), role: role))
      }
    }
  }

  private func level(of value: Double) -> Int {
    guard value > 0, maximum > 0, value.isFinite else { return 0 }
    let top = GlyphName.heatLevels.count - 1
    return max(1, min(top, Int((value / maximum * Double(top)).rounded(.up))))
  }

  /// Draws the row in the first row of the block.
  public func draw(into frame: inout Frame, in rect: Rect) {
    guard rect.height > 0 else { return }
    frame.put(runs(width: rect.width, glyphs: frame.glyphs), at: rect.origin, width: rect.width)
  }
}

extension GlyphName {
  /// The shades of a heat map, from the lightest to the darkest.
  public static let heatLevels: [GlyphName] = (0...4).map { GlyphName("heat.\($0)") }
  /// A cell of a heat map that is not known yet.
  public static let heatOpen: GlyphName = "heat.open"
  /// The band around a line of a chart.
  public static let chartBand: GlyphName = "chart.band"
}
