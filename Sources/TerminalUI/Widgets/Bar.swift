/// A horizontal bar in eighths of a column.
public struct Bar: Hashable, Sendable {
  /// The amount.
  public var value: Int
  /// The amount that fills the whole block.
  public var maximum: Int

  /// Creates a bar; amounts below zero count as zero.
  public init(value: Int, maximum: Int) { (self.value, self.maximum) = (value, maximum) }

  /// Returns the glyphs of the bar in that many columns.
  ///
  /// Any amount above zero shows at least one eighth, so that a small amount is not mistaken for
  /// zero.
  public func signs(width: Int, glyphs: Glyphs) -> String {
    guard maximum > 0, value > 0, width > 0 else { return "" }
    let (product, isHuge) = min(value, maximum).multipliedReportingOverflow(by: width * 8)
    let eighths = max(1, isHuge ? min(value, maximum) / (maximum / (width * 8)) : product / maximum)
    let names = GlyphName.barEighths
    var signs = String(repeating: glyphs[names[7]], count: min(width, eighths / 8))
    if eighths % 8 > 0, eighths / 8 < width { signs.append(glyphs[names[eighths % 8 - 1]]) }
    return signs
  }
}

/// A row of columns whose heights show the course of a figure.
public struct Sparkline: Hashable, Sendable {
  /// The figures, oldest first; `nil` leaves a gap.
  public var values: [Int?]

  /// Creates a sparkline.
  public init(_ values: [Int?]) { self.values = values }

  /// Returns the glyphs of the newest figures that fit in that many columns.
  ///
  /// The lowest figure shown has the lowest level and the highest the highest; equal figures are in
  /// the middle, unless they are zero.
  public func signs(width: Int, glyphs: Glyphs) -> String {
    let shown = values.suffix(max(0, width))
    let known = shown.compactMap(\.self)
    guard let low = known.min(), let high = known.max() else {
      return String(repeating: " ", count: shown.count)
    }
    let names = GlyphName.sparkLevels
    let span = Double(high) - Double(low)
    return shown.reduce(into: "") { signs, value in
      guard let value else { return signs.append(" ") }
      let level =
        span == 0 ? (high == 0 ? 0 : 3) : Int((Double(value) - Double(low)) / span * 7 + 0.5)
      signs.append(glyphs[names[level]])
    }
  }
}
