import SubscriptionCore
import TerminalUI

/// Timelines as text with meanings, for rows of a table and for lanes.
extension ModelReader {
  /// The one bar of a list's row: access wins over the store's tries, points over both.
  func listBar(_ extra: RowDetail, _ scale: TimeScale) -> TimelineBar {
    var bar = TimelineBar(scale: scale)
    let spans = TimelineForecast.spans(extra.spans, for: extra.summary.status)
    bar.paint(spans, now: model.now)
    for tick in extra.ticks where !tick.isDue { bar.markIfFree(.scheduled, at: tick.at) }
    for instant in extra.shown { bar.mark(.shown, at: instant) }
    bar.mark(extra.summary.status.prompt.isDue ? .due : .today, at: model.now)
    return bar
  }

  /// Draws the cells of a bar, from a place to the right.
  ///
  /// A list has dozens of bars and draws them with every key, so no text is made on the way.
  func draw(_ bar: TimelineBar, into frame: inout Frame, at point: Point) {
    var rest = bar.cells[...]
    while let cell = rest.first {
      let span = rest.prefix { $0 == cell }
      rest = rest[span.endIndex...]
      let room = Rect(x: point.x + span.startIndex, y: point.y, width: span.count, height: 1)
      switch cell {
      case .empty: frame.fill(room)
      case .fill(let kind, let projected):
        let sign = kind.glyph(projected: projected)
        frame.fill(room, with: sign, role: kind.role(projected: projected))
      case .mark(let mark): frame.fill(room, with: mark.glyph, role: mark.role)
      }
    }
  }

  /// The cells of a bar as runs of one meaning.
  func runs(_ bar: TimelineBar, _ frame: Frame) -> [TextRun] {
    var runs: [TextRun] = []
    var rest = bar.cells[...]
    while let cell = rest.first {
      let span = rest.prefix { $0 == cell }
      rest = rest[span.endIndex...]
      let (sign, role) = look(of: cell, frame)
      let text = String(repeating: sign, count: span.count)
      if let last = runs.indices.last, runs[last].role == role {
        runs[last].text += text
      } else {
        runs.append(TextRun(text, role: role))
      }
    }
    return runs
  }

  private func look(of cell: BarCell, _ frame: Frame) -> (String, StyleRole) {
    switch cell {
    case .empty: (" ", .text)
    case .fill(let kind, let projected):
      (frame.glyph(kind.glyph(projected: projected)), kind.role(projected: projected))
    case .mark(let mark): (frame.glyph(mark.glyph), mark.role)
    }
  }

  /// Draws the dates above timelines, and the present.
  func drawAxis(_ scale: TimeScale, present: String?, into frame: inout Frame, at point: Point) {
    let room = Rect(x: point.x, y: point.y, width: scale.width, height: 1)
    frame.clipped(to: room) { frame in
      for label in TimeAxis.labels(scale, dates, present: present) {
        frame.put(label.text, at: Point(x: point.x + label.column, y: point.y), role: .axis)
      }
      if let cell = scale.cell(of: model.now) {
        frame.put(
          frame.glyph(TimelineMark.today.glyph), at: Point(x: point.x + cell, y: point.y),
          role: TimelineMark.today.role)
      }
    }
  }
}
