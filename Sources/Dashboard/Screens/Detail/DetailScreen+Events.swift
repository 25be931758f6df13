import SubscriptionCore
import TerminalUI

extension DetailScreen {
  /// The events of one subscriber, newest first.
  func drawEventsPanel(
    _ detail: DetailState, _ data: DetailData, _ tier: Tier, into frame: inout Frame, in rect: Rect
  ) {
    guard rect.height >= 3 else { return }
    let isFocused = detail.pane == .events && !detail.isBeside
    let place = data.events.isEmpty ? "" : "\(detail.line + 1) of \(data.events.count)"
    let hint = detail.isBeside || data.events.isEmpty ? "" : "\(enter(frame)) payload  " + place
    frame.draw(
      Panel(title: "Events (\(data.events.count))", hint: hint, isFocused: isFocused), in: rect)
    let inner = Panel.content(of: rect)
    let hasHeader = inner.height >= min(6, data.events.count + 1)
    let height = inner.height - (hasHeader ? 1 : 0)
    let first = max(
      0, min(detail.line - height / 2, data.events.count - height))
    let isFull = tier >= .full
    let shown = data.events.enumerated().dropFirst(first).prefix(max(0, height))
    let rows = shown.map { index, line in
      row(line, frame, isFull, isCurrent: index == detail.line && !detail.isBeside)
    }
    for (row, (index, _)) in shown.enumerated() where !detail.isBeside {
      frame.record(.line(index, pane: 0), in: inner.row(row + (hasHeader ? 1 : 0)))
    }
    let columns = [
      TableColumn("", minimum: 1),
      timeColumn,
      TableColumn("", minimum: 1),
      TableColumn("SOURCE", minimum: 9, maximum: isFull ? 12 : nil, sacrifice: 2),
      TableColumn(
        "EVENT", minimum: isFull ? 32 : 14, maximum: inner.width >= 90 ? 34 : nil, sacrifice: 1),
      TableColumn("EFFECT", minimum: 17),
      TableColumn("DETAIL", minimum: 10, maximum: 80, sacrifice: 3),
    ]
    frame.draw(Table(columns: columns, rows: rows, gap: 1, showsHeader: hasHeader), in: inner)
  }

  private func row(_ line: EventLine, _ frame: Frame, _ isFull: Bool, isCurrent: Bool) -> TableRow {
    let event = line.event
    return TableRow(
      [
        [TextRun(isCurrent ? frame.glyph(.pointer) : " ")],
        [
          TextRun(when(event), role: .dim)
        ],
        [verification(event, frame)],
        [TextRun(source(of: event))],
        [TextRun(isFull ? eventName(event) : event.kind.title)],
        change(line, frame, besideName: true),
        [TextRun(detail(line), role: .dim)],
      ], overlay: isCurrent ? .cursor : nil, hasCursor: isCurrent)
  }
}
