import EventLedger
import SubscriptionCore
import TerminalUI

extension DueScreen {
  /// Draws the list with its headings and the summary below it.
  func drawRows(into frame: inout Frame, _ tier: Tier) {
    let layout = Self.layout(in: model)
    let window = state.window
    drawListPanel(
      title: "Payment-fix prompts", hint: dueHint(frame), into: &frame, layout.panel, tier)
    drawSummary(into: &frame, in: Self.summary(in: model))
    guard !window.rows.isEmpty else {
      frame.draw(lines: emptyListWords(frame), in: layout.table)
      return
    }
    let room = Tier(columns: layout.panel.width)
    guard room > .tiny else {
      drawTinyRows(into: &frame, in: layout.table)
      return
    }
    let columns = dueColumns(room, frame)
    let ageWidth = Self.widths(of: columns, in: layout.table.width, gap: 1)[1] ?? 0
    frame.draw(Table(columns: columns, rows: [], gap: 1), in: layout.table)
    var y = layout.table.y + 1
    let range = state.range
    let current = window.selectedRow?.key
    // Lines that no heading takes show further rows.
    let first = window.visible(height: Self.height(in: model)).startIndex
    let visible = window.rows[first...].prefix(layout.rows)
    var headings = DueHeadings(window: window, visible: visible, rows: layout.rows)
    for (index, row) in zip(visible.indices, visible) {
      for heading in headings.before(row.section) {
        drawHeading(heading, into: &frame, in: layout.table, y)
        y += 1
      }
      guard y < layout.table.bottom else { break }
      let line = dueRow(
        row, room, frame, ageWidth: ageWidth, isCurrent: row.key == current,
        isMarked: isMarked(row, range))
      let place = Rect(x: layout.table.x, y: y, width: layout.table.width, height: 1)
      frame.record(.line(index, pane: 0), in: place)
      frame.draw(
        Table(columns: columns, rows: [line], gap: 1, showsHeader: false), in: place)
      y += 1
    }
    for heading in headings.atTheEnd() {
      drawHeading(heading, into: &frame, in: layout.table, y)
      y += 1
    }
    drawPreview(into: &frame, in: layout.preview, tier)
  }

  private func drawHeading(
    _ heading: DueHeadings.Heading, into frame: inout Frame, in rect: Rect, _ y: Int
  ) {
    guard y < rect.bottom else { return }
    let counted = count(heading.section)
    // Rows keep their order until they are asked for again; the ledger's count is newer.
    let words =
      heading.section.title
      + (!heading.isEmpty ? counted : counted.isEmpty ? ": nobody" : "\(counted), by R")
    let x = frame.put(words + " ", at: Point(x: rect.x + 2, y: y), role: .header)
    let rule = Rect(x: x, y: y, width: rect.right - x - 2, height: 1)
    frame.fill(rule, with: .rule, role: .border)
  }

  /// The number of prompts in a section, where the ledger counts them and no filter is in force.
  private func count(_ section: DueSection) -> String {
    guard model.due.filterText.isEmpty else { return "" }
    let number =
      switch section {
      case .due: model.dueFigures?.total ?? 0
      case .soon: model.overview.figures?.promptsNext24h ?? 0
      case .withheld: 0
      }
    return number > 0 ? ": \(Formatting.count(number))" : ""
  }

  private func dueColumns(_ tier: Tier, _ frame: Frame) -> [TableColumn] {
    let isFull = tier >= .full
    return [
      TableColumn("", minimum: 2),
      TableColumn("DUE SINCE", minimum: 9, maximum: isFull ? 12 : 10),
      TableColumn("STATE", minimum: frame.glyphs.set == .ascii ? 6 : 5),
      TableColumn("ID", minimum: isFull ? 14 : 11, sacrifice: 3),
      TableColumn("NAME", minimum: 10, maximum: 18),
      TableColumn("RULE", minimum: 9, maximum: 14, sacrifice: 4),
      TableColumn("SHOWN", minimum: 5, alignment: .right),
      TableColumn("LAST", minimum: 6, sacrifice: isFull ? 2 : 6, alignment: .right),
      TableColumn("LOSES", minimum: 6, alignment: .right),
      TableColumn(
        "MRR", minimum: isFull ? 12 : TableColumn.hidden, sacrifice: 17, alignment: .right),
      // Where room is short, who it is matters more than who takes the case.
      TableColumn("CLAIM", minimum: 6, maximum: 8, sacrifice: tier == .small ? 5 : 1),
      TableColumn("NOTE", minimum: isFull ? 8 : TableColumn.hidden, maximum: 40, sacrifice: 18),
    ]
  }

  private func dueRow(
    _ row: ListWindow.Row, _ tier: Tier, _ frame: Frame, ageWidth: Int, isCurrent: Bool,
    isMarked: Bool
  ) -> TableRow {
    let summary = row.summary
    let status = summary.status
    let prompt = status.prompt
    let none = frame.glyph(.none)
    let width = tier >= .full ? 14 : 11
    return TableRow(
      [
        pointer(isCurrent: isCurrent, isMarked: isMarked, frame),
        dueWords(summary, width: ageWidth, frame),
        label(status.state, frame),
        [TextRun(Self.short(summary.id, width: width, ellipsis: frame.glyph(.ellipsis)))],
        [TextRun(name(of: summary))],
        [TextRun(prompt.rule ?? none)],
        [TextRun(String(prompt.shownInEpisode))],
        [TextRun(prompt.lastShownAt.map { Formatting.short(model.now - $0) } ?? none)],
        [TextRun(loses(status, frame))],
        [TextRun(summary.mrr.map(\.text) ?? none)],
        [TextRun(summary.claimedBy ?? none)],
        [TextRun(model.ledger.extras[summary.id]?.note ?? "")],
      ], overlay: overlay(of: summary, isCurrent: isCurrent), hasCursor: isCurrent)
  }
}
