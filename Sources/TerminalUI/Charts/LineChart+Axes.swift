extension LineChart {
  /// Draws both axes and their labels.
  func drawAxes(into frame: inout Frame, _ parts: ChartLayout) {
    let plot = parts.plot
    guard plot.x > 0 || parts.hasAxis else { return }
    let axis = Rect(x: plot.x - 1, y: plot.y, width: 1, height: plot.height)
    frame.fill(axis, with: .boxVertical, role: .dim)
    if parts.hasAxis {
      let line = Rect(x: plot.x, y: plot.bottom, width: plot.width, height: 1)
      frame.fill(line, with: .boxHorizontal, role: .dim)
      frame.put(
        frame.glyph(.boxBottomLeft), at: Point(x: plot.x - 1, y: plot.bottom), role: .dim)
      for mark in marks where x.contains(mark.value) {
        frame.put(
          mark.label, at: Point(x: plot.x + column(of: mark.value, in: plot), y: plot.bottom),
          width: 1)
      }
    }
    if parts.left > 0 {
      for tick in yTicks where y.contains(tick.value) && isInPlace(tick, plot) {
        frame.put(
          tick.label,
          at: Point(
            x: plot.x - 1 - parts.left, y: plot.y + row(of: tick.value, rows: plot.height)),
          width: parts.left, alignment: .right, role: .dim)
      }
    }
    if parts.hasLabels { drawTicks(into: &frame, below: plot) }
  }

  /// Returns a Boolean value that indicates whether a label is beside its value: on a chart of
  /// few rows one between the ends could be half a row off, and look as if it were wrong.
  private func isInPlace(_ tick: Tick, _ plot: Rect) -> Bool {
    guard plot.height < 6 else { return true }
    let share = (tick.value - y.lowerBound) / span(y) * Double(plot.height - 1)
    return abs(share - share.rounded()) < 0.25
  }

  /// The column of a place on the horizontal axis, counted from the left of the plot.
  private func column(of value: Double, in plot: Rect) -> Int {
    let share = (value - x.lowerBound) / span(x)
    return max(0, min(plot.width - 1, Int(share * Double(plot.width))))
  }

  /// Draws the labels of the horizontal axis below their places, those that overlap none before.
  private func drawTicks(into frame: inout Frame, below plot: Rect) {
    var free = plot.x - 1
    for tick in xTicks where x.contains(tick.value) {
      let width = SafeText.width(of: tick.label)
      let middle = plot.x + column(of: tick.value, in: plot)
      let start = max(plot.x - 1, min(middle - width / 2, plot.right - width))
      guard start >= free, start + width <= plot.right else { continue }
      frame.put(tick.label, at: Point(x: start, y: plot.bottom + 1), role: .dim)
      free = start + width + 1
    }
  }

  /// Draws the labels beside the last points, each on a row of its own and none above that of a
  /// line that ends higher.
  func drawLabels(into frame: inout Frame, _ parts: ChartLayout) {
    let plot = parts.plot
    guard parts.right > 0 else { return }
    let labels = lines.compactMap { line in
      line.label.isEmpty ? nil : line.points.last.map { (line: line, end: $0.y) }
    }.prefix(plot.height).sorted { $0.end > $1.end }
    var places = labels.map { plot.y + row(of: $0.end, rows: plot.height) }
    for index in places.indices.dropFirst() {
      places[index] = max(places[index], places[index - 1] + 1)
    }
    for (index, label) in labels.enumerated() {
      let place = min(places[index], plot.bottom - (labels.count - index))
      frame.put(
        label.line.label, at: Point(x: plot.right + 1, y: place), width: parts.right,
        role: label.line.role)
    }
  }
}
