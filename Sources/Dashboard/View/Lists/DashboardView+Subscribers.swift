import EventLedger
import SubscriptionCore
import TerminalUI

extension DashboardView {
  /// The list of subscribers with their timelines.
  func drawSubscribers(into frame: inout Frame, _ tier: Tier) {
    let layout = model.listLayout(of: .subscribers)
    let window = model.subscribers.window
    drawListPanel(window, title: "Subscribers", number: 2, into: &frame, layout.panel, tier)
    guard !window.rows.isEmpty else {
      drawEmptyList(model.subscribers, into: &frame, in: layout.table)
      return
    }
    guard tier > .tiny else {
      drawTinyRows(window, into: &frame, in: layout.table)
      return
    }
    let hasBars = tier >= .compact
    let shown = model.subscribers.shownColumns
    let columns = subscriberColumns(shown, tier, frame)
    let places = TableColumn.layout(columns, width: layout.table.width, gap: 1)
    let bar = places.first { $0.index > 0 && shown[$0.index - 1] == .timeline }
    let scale = listScale(width: hasBars ? bar?.width ?? 0 : 0)
    let range = drawnRange(model.subscribers)
    let current = window.selectedRow?.key
    let visible = window.visible(height: layout.rows)
    let rows = visible.map { row in
      subscriberRow(
        row, shown, frame, isCurrent: row.key == current,
        isMarked: isMarked(row, model.subscribers, range), places)
    }
    frame.draw(Table(columns: columns, rows: rows, gap: 1), in: layout.table)
    if hasBars, let bar {
      let first = Point(x: layout.table.x + bar.x, y: layout.table.y + 1)
      frame.clipped(to: layout.table) { frame in
        for (line, row) in visible.enumerated() {
          guard let extra = model.extras[row.summary.id] else { continue }
          draw(listBar(extra, scale), into: &frame, at: Point(x: first.x, y: first.y + line))
        }
      }
      drawAxis(
        scale, present: nil, into: &frame,
        at: Point(x: layout.table.x + bar.x, y: layout.table.y))
    }
    drawLegend(scale, into: &frame, in: layout.legend)
    drawPreview(into: &frame, in: layout.preview, tier)
  }

  /// The axis of the lists' timelines.
  func listScale(width: Int) -> TimeScale {
    model.listView.scale(now: model.now, width: width, standard: model.standardListZoom)
  }

  /// The width of a column that a tier leaves out.
  static let hidden = 10_000

  private func subscriberColumns(
    _ shown: [ListColumn], _ tier: Tier, _ frame: Frame
  ) -> [TableColumn] {
    let list = model.subscribers
    let order: TableColumn.Order = list.order.descending ? .descending : .ascending
    let columns = shown.map { column in
      column.column(
        tier, isASCII: frame.glyphs.set == .ascii, isChosen: !list.columns.isEmpty,
        order: column.sort == list.order.sort ? order : nil)
    }
    return [TableColumn("", minimum: 2)] + columns
  }

  private func subscriberRow(
    _ row: ListWindow.Row, _ shown: [ListColumn], _ frame: Frame,
    isCurrent: Bool, isMarked: Bool, _ places: [(index: Int, x: Int, width: Int)]
  ) -> TableRow {
    let summary = row.summary
    var cells = Array(repeating: [TextRun](), count: shown.count + 1)
    cells[0] = pointer(isCurrent: isCurrent, isMarked: isMarked, frame)
    for place in places where place.index > 0 {
      let column = shown[place.index - 1]
      // Timelines are drawn over the table.
      guard column != .timeline else { continue }
      cells[place.index] = cell(column, of: summary, width: place.width, frame)
    }
    return TableRow(
      cells, overlay: overlay(of: summary, isCurrent: isCurrent), hasCursor: isCurrent)
  }

  /// What the signs of the timelines mean.
  private func drawLegend(_ scale: TimeScale, into frame: inout Frame, in rect: Rect) {
    guard rect.height >= 2 else { return }
    let kinds: [Timeline.Kind] = [.paid, .grace, .hold, .paused, .canceled, .expired]
    let gap = rect.width >= 90 ? "  " : " "
    var first: [TextRun] = []
    for kind in kinds {
      let words = kind == .expired ? "no access" : kind == .paid ? "active" : kind.rawValue
      first.append(
        TextRun(frame.glyph(kind.glyph(projected: false)), role: kind.role(projected: false)))
      first.append(TextRun(" \(words)\(gap)", role: .dim))
    }
    first.append(
      TextRun(
        frame.glyphs.set == .unicode ? "light = expected" : "lower case = expected", role: .dim))
    var second: [TextRun] = []
    for mark in [TimelineMark.today, .due, .shown, .scheduled] {
      second.append(TextRun(frame.glyph(mark.glyph), role: mark.role))
      second.append(TextRun(" \(mark.title)\(gap)", role: .dim))
    }
    second.append(TextRun("1 cell = \(scale.zoom.title)", role: .dim))
    frame.put(first, at: Point(x: rect.x + 2, y: rect.y), width: rect.width - 2)
    frame.put(second, at: Point(x: rect.x + 2, y: rect.y + 1), width: rect.width - 2)
  }
}
