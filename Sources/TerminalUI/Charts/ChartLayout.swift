/// The parts of a chart's block: the plot, and the room for the labels around it.
struct ChartLayout: Hashable, Sendable {
  /// The cells of the lines.
  var plot: Rect
  /// The columns of the labels beside the vertical axis; 0 where they have no room.
  var left = 0
  /// The columns of the labels at the ends of the lines; 0 where they have no room.
  var right = 0
  /// A Boolean value that indicates whether the horizontal axis has a row.
  var hasAxis: Bool
  /// A Boolean value that indicates whether the labels below it have one.
  var hasLabels: Bool

  /// The fewest columns of a plot beside which labels stand.
  private static let plotMin = 12

  /// Lays out a chart; the plot keeps its room before labels, and rows before the axis.
  init(_ chart: LineChart, in rect: Rect) {
    let wantedLeft = chart.yTicks.map { SafeText.width(of: $0.label) }.max() ?? 0
    let wantedRight = chart.lines.map { SafeText.width(of: $0.label) }.max() ?? 0
    hasAxis = rect.height >= 3
    hasLabels = rect.height >= 4 && !chart.xTicks.isEmpty
    let lower = (hasAxis ? 1 : 0) + (hasLabels ? 1 : 0)
    // The vertical axis takes a column of its own.
    var (x, width) = (rect.x, rect.width)
    if wantedLeft > 0, width - wantedLeft - 1 >= Self.plotMin {
      left = wantedLeft
      (x, width) = (x + left + 1, width - left - 1)
    } else if width > 1 {
      (x, width) = (x + 1, width - 1)
    }
    if wantedRight > 0, width - wantedRight - 1 >= Self.plotMin {
      right = wantedRight
      width -= right + 1
    }
    plot = Rect(x: x, y: rect.y, width: width, height: rect.height - lower)
  }
}
