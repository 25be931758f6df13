import EventLedger
import SubscriptionCore
import TerminalUI

extension SubscribersScreen {
  /// The list of subscribers with their timelines.
  ///
  /// Rows are drawn from `still`, the view of the model without what moves, unless the last frame
  /// had them.
  func drawRows(
    into frame: inout Frame, _ tier: Tier, _ still: SubscribersScreen, _ cache: inout RenderCache
  ) {
    let layout = Self.layout(in: model)
    let window = state.window
    drawListPanel(title: Self.title, into: &frame, layout.panel, tier)
    guard !window.rows.isEmpty else {
      frame.draw(lines: emptyListWords(frame), in: layout.table)
      return
    }
    let columns = Tier(columns: layout.panel.width)
    guard columns > .tiny else {
      drawTinyRows(into: &frame, in: layout.table)
      return
    }
    let look = rowLook(layout.table, columns, frame)
    frame.draw(Table(columns: look.columns, rows: [], gap: 1), in: layout.table)
    recordHeadings(look, into: &frame, in: layout.table)
    let range = state.range
    let current = window.selectedRow?.key
    let visible = window.visible(height: layout.rows)
    for index in visible.indices {
      let place = layout.table.row(1 + index - visible.startIndex)
      let extra = model.ledger.extras[visible[index].summary.id]
      let isCurrent = visible[index].key == current
      let isMarked = isMarked(visible[index], range)
      frame.record(.line(index, pane: 0), in: place)
      if isCurrent { frame.cursor = place.origin }
      if let picture = cache.row(
        visible[index].summary, extra, isCurrent: isCurrent, isMarked: isMarked,
        width: place.width)
      {
        frame.copy(picture, to: place.origin)
      } else {
        let source = RowSource(
          summary: visible[index].summary, extra: extra, isCurrent: isCurrent, isMarked: isMarked)
        still.drawRow(source, look, into: &frame, in: place)
        cache.keep(frame.part(place), of: source)
      }
    }
    if let bar = look.bar {
      drawAxis(
        look.scale, present: nil, into: &frame,
        at: Point(x: layout.table.x + bar.x, y: layout.table.y))
    }
    drawLegend(look.scale, into: &frame, in: layout.legend)
    drawPreview(into: &frame, in: layout.preview, tier)
  }

  /// Records the headings that a click sorts by.
  private func recordHeadings(_ look: RowLook, into frame: inout Frame, in table: Rect) {
    for place in look.places where place.index > 0 {
      guard let sort = look.shown[place.index - 1].sort else { continue }
      frame.record(
        .sort(sort), in: Rect(x: table.x + place.x, y: table.y, width: place.width, height: 1))
    }
  }

  /// The layout that all rows of a list share.
  private struct RowLook {
    var shown: [ListColumn]
    var columns: [TableColumn]
    var places: [(index: Int, x: Int, width: Int)]
    /// The place of the timelines; `nil` without them.
    var bar: (index: Int, x: Int, width: Int)?
    var scale: TimeScale
  }

  private func rowLook(_ table: Rect, _ tier: Tier, _ frame: Frame) -> RowLook {
    let shown = state.shownColumns
    let columns = subscriberColumns(shown, tier, frame)
    let places = TableColumn.layout(columns, width: table.width, gap: 1)
    let bar = places.first { $0.index > 0 && shown[$0.index - 1] == .timeline }
    let drawn = tier >= .compact ? bar : nil
    return RowLook(
      shown: shown, columns: columns, places: places, bar: drawn,
      scale: model.listScale(width: drawn?.width ?? 0))
  }

  private func drawRow(
    _ source: RowSource, _ look: RowLook, into frame: inout Frame, in place: Rect
  ) {
    let row = subscriberRow(source, look, frame)
    frame.draw(Table(columns: look.columns, rows: [row], gap: 1, showsHeader: false), in: place)
    guard let bar = look.bar, let extra = source.extra else { return }
    frame.clipped(to: place) {
      draw(listBar(extra, look.scale), into: &$0, at: Point(x: place.x + bar.x, y: place.y))
    }
  }

  private func subscriberColumns(
    _ shown: [ListColumn], _ tier: Tier, _ frame: Frame
  ) -> [TableColumn] {
    let list = state
    let order: TableColumn.Order = list.order.descending ? .descending : .ascending
    let columns = shown.map { column in
      column.column(
        tier, isASCII: frame.glyphs.set == .ascii, isChosen: !list.columns.isEmpty,
        order: column.sort == list.order.sort ? order : nil)
    }
    return [TableColumn("", minimum: 2)] + columns
  }

  private func subscriberRow(_ source: RowSource, _ look: RowLook, _ frame: Frame) -> TableRow {
    let summary = source.summary
    var cells = Array(repeating: [TextRun](), count: look.columns.count)
    cells[0] = pointer(isCurrent: source.isCurrent, isMarked: source.isMarked, frame)
    for place in look.places where place.index > 0 {
      let column = look.shown[place.index - 1]
      // Timelines are drawn over the table.
      guard column != .timeline else {
        if look.bar == nil { cells[place.index] = dueMark(summary, frame) }
        continue
      }
      cells[place.index] = cell(column, of: summary, width: place.width, frame)
    }
    return TableRow(cells, overlay: overlay(of: summary, isCurrent: source.isCurrent))
  }

  private func dueMark(_ summary: SubscriberSummary, _ frame: Frame) -> [TextRun] {
    guard summary.status.prompt.isDue else { return [] }
    return [TextRun(frame.glyph(TimelineMark.due.glyph) + " due", role: TimelineMark.due.role)]
  }

  /// Draws the legend of the timelines.
  private func drawLegend(_ scale: TimeScale, into frame: inout Frame, in rect: Rect) {
    guard rect.height >= 2 else { return }
    var kinds: [(Timeline.Kind, String)] = [
      (.paid, "active"), (.grace, "grace"), (.hold, "hold"), (.paused, "paused"),
      (.canceled, "canceled"), (.expired, "no access"),
    ]
    let isWide = rect.width >= 90
    let pending = SubscriptionState.renewalPending
    kinds.append((.renewalPending, rect.width >= 100 ? pending.title : pending.shortTitle))
    let marks: [(TimelineMark, String)] = [
      (.today, "today"), (.due, isWide ? "prompt due" : "due"), (.shown, "shown"),
      (.scheduled, "scheduled"),
    ]
    let first = kinds.map { kind, words in
      (kind.glyph(projected: false), kind.role(projected: false), words)
    }
    let zoom = "\(scale.zoom.title)/cell"
    let faint = frame.glyphs.set == .unicode ? "fainter" : isWide ? "small letters" : "lower case"
    let coming = faint + (isWide ? " = still to come" : " = to come")
    let rows = [
      (first, isWide ? zoom : ""),
      (marks.map { ($0.glyph, $0.role, $1) }, isWide ? coming : "\(coming)  \(zoom)"),
    ]
    for (row, (signs, last)) in rows.enumerated() {
      let runs = signs.flatMap { sign, role, words in
        [TextRun(frame.glyph(sign), role: role), TextRun(" \(words)  ", role: .dim)]
      }
      frame.put(
        runs + [TextRun(last, role: .dim)], at: Point(x: rect.x + 2, y: rect.y + row),
        width: rect.width - 2)
    }
  }
}
