extension LineChart {
  /// Draws both axes and their labels.
  func drawAxes(into frame: inout Frame, _ parts: ChartLayout) {
    let plot = parts.plot
    guard plot.x > 0 || parts.hasAxis else { return }
    let axis = Rect(x: plot.x - 1, y: plot.y, width: 1, height: plot.height)
    frame.fill(axis, with: .boxVertical, role: axisRole)
    if parts.hasAxis {
      let line = Rect(x: plot.x, y: plot.bottom, width: plot.width, height: 1)
      frame.fill(line, with: .boxHorizontal, role: axisRole)
      frame.put(
        frame.glyph(.boxBottomLeft), at: Point(x: plot.x - 1, y: plot.bottom), role: axisRole)
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
          width: parts.left, alignment: .right, role: axisRole)
      }
    }
    if parts.hasLabels { drawTicks(into: &frame, below: plot) }
  }

  /// Returns a Boolean value that indicates whether a label stands beside its value: on a chart of
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
      frame.put(tick.label, at: Point(x: start, y: plot.bottom + 1), role: axisRole)
      free = start + width + 1
    }
  }

  /// Draws the labels beside the last points, each on a row of its own.
  func drawLabels(into frame: inout Frame, _ parts: ChartLayout) {
    let plot = parts.plot
    guard parts.right > 0 else { return }
    var free = Set(plot.y..<plot.bottom)
    for line in lines {
      guard !line.label.isEmpty, let last = line.points.last else { continue }
      let wanted = plot.y + row(of: last.y, rows: plot.height)
      guard let place = free.min(by: { (abs($0 - wanted), $0) < (abs($1 - wanted), $1) }) else {
        return
      }
      free.remove(place)
      frame.put(
        line.label, at: Point(x: plot.right + 1, y: place), width: parts.right, role: line.role)
    }
  }
}
