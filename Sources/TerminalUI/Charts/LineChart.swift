/// Lines over a horizontal axis, with labels at both axes, at their ends, and a band around each.
///
/// It is drawn in dots finer than cells where the glyph set has such: Braille patterns, quarters of
/// a block, or a letter for each line in ASCII. Lines differ in their dashes as well as in their
/// colours. Nothing is drawn outside of the block, and labels without room are left out.
///
/// ```swift
/// frame.draw(
///   LineChart(
///     [LineChart.Line([.init(x: 0, y: 0), .init(x: 7, y: 0.4)], letter: "r", label: "40 %")],
///     x: 0...7, y: 0...1),
///   in: rect)
/// ```
public struct LineChart: Widget, Hashable, Sendable {
  /// A point of a line.
  public struct Sample: Hashable, Sendable {
    /// The place on the horizontal axis.
    public var x: Double
    /// The value.
    public var y: Double
    /// The values that the band around the line reaches; `nil` for a line without a band.
    public var band: ClosedRange<Double>?

    /// Creates a point.
    public init(x: Double, y: Double, band: ClosedRange<Double>? = nil) {
      (self.x, self.y, self.band) = (x, y, band)
    }
  }

  /// The dashes of a line.
  public enum Dash: Hashable, Sendable, CaseIterable {
    /// Without a gap.
    case solid
    /// Long dashes.
    case dashed
    /// Single dots.
    case dotted
  }

  /// A line of the chart.
  public struct Line: Hashable, Sendable {
    /// The points in the order of ``Sample/x``; those that are not finite are left out.
    public var points: [Sample]
    /// A Boolean value that indicates whether a value holds until the next point, rather than
    /// changing evenly up to it.
    public var isStepped: Bool
    /// The dashes.
    public var dash: Dash
    /// The role.
    public var role: StyleRole
    /// The letter that draws it in ASCII.
    public var letter: Character
    /// The text beside its last point.
    public var label: String

    /// Creates a line.
    public init(
      _ points: [Sample], isStepped: Bool = true, dash: Dash = .solid, role: StyleRole = .text,
      letter: Character, label: String = ""
    ) {
      self.points = points.filter { $0.x.isFinite && $0.y.isFinite }
      (self.isStepped, self.dash, self.role) = (isStepped, dash, role)
      (self.letter, self.label) = (letter, label)
    }
  }

  /// A label of an axis.
  public struct Tick: Hashable, Sendable {
    /// The place on the axis.
    public var value: Double
    /// The label.
    public var label: String

    /// Creates a label.
    public init(_ value: Double, _ label: String) { (self.value, self.label) = (value, label) }
  }

  /// The lines; where two share a cell, the first gives it its colour.
  public var lines: [Line]
  /// The ends of the horizontal axis.
  public var x: ClosedRange<Double>
  /// The ends of the vertical axis.
  public var y: ClosedRange<Double>
  /// The labels below the horizontal axis.
  public var xTicks: [Tick]
  /// Marks on the horizontal axis itself, each a single sign.
  public var marks: [Tick] = []
  /// The labels beside the vertical axis.
  public var yTicks: [Tick]

  /// Creates a chart.
  public init(
    _ lines: [Line], x: ClosedRange<Double>, y: ClosedRange<Double>, xTicks: [Tick] = [],
    yTicks: [Tick] = []
  ) {
    (self.lines, self.x, self.y) = (lines, x, y)
    (self.xTicks, self.yTicks) = (xTicks, yTicks)
  }

  /// Draws the axes, the bands, the lines and their labels.
  public func draw(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let parts = ChartLayout(self, in: rect)
    drawAxes(into: &frame, parts)
    guard !parts.plot.isEmpty else { return }
    var canvas = DotCanvas(size: parts.plot.size, set: frame.glyphs.set)
    for (layer, line) in lines.enumerated() { plot(line, layer, on: &canvas) }
    drawBands(into: &frame, in: parts.plot, canvas)
    for row in 0..<parts.plot.height {
      for column in 0..<parts.plot.width {
        guard let layer = canvas.layer(column, row) else { continue }
        let sign = canvas.sign(column, row, letter: lines[layer].letter)
        frame.put(
          String(sign), at: place(in: parts.plot, column, row), width: 1, role: lines[layer].role)
      }
    }
    drawLabels(into: &frame, parts)
  }

  // MARK: Lines

  /// Sets the dots of a line, with those that connect its columns.
  private func plot(_ line: Line, _ layer: Int, on canvas: inout DotCanvas) {
    var last: Int?
    for (column, value) in values(of: line, columns: canvas.width).enumerated() {
      guard let value else {
        last = nil
        continue
      }
      let row = row(of: value.y, rows: canvas.height)
      let from = last ?? row
      let between = from < row ? (from + 1)...max(from + 1, row) : row...max(row, from - 1)
      let rows = from == row ? row...row : between
      for place in rows where line.dash.isSet(column, canvas.grain.width) || place != row {
        canvas.set(column, place, layer: layer)
      }
      last = row
    }
  }

  /// The value of a line at the middle of each column; `nil` beside its points.
  private func values(of line: Line, columns: Int) -> [Sample?] {
    var next = 0
    let points = line.points
    return (0..<columns).map { column in
      let place = x.lowerBound + (Double(column) + 0.5) / Double(columns) * span(x)
      while next < points.count, points[next].x <= place { next += 1 }
      guard next > 0 else { return nil }
      let before = points[next - 1]
      guard next < points.count else {
        // The last value reaches to the end of its column.
        return place - before.x <= span(x) / Double(columns) ? before : nil
      }
      guard !line.isStepped else { return before }
      let after = points[next]
      let share = after.x > before.x ? (place - before.x) / (after.x - before.x) : 0
      return Sample(x: place, y: before.y + (after.y - before.y) * share, band: before.band)
    }
  }

  /// The row of a value, the greatest at the top; values beyond the axis lie at its ends.
  func row(of value: Double, rows: Int) -> Int {
    let share = min(1, max(0, (value - y.lowerBound) / span(y)))
    return Int(((1 - share) * Double(max(0, rows - 1))).rounded())
  }

  func span(_ range: ClosedRange<Double>) -> Double {
    let span = range.upperBound - range.lowerBound
    return span > 0 && span.isFinite ? span : 1
  }

  /// Draws the bands in cells that no line goes through.
  ///
  /// A band that is mostly one row high is left out: the line takes that row, and what is left
  /// would be crumbs around it.
  private func drawBands(into frame: inout Frame, in plot: Rect, _ canvas: DotCanvas) {
    let sign = frame.glyph(.chartBand)
    for line in lines where line.points.contains(where: { $0.band != nil }) {
      let spans = values(of: line, columns: plot.width).map { value -> ClosedRange<Int>? in
        guard let band = value?.band, band.lowerBound.isFinite, band.upperBound.isFinite else {
          return nil
        }
        let top = row(of: band.upperBound, rows: plot.height)
        return top...max(top, row(of: band.lowerBound, rows: plot.height))
      }
      let high = spans.count { ($0?.count ?? 0) >= 2 }
      guard high * 2 >= spans.count(where: { $0 != nil }) else { continue }
      for (column, span) in spans.enumerated() {
        guard let span else { continue }
        for row in span where canvas.layer(column, row) == nil {
          frame.put(sign, at: place(in: plot, column, row), width: 1, role: .dim)
        }
      }
    }
  }

  func place(in plot: Rect, _ column: Int, _ row: Int) -> Point {
    Point(x: plot.x + column, y: plot.y + row)
  }
}

extension LineChart.Dash {
  /// Returns a Boolean value that indicates whether a column of dots is part of a dash.
  fileprivate func isSet(_ column: Int, _ grain: Int) -> Bool {
    switch self {
    case .solid: true
    case .dashed: column / grain % 3 < 2
    case .dotted: column % (2 * grain) < grain
    }
  }
}
