import EventLedger
import SubscriptionCore
import TerminalUI

extension DashboardView {
  /// Counts by state, prompts, time to loss of access, the latest events.
  func drawOverview(into frame: inout Frame, in body: Rect, _ tier: Tier) {
    let layout = OverviewLayout(
      body: body, tier: tier, stateCount: model.overview.states.count,
      pane: model.overview.pane)
    drawStates(into: &frame, in: layout.states, tier)
    drawPrompts(into: &frame, in: layout.prompts)
    drawLosses(into: &frame, in: layout.losses)
    drawRecovery(into: &frame, in: layout.recovery)
    drawLive(into: &frame, in: layout.live)
  }

  /// The most pressing figures, the most pressing first.
  var overviewSummary: [String] {
    guard let figures = model.overview.figures else { return [] }
    var parts: [String] = []
    let due = figures.promptsDue.values.reduce(0, +)
    if due > 0 { parts.append(Words.plural(due, "prompt") + " due") }
    let lost = LossLine.access24h.counter(in: figures).count
    if lost > 0 {
      parts.append("\(Words.count(lost)) \(lost == 1 ? "loses" : "lose") access within 24 h")
    }
    if figures.quarantined > 0 {
      parts.append("\(Words.count(figures.quarantined)) refused: churntop quarantine list")
    }
    if figures.undelivered > 0 {
      parts.append("\(Words.count(figures.undelivered)) undelivered (:undelivered)")
    }
    if figures.moneyUnknown > 0 {
      let key = model.key(.unknownPlans)
      parts.append("money of \(Words.count(figures.moneyUnknown)) unknown (\(key))")
    }
    if figures.unknownKinds > 0 {
      parts.append("\(Words.count(figures.unknownKinds)) with unrecognized store values")
    }
    if figures.nonProduction > 0 {
      parts.append("\(Words.count(figures.nonProduction)) sandbox, not counted")
    }
    return parts.isEmpty && model.loading == nil ? ["nothing is due"] : parts
  }

  private func drawStates(into frame: inout Frame, in rect: Rect, _ tier: Tier) {
    guard !rect.isEmpty else { return }
    let isBoxed = tier >= .small
    if isBoxed {
      let title = layoutHasTabs ? "States" : "1 Overview"
      frame.draw(
        Panel(
          title: title, hint: statesHint(frame, rect),
          isFocused: model.overview.pane == .states), in: rect)
    }
    let inner = isBoxed ? Panel.content(of: rect) : rect
    guard let figures = model.overview.figures else {
      drawEmpty(["Reading the ledger..."], into: &frame, in: inner)
      return
    }
    if isLedgerEmpty {
      drawEmpty(emptyWords, into: &frame, in: inner)
      return
    }
    let top = max(1, figures.states.values.map(\.count).max() ?? 1)
    let (shown, left) = visibleStates(inner.height - 1)
    let columns = [
      TableColumn("", minimum: 1),
      TableColumn("STATE", minimum: 15, maximum: 17),
      TableColumn("USERS", minimum: 7, maximum: 9, alignment: .right),
      TableColumn("\u{394}24h", minimum: 6, maximum: 8, alignment: .right),
      TableColumn(
        "MRR AT RISK", minimum: 14, maximum: tier >= .wide ? 44 : 18, sacrifice: 2,
        alignment: .right),
      TableColumn("SHARE", minimum: 10, maximum: 18, sacrifice: 3, isOverlaid: false),
      TableColumn("30 DAYS", minimum: 17, maximum: 30, sacrifice: 1, isOverlaid: false),
    ]
    let widths = Self.widths(of: columns, in: inner.width, gap: 2)
    let states = model.overview.states
    var rows = shown.map { index in
      stateRow(
        states[index], figures, top, frame, widths,
        isCurrent: model.overview.pane == .states && index == model.overview.line)
    }
    if left > 0 {
      let more = "\(frame.glyph(.ellipsis)) \(Words.count(left)) more"
      rows.append(TableRow([[TextRun(" ")], [TextRun(more, role: .dim)]]))
    }
    var table = Table(columns: columns, rows: rows, gap: 2)
    if frame.glyphs.set == .ascii { table.columns[3].title = "24h" }
    frame.draw(table, in: inner)
  }

  /// The places of the states that have a row, those around the cursor, and how many have none.
  private func visibleStates(_ height: Int) -> (shown: Range<Int>, left: Int) {
    let count = model.overview.states.count
    guard count > height else { return (0..<count, 0) }
    let room = max(1, height - 1)
    let line = model.overview.lines[.states, default: 0]
    let first = max(0, min(line - room / 2, count - room))
    return (first..<min(count, first + room), count - room)
  }

  /// The name of the return key.
  func enter(_ frame: Frame) -> String {
    KeyChord("Enter").label(ascii: frame.glyphs.set == .ascii)
  }

  private func statesHint(_ frame: Frame, _ rect: Rect) -> String {
    let isMixed = (model.overview.figures?.currencies.count ?? 0) > 1
    let keys = "\(enter(frame)): list"
    if model.layout.tier == .compact, let brief = recoveryBrief(frame) {
      return brief + dot(frame) + keys
    }
    return isMixed && rect.width >= 80 ? "largest currency first; +n more  " + keys : keys
  }

  private var layoutHasTabs: Bool { !model.layout.tabs.isEmpty }

  private func stateRow(
    _ state: SubscriptionState, _ figures: OverviewFigures, _ top: Int, _ frame: Frame,
    _ widths: [Int: Int], isCurrent: Bool
  ) -> TableRow {
    let counter = figures.states[state] ?? OverviewFigures.Total()
    let change = figures.change24h[state] ?? 0
    let amounts = state.isFailing ? counter.amounts(inOrder: figures.currencies) : []
    let risk = Words.worth(amounts, width: widths[4] ?? 0)
    let share = Bar(value: counter.count, maximum: top).signs(
      width: widths[5] ?? 0, glyphs: frame.glyphs)
    let trend = Sparkline(figures.trend30d[state] ?? []).signs(
      width: widths[6] ?? 0, glyphs: frame.glyphs)
    return TableRow(
      [
        [TextRun(isCurrent ? frame.glyph(.pointer) : " ")],
        [TextRun(frame.glyph(state.glyph) + " " + state.title, role: state.role)],
        [TextRun(Words.count(counter.count))],
        [TextRun(Words.change(change), role: change < 0 ? .deltaDown : .deltaUp)],
        [TextRun(risk ?? frame.glyph(.none))],
        [TextRun(share, role: .chartBar)],
        [TextRun(trend, role: state.barRole)],
      ], overlay: isCurrent ? .cursor : nil, hasCursor: isCurrent)
  }

  /// What a panel with a list behind it says: that Enter opens it, or how one gets there.
  func paneHint(_ pane: OverviewState.Pane, _ otherwise: String, _ frame: Frame) -> String {
    if model.overview.pane == pane { return "\(enter(frame)): list" }
    let next = (model.overview.pane.rawValue + 1) % OverviewState.Pane.allCases.count
    return next == pane.rawValue ? model.key(.paneNext) : otherwise
  }

  /// Whether no store has told the ledger anything.
  var isLedgerEmpty: Bool {
    guard let figures = model.overview.figures else { return false }
    return figures.total + figures.nonProduction == 0 && figures.lastHeardAt == nil
  }

  /// Why there is nothing yet, and what to do about it.
  var emptyWords: [String] {
    guard let share = model.loading else { return Self.emptyLedgerWords }
    return [
      "Two simulated stores tell what has happened so far: \(share) % is read.",
      "",
      "The screens fill by themselves; then time begins to run.",
    ]
  }

  /// What to do with an empty ledger.
  static let emptyLedgerWords = [
    "This ledger is empty: no store has told it anything yet.",
    "",
    "churntop import FILE...   takes in notifications, receipts, API answers and archives",
    "churntop demo             shows a simulated world, with nothing to set up",
  ]
}
