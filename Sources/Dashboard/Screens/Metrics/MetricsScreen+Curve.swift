import SubscriptionCore
import TerminalUI

extension MetricsScreen {
  /// The last day of the curve.
  static let lastDay = 60.0

  /// Draws the share recovered by days since the failure, or its numbers.
  func drawCurve(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let inner = drawPanel(.curve, hint: curveHint(frame), into: &frame, in: rect)
    guard let points = metrics.report?.curve.points, !points.isEmpty else {
      frame.draw(lines: noFailureWords, in: inner)
      return
    }
    guard !metrics.showsNumbers, model.layout.tier > .tiny else {
      drawCurveTable(points, into: &frame, in: inner)
      return
    }
    let (caption, plot) = inner.split(top: 1)
    let point = points[min(metrics.cursors[.curve].line, points.count - 1)]
    // The cursor begins at the end, where the curve says most.
    let shown = metrics.pane == .curve ? point : points[points.count - 1]
    frame.put(
      words(of: shown, width: caption.width), at: caption.origin, width: caption.width, role: .dim)
    frame.draw(chart(points, marked: metrics.pane == .curve ? point : nil), in: plot)
    if metrics.pane == .curve { frame.cursor = caption.origin }
    frame.record(
      .line(metrics.cursors[.curve].line, pane: MetricsState.Pane.curve.rawValue), in: inner)
  }

  /// The failures that the curve is of, which are more than those of the window, and the key.
  private func curveHint(_ frame: Frame) -> String {
    guard let report = metrics.report, !report.curve.points.isEmpty else { return chartHint(frame) }
    return "failures since \(Self.day(report.curveDays.lowerBound))" + dot(frame) + chartHint(frame)
  }

  /// The hint of a chart.
  func chartHint(_ frame: Frame) -> String {
    "\(model.key(.showNumbers)) " + (metrics.showsNumbers ? "chart" : "numbers")
  }

  /// The numbers of a day in words, as many as fit a width.
  func words(of point: RecoveryCurve.Point, width: Int = .max) -> String {
    let band = Formatting.percents(point.recoveredLow...point.recoveredHigh)
    let recovered = "day \(Int(point.days)): recovered \(Formatting.percent(point.recovered))"
    let others =
      "canceled \(Formatting.percent(point.canceled)), "
      + "ran out \(Formatting.percent(point.ranOut))"
      + (point.other > 0 ? ", ended otherwise \(Formatting.percent(point.other))" : "")
    let open = "\(Formatting.count(point.atRisk)) still open"
    let forms = [
      "\(recovered) (\(band)), \(others), \(open)", "\(recovered) (\(band)), \(others)",
      "\(recovered), \(others)", "\(recovered) (\(band))",
    ]
    return forms.first { $0.count <= width } ?? recovered
  }

  private func chart(_ points: [RecoveryCurve.Point], marked: RecoveryCurve.Point?) -> LineChart {
    let highest = points.map { max($0.recoveredHigh, $0.canceled, $0.ranOut) }.max() ?? 1
    let top = highest > 0.5 ? 1 : highest > 0.25 ? 0.5 : 0.25
    func line(
      _ name: String, _ dash: LineChart.Dash, _ state: SubscriptionState, _ letter: Character,
      _ value: (RecoveryCurve.Point) -> Double,
      _ band: (RecoveryCurve.Point) -> ClosedRange<Double>? = { _ in nil }
    ) -> LineChart.Line {
      let last = points.last.map(value) ?? 0
      return LineChart.Line(
        points.map { LineChart.Sample(x: $0.days, y: value($0), band: band($0)) }, dash: dash,
        role: state.barRole, letter: letter, label: "\(name) \(Formatting.percent(last))")
    }
    let lines = [
      line("recovered", .solid, .active, "*", \.recovered) { $0.recoveredLow...$0.recoveredHigh },
      line("canceled", .dashed, .canceled, "c", \.canceled),
      line("ran out", .dotted, .hold, "x", \.ranOut),
    ]
    let days = stride(from: 0, through: 60, by: 10).map {
      LineChart.Tick(Double($0), $0 == 60 ? "60 d" : "\($0)")
    }
    let mark = marked.map { [LineChart.Tick($0.days, "+")] } ?? []
    let shares = [0, 0.5, 1].map { LineChart.Tick($0 * top, Formatting.wholePercent($0 * top)) }
    var chart = LineChart(lines, x: 0...Self.lastDay, y: 0...top, xTicks: days, yTicks: shares)
    chart.marks = mark
    return chart
  }

  private func drawCurveTable(
    _ points: [RecoveryCurve.Point], into frame: inout Frame, in rect: Rect
  ) {
    let columns = [
      .pointer,
      TableColumn("DAY", minimum: 3, alignment: .right),
      TableColumn("RECOVERED", minimum: 9, alignment: .right),
      TableColumn("95 % BAND", minimum: 11, sacrifice: 2, alignment: .right),
      TableColumn("CANCELED", minimum: 8, sacrifice: 1, alignment: .right),
      TableColumn("RAN OUT", minimum: 7, sacrifice: 1, alignment: .right),
      TableColumn("OTHER", minimum: 6, sacrifice: 4, alignment: .right),
      TableColumn("AT RISK", minimum: 7, maximum: 10, sacrifice: 3, alignment: .right),
    ]
    drawTable(.curve, columns, into: &frame, in: rect) { index, isCurrent, frame in
      let point = points[index]
      return TableRow(
        [
          [TextRun(String(Int(point.days)))],
          [TextRun(Formatting.percent(point.recovered))],
          [TextRun(Formatting.percents(point.recoveredLow...point.recoveredHigh), role: .dim)],
          [TextRun(Formatting.percent(point.canceled))],
          [TextRun(Formatting.percent(point.ranOut))],
          [TextRun(Formatting.percent(point.other))],
          [TextRun(Formatting.count(point.atRisk), role: .dim)],
        ], isCurrent: isCurrent, frame)
    }
  }
}
