import EventLedger
import SubscriptionCore
import TerminalUI

extension OverviewScreen {
  /// Draws the counts by state.
  func drawStates(into frame: inout Frame, in rect: Rect, _ tier: Tier) {
    guard !rect.isEmpty else { return }
    if tier > .tiny {
      let name = model.layout.tabs.isEmpty ? "1 Overview" : "States"
      let title =
        tier >= .compact ? [name, ratesWords].compactMap(\.self).joined(separator: ", ") : name
      frame.draw(
        Panel(
          title: title, hint: statesHint(frame, rect),
          isFocused: overview.pane == .states), in: rect)
    }
    let inner = Panel.content(of: rect, tier)
    guard let figures = overview.figures else {
      frame.draw(lines: [model.ledger.problem ?? "Reading the ledger..."], in: inner)
      return
    }
    if isLedgerEmpty {
      frame.draw(lines: emptyWords, in: inner)
      return
    }
    let (shown, left) = visibleStates(inner.height - 1)
    let columns = stateColumns(figures, tier)
    let widths = Self.widths(of: columns, in: inner.width, gap: 2)
    var rows = shown.map { index in
      stateRow(
        overview.stateLines[index], figures, frame, widths,
        isCurrent: overview.pane == .states && index == overview.line)
    }
    if left > 0 {
      let more = "\(frame.glyph(.ellipsis)) \(Formatting.count(left)) more"
      rows.append(TableRow([[TextRun(more, role: .dim)]], isCurrent: false, frame))
    }
    var table = Table(columns: columns, rows: rows, gap: 2)
    if frame.glyphs.set == .ascii { table.columns[3].title = "24h" }
    frame.draw(table, in: inner)
    for (row, index) in shown.enumerated() {
      frame.record(.line(index, pane: OverviewState.Pane.states.rawValue), in: inner.row(row + 1))
      guard overview.stateLines[index] == .failedToday else { continue }
      let places = TableColumn.layout(columns, width: inner.width, gap: 2)
      let x = places.first { $0.index == 3 }?.x ?? inner.width
      let room = max(0, inner.width - x)
      frame.put(
        Self.flowWords(figures, width: room), at: Point(x: inner.x + x, y: inner.y + row + 1),
        width: room,
        role: overview.pane == .states && index == overview.line ? .cursor : .dim)
    }
  }

  private func stateColumns(_ figures: OverviewFigures, _ tier: Tier) -> [TableColumn] {
    // Without rates, an amount has the number of other currencies behind it.
    let isMixed = figures.currencies.count > 1 && model.settings.rates == nil
    return [
      .pointer,
      TableColumn("STATE", minimum: 17, maximum: 22),
      TableColumn("USERS", minimum: 7, maximum: 9, alignment: .right),
      TableColumn("\u{394}24h", minimum: 6, maximum: 8, alignment: .right),
      TableColumn(
        "MRR AT RISK", minimum: isMixed ? (tier >= .full ? 27 : 18) : 14,
        maximum: tier >= .wide ? 44 : isMixed ? 27 : 18, sacrifice: 2, alignment: .right),
      TableColumn("SHARE", minimum: 10, maximum: 18, sacrifice: 3, isOverlaid: false),
      TableColumn("30 DAYS", minimum: 17, maximum: 30, sacrifice: 1, isOverlaid: false),
    ]
  }

  /// The places of the lines that have a row, those around the cursor, and how many have none.
  private func visibleStates(_ height: Int) -> (shown: Range<Int>, left: Int) {
    let count = overview.stateLines.count
    guard count > height else { return (0..<count, 0) }
    let room = max(1, height - 1)
    return (overview.cursors[.states].centred(count: count, height: room), count - room)
  }

  private func statesHint(_ frame: Frame, _ rect: Rect) -> String {
    let keys = "\(enter(frame)): list"
    if model.layout.tier == .compact, let brief = recoveryBrief(frame, hasCounts: true) {
      // Where there is no room for the key as well, it is among the hints below; large counts give
      // way to their shares.
      let shares = recoveryBrief(frame, hasCounts: false) ?? ""
      return [brief + dot(frame) + keys, brief].first { $0.count <= rect.width - 6 }
        ?? shares + dot(frame) + keys
    }
    let isMixed = (overview.figures?.currencies.count ?? 0) > 1 && model.settings.rates == nil
    return isMixed && rect.width >= 80
      ? "the currency of most users first; [currency] sets rates  " + keys : keys
  }

  private func stateRow(
    _ line: StateLine, _ figures: OverviewFigures, _ frame: Frame, _ widths: [Int: Int],
    isCurrent: Bool
  ) -> TableRow {
    switch line {
    case .state(let state):
      return TableRow(
        stateCells(state, figures, frame, widths), isCurrent: isCurrent, frame)
    case .atRisk:
      let title = (widths[1] ?? 0) >= 22 ? "at risk (grace + hold)" : "grace + hold"
      let change = SubscriptionState.allCases.filter(\.isFailing)
        .reduce(0) { $0 + (figures.change24h[$1] ?? 0) }
      let worth = Formatting.worth(amountsAtRisk(figures), width: widths[4] ?? 0)
      return TableRow(
        [
          [TextRun(title)], [TextRun(Formatting.count(figures.atRisk.count))],
          [TextRun(Formatting.change(change), role: change < 0 ? .deltaDown : .deltaUp)],
          [TextRun(worth ?? frame.glyph(.none))], [], [],
        ], isCurrent: isCurrent, frame)
    case .failedToday:
      let words = "failed \(failureDay)"
      let title = words.count <= (widths[1] ?? 0) ? words : "failed, UTC day"
      return TableRow(
        [
          [TextRun(title)], [TextRun(Formatting.count(figures.failedToday))], [], [], [], [],
        ], isCurrent: isCurrent, frame)
    }
  }

  /// The cells of a state.
  private func stateCells(
    _ state: SubscriptionState, _ figures: OverviewFigures, _ frame: Frame, _ widths: [Int: Int]
  ) -> [[TextRun]] {
    let counter = figures.states[state] ?? OverviewFigures.Total()
    let change = figures.change24h[state] ?? 0
    let amounts = state.isFailing ? amounts(counter, figures) : []
    let risk = Formatting.worth(amounts, width: widths[4] ?? 0)
    let top = max(1, figures.states.values.map(\.count).max() ?? 1)
    let share = Bar(value: counter.count, maximum: top).signs(
      width: widths[5] ?? 0, glyphs: frame.glyphs)
    let trend = Sparkline(figures.trend30d[state] ?? []).signs(
      width: widths[6] ?? 0, glyphs: frame.glyphs)
    return [
      [TextRun(frame.glyph(state.glyph) + " " + state.title, role: state.role)],
      [TextRun(Formatting.count(counter.count))],
      [TextRun(Formatting.change(change), role: change < 0 ? .deltaDown : .deltaUp)],
      [TextRun(risk ?? frame.glyph(.none))],
      [TextRun(share, role: .chartBar)],
      [TextRun(trend, role: state.barRole)],
    ]
  }
}
