import SubscriptionCore
import TerminalUI

extension OverviewScreen {
  /// The latest events.
  func drawLive(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let isFocused = overview.pane == .live
    frame.draw(
      Panel(
        title: model.time.isPaused ? "Live (paused)" : "Live", hint: "4: all events",
        isFocused: isFocused), in: rect)
    let inner = Panel.content(of: rect)
    let line = overview.lines[.live, default: 0]
    let events = overview.events
    let first = max(0, min(line - inner.height + 1, events.count - inner.height))
    let shown = events.enumerated().dropFirst(isFocused ? first : 0).prefix(inner.height)
    for (row, (index, _)) in shown.enumerated() {
      frame.record(.line(index, pane: OverviewState.Pane.live.rawValue), in: inner.row(row))
    }
    let isFull = model.layout.tier >= .full
    let columns = [
      TableColumn("", minimum: 1),
      TableColumn("", minimum: isFull ? 12 : 6),
      TableColumn("", minimum: 1),
      TableColumn("", minimum: 12, maximum: 20),
      TableColumn("", minimum: 16, maximum: 26),
      TableColumn("", minimum: 24, maximum: 40, sacrifice: 3),
      TableColumn("", minimum: 9, sacrifice: 2),
      TableColumn("", minimum: 12, maximum: 30, sacrifice: 1),
    ]
    let isNamed = TableColumn.layout(columns, width: inner.width, gap: 1).contains { $0.index == 5 }
    let rows = shown.map { index, event in
      liveRow(event, frame, isNamed: isNamed, isCurrent: isFocused && index == line)
    }
    frame.draw(Table(columns: columns, rows: rows, gap: 1, showsHeader: false), in: inner)
  }

  private func liveRow(
    _ line: EventLine, _ frame: Frame, isNamed: Bool, isCurrent: Bool
  ) -> TableRow {
    let isFull = model.layout.tier >= .full
    let event = line.event
    let state = line.to
    return TableRow(
      [
        [TextRun(isCurrent ? frame.glyph(.pointer) : " ")],
        [TextRun(isFull ? when(event) : shortWhen(event), role: .dim)],
        [state.map { TextRun(frame.glyph($0.glyph), role: $0.role) } ?? TextRun(" ")],
        [
          TextRun(
            Self.short(event.subscription, width: 14, ellipsis: frame.glyph(.ellipsis)))
        ],
        change(line, frame, besideName: isNamed),
        [TextRun(eventName(event))],
        [sourceRun(line)],
        [TextRun(detail(line), role: .dim)],
      ], overlay: isCurrent ? .cursor : nil, hasCursor: isCurrent)
  }
}
