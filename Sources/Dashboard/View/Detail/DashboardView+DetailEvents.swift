import SubscriptionCore
import TerminalUI

extension DashboardView {
  /// The events of one subscriber, newest first.
  func drawEventsPanel(
    _ detail: DetailState, _ data: DetailData, _ tier: Tier, into frame: inout Frame, in rect: Rect
  ) {
    guard rect.height >= 3 else { return }
    let isFocused = detail.pane == .events
    let hint = data.events.isEmpty ? "" : "\(detail.line + 1) of \(data.events.count)"
    frame.draw(
      Panel(title: "Events (\(data.events.count))", hint: hint, isFocused: isFocused), in: rect)
    let inner = Panel.content(of: rect)
    let hasHeader = inner.height >= 6
    let height = inner.height - (hasHeader ? 1 : 0)
    let first = max(
      0, min(detail.line - height / 2, data.events.count - height))
    let rows = data.events.enumerated().dropFirst(first).prefix(max(0, height))
      .map { index, line in row(line, frame, isCurrent: index == detail.line) }
    let isFull = tier == .full
    let columns = [
      TableColumn("", minimum: 1),
      TableColumn("TIME (UTC)", minimum: 12, maximum: 17),
      TableColumn("", minimum: 1),
      TableColumn("SOURCE", minimum: 9, maximum: 12, sacrifice: 2),
      TableColumn("EVENT", minimum: isFull ? 32 : 18, maximum: 40, sacrifice: 1),
      TableColumn("EFFECT", minimum: 18, maximum: 26),
      TableColumn("DETAIL", minimum: 10, maximum: 60, sacrifice: 3),
    ]
    frame.draw(Table(columns: columns, rows: rows, gap: 1, showsHeader: hasHeader), in: inner)
  }

  private func row(_ line: EventLine, _ frame: Frame, isCurrent: Bool) -> TableRow {
    let event = line.event
    return TableRow(
      [
        [TextRun(isCurrent ? frame.glyph(.pointer) : " ")],
        [
          TextRun(
            Words.day(event.statedAt, now: model.now) + " " + Words.time(event.statedAt),
            role: .dim)
        ],
        [verification(event, frame)],
        [TextRun(source(of: event))],
        [TextRun(eventName(event))],
        change(line, frame),
        [TextRun(detail(line), role: .dim)],
      ], overlay: isCurrent ? .cursor : nil, hasCursor: isCurrent)
  }
}
