import SubscriptionCore
import TerminalUI

extension EventsScreen {
  func draw(into frame: inout Frame, _ layout: FrameLayout, _ cache: inout RenderCache) {
    let isBoxed = layout.tier > .tiny
    let layout = model.eventsLayout
    if isBoxed {
      let title = tabNumber + Self.title
      frame.draw(Panel(title: title, hint: eventsHint(frame), isFocused: true), in: layout.panel)
    }
    drawRate(into: &frame, in: layout.rate)
    guard !events.lines.isEmpty else {
      frame.draw(lines: emptyListWords, in: layout.table)
      return
    }
    let tier = Tier(columns: layout.panel.width)
    let columns = eventColumns(tier, frame)
    let widths = Self.widths(of: columns, in: layout.table.width, gap: 1)
    let shown = events.cursor.visible(count: events.lines.count, height: model.eventsHeight)
    let rows = shown.map { index in
      eventRow(events.lines[index], tier, widths, frame, isCurrent: index == events.cursor.line)
    }
    for (row, index) in shown.enumerated() {
      let place = layout.table.row(row + (tier > .tiny ? 1 : 0))
      frame.record(.line(index, pane: 0), in: place)
    }
    frame.draw(
      Table(columns: columns, rows: rows, gap: 1, showsHeader: tier > .tiny), in: layout.table)
    drawEventPayload(into: &frame, layout)
  }

  private func eventColumns(_ tier: Tier, _ frame: Frame) -> [TableColumn] {
    let isFull = tier >= .full
    return [
      .pointer,
      tier <= .small ? TableColumn("TIME", minimum: 6) : timeColumn,
      TableColumn("", minimum: 1, sacrifice: 8),
      TableColumn("SOURCE", minimum: isFull ? 9 : TableColumn.hidden, maximum: 12, sacrifice: 17),
      TableColumn("EVENT", minimum: isFull ? 28 : TableColumn.hidden, maximum: 34, sacrifice: 16),
      TableColumn("SUBSCRIBER", minimum: tier <= .tiny ? 8 : 12, sacrifice: 1),
      TableColumn("NAME", minimum: 11, maximum: 18, sacrifice: 4),
      TableColumn("CHANGE", minimum: tier <= .tiny ? 12 : 18, maximum: 21),
      TableColumn(
        "DETAIL", minimum: isFull ? 16 : tier <= .small ? 10 : 14, maximum: 60, sacrifice: 3),
    ]
  }

  private func eventRow(
    _ line: EventLine, _ tier: Tier, _ widths: [Int: Int], _ frame: Frame, isCurrent: Bool
  ) -> TableRow {
    let event = line.event
    let width = tier <= .tiny ? 8 : 12
    return TableRow(
      [
        [TextRun(tier <= .small ? shortWhen(event) : when(event), role: .dim)],
        [verification(event, frame)],
        [sourceRun(line)],
        [TextRun(eventName(event, width: widths[4] ?? 0))],
        [
          TextRun(Self.short(event.subscription, width: width, ellipsis: frame.glyph(.ellipsis)))
        ],
        [TextRun(name(of: line.person))],
        change(line, frame, besideName: tier >= .full),
        [
          TextRun(
            detail(line, namesEnvironment: tier < .full, width: widths[8] ?? 0),
            role: line.misfit == nil ? .dim : .flashWarn)
        ],
      ], isCurrent: isCurrent, frame)
  }
}

extension Verification {
  /// The result of the verification, in words.
  var title: String {
    switch self {
    case .verified: "signature verified"
    case .unsigned: "carries no signature"
    case .unchecked: "signature not checked"
    }
  }
}
