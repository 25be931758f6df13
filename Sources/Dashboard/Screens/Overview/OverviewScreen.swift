import EventLedger
import SubscriptionCore
import TerminalUI

/// The first screen: counts by state, prompts, time to loss of access, the latest events.
struct OverviewScreen: ScreenController {
  let model: DashboardModel

  static let title = "Overview"
  static var number: Int? { 1 }
  static var summary: String { "counts, prompts, time to loss of access" }
  static var backTitle: String { "quit" }

  /// The state of the screen.
  var overview: OverviewState { model.overview }

  // MARK: Questions to the ledger

  static func reload(_ model: inout DashboardModel) -> [Effect] {
    model.ask(.overview(events: OverviewState.eventsMax, now: model.now), for: .overview)
  }
  static func awaitsRows(in model: DashboardModel) -> Bool {
    model.overview.figures == nil && model.isAsking(.overview)
  }

  // MARK: Keys

  static func move(_ movement: Movement, _ model: inout DashboardModel) -> [Effect] {
    let pane = model.overview.pane
    let count = model.overview.lineCount(of: pane)
    model.overview.cursors[pane].move(movement, count: count, height: max(1, count))
    return []
  }
  static func select(line: Int, pane: Int, _ model: inout DashboardModel) -> Bool {
    guard let pane = OverviewState.Pane(rawValue: pane),
      (0..<model.overview.lineCount(of: pane)).contains(line)
    else { return false }
    model.overview.pane = pane
    model.overview.cursors[pane].line = line
    return true
  }
  /// The states are numbered before the lines of losses.
  static func line(numbered index: Int, in model: DashboardModel) -> (line: Int, pane: Int) {
    let states = model.overview.stateLines.count
    return index < states
      ? (index, OverviewState.Pane.states.rawValue)
      : (index - states, OverviewState.Pane.losses.rawValue)
  }
  static func turnPane(by step: Int, _ model: inout DashboardModel) {
    model.overview.pane = model.overview.pane.neighbour(step)
  }
  static func open(_ model: inout DashboardModel) -> [Effect] {
    let line = model.overview.line
    switch model.overview.pane {
    case .states:
      let lines = model.overview.stateLines
      return lines.indices.contains(line) ? model.drill(lines[line].filterText) : []
    case .prompts: return model.show(.due)
    case .recovery: return model.show(.metrics)
    case .losses:
      let lines = model.overview.lossLines
      return lines.indices.contains(line) ? model.drill(lines[line].filterText) : []
    case .live: return event(in: model).map { model.open($0.event) } ?? []
    }
  }
  static func back(_ model: inout DashboardModel) -> [Effect] {
    model.leaveWhenPressedTwice()
    return []
  }

  // MARK: What keys are about

  static func event(in model: DashboardModel) -> EventLine? {
    let overview = model.overview
    guard overview.pane == .live, overview.events.indices.contains(overview.line) else {
      return nil
    }
    return overview.events[overview.line]
  }
  static func copyItems(in model: DashboardModel) -> [Menu.Item] {
    let ids = copyTargets(in: model)
    guard ids.isEmpty else { return model.copyItems(of: ids) }
    let figures = Menu.Item(
      key: "f", title: "the figures as sentences", choice: .copyFigures,
      disabledReason: model.overview.figures == nil ? "they are not read yet" : nil)
    return [figures, model.copyMessageItem]
  }

  // MARK: Picture

  func draw(into frame: inout Frame, _ layout: FrameLayout, _ cache: inout RenderCache) {
    let parts = OverviewLayout(
      body: layout.body, tier: layout.tier, stateCount: overview.stateLines.count,
      pane: overview.pane)
    drawStates(into: &frame, in: parts[.states], layout.tier)
    drawPrompts(into: &frame, in: parts[.prompts])
    drawLosses(into: &frame, in: parts[.losses])
    drawRecovery(into: &frame, in: parts[.recovery])
    drawLive(into: &frame, in: parts[.live])
  }

  func tabNote(_ frame: Frame) -> String { speedWords ?? "theme: \(model.settings.theme.name)" }

  /// The most pressing figures, the most pressing first.
  var status: [String] {
    guard let figures = overview.figures else { return [] }
    var parts: [String] = []
    let due = figures.promptsDue.values.reduce(0, +)
    if due > 0 { parts.append(Formatting.plural(due, "prompt") + " due") }
    let lost = LossLine.access24h.counter(in: figures).count
    if lost > 0 {
      let who = "\(Formatting.count(lost)) in grace \(lost == 1 ? "loses" : "lose")"
      parts.append(who + " access within 24 h")
    }
    if figures.quarantined > 0 {
      parts.append("\(Formatting.count(figures.quarantined)) refused: churntop quarantine list")
    }
    if figures.undelivered > 0 {
      parts.append("\(Formatting.count(figures.undelivered)) undelivered (:undelivered)")
    }
    if figures.moneyUnknown > 0 {
      let key = model.key(.unknownPlans)
      parts.append("money of \(Formatting.count(figures.moneyUnknown)) unknown (\(key))")
    }
    if figures.unknownKinds > 0 {
      parts.append("\(Formatting.count(figures.unknownKinds)) with unrecognized store values")
    }
    if figures.nonProduction > 0 {
      parts.append("\(Formatting.count(figures.nonProduction)) sandbox, not counted")
    }
    return parts.isEmpty && model.time.loading == nil ? ["nothing is due"] : parts
  }

  /// The hint of a panel with a list behind it: that Enter opens it, or the key to it.
  func paneHint(_ pane: OverviewState.Pane, _ otherwise: String, _ frame: Frame) -> String {
    if overview.pane == pane { return "\(enter(frame)): list" }
    return overview.pane.neighbour(1) == pane ? model.key(.paneNext) : otherwise
  }

  func sentences(isPaged: Bool) -> [String] {
    guard let figures = overview.figures else { return ["The ledger was not read."] }
    guard figures.total + figures.nonProduction > 0 || figures.lastHeardAt != nil else {
      return emptyLedgerWords
    }
    func number(_ index: Int) -> String { isPaged ? "\(index + 1). " : "" }
    var lines = ["\(Formatting.plural(figures.total, "subscription")) in production."]
    lines += Freshness.sentences(model)
    for (index, state) in overview.states.enumerated() {
      let counter = figures.states[state]
      let change = figures.change24h[state] ?? 0
      var line = "\(number(index))\(state.title): \(Formatting.count(counter?.count ?? 0))"
      line += ", \(Formatting.change(change)) in 24 hours"
      let amounts = counter.map { self.amounts($0, figures) } ?? []
      if state.isFailing, let risk = Formatting.worth(amounts, width: .max) {
        line += ", monthly revenue at risk \(risk)"
      }
      lines.append(line)
    }
    let states = overview.states.count
    let atRisk = figures.atRisk
    var sum = "\(number(states))At risk, grace and hold together: \(Formatting.count(atRisk.count))"
    if let risk = Formatting.worth(amountsAtRisk(figures), width: .max) {
      sum += ", monthly revenue \(risk)"
    }
    if atRisk.moneyUnknown > 0 {
      sum += ", money of \(Formatting.count(atRisk.moneyUnknown)) unknown"
    }
    lines.append(sum + (ratesWords.map { " (\($0))" } ?? ""))
    lines.append(
      "\(number(states + 1))Renewals failed \(failureDay): "
        + "\(Formatting.count(figures.failedToday)), \(Self.flowWords(figures))")
    let due = figures.promptsDue.values.reduce(0, +)
    lines += [
      "",
      "Prompts due: \(Formatting.count(due)), of these "
        + "\(Formatting.count(figures.promptsOverdue24h)) for more than 24 hours. "
        + "In the next 24 hours: \(Formatting.count(figures.promptsNext24h)). "
        + "Snoozed: \(Formatting.count(figures.snoozed)). "
        + "Suppressed: \(Formatting.count(figures.suppressed)).",
    ]
    for (index, line) in overview.lossLines.enumerated() {
      let number = number(overview.stateLines.count + index)
      let count = Formatting.count(line.counter(in: figures).count)
      lines.append("\(number)\(line.sentence): \(count)")
    }
    lines += RecoveryLine.all(figures).map(\.sentence) + [OverviewFigures.windowSentence]
    if let comparison = figures.recoveryComparison, comparison.hasBoth {
      lines.append(comparison.sentence)
    }
    return lines + alarms(figures)
  }

  /// The figures that want a look.
  private func alarms(_ figures: OverviewFigures) -> [String] {
    var lines: [String] = []
    if figures.quarantined > 0 {
      lines.append("Refused payloads: \(Formatting.count(figures.quarantined))")
    }
    if figures.undelivered > 0 {
      lines.append(
        "Changes not delivered: \(Formatting.count(figures.undelivered)); :undelivered lists them.")
    }
    if figures.moneyUnknown > 0 {
      lines.append(
        "Money unknown: \(Formatting.count(figures.moneyUnknown)); "
          + "\(model.key(.unknownPlans)) lists those subscribers.")
    }
    if figures.unknownKinds > 0 {
      lines.append("Unrecognized store values: \(Formatting.count(figures.unknownKinds))")
    }
    return lines
  }

  /// The latest events.
  func drawLive(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let isFocused = overview.pane == .live
    frame.draw(
      Panel(
        title: model.time.isPaused ? "Live (paused)" : "Live",
        hint: "\(model.key(.events)): all events",
        isFocused: isFocused), in: rect)
    let inner = Panel.content(of: rect)
    let line = overview.cursors[.live].line
    let events = overview.events
    let first = max(0, min(line - inner.height + 1, events.count - inner.height))
    let shown = events.enumerated().dropFirst(isFocused ? first : 0).prefix(inner.height)
    for (row, (index, _)) in shown.enumerated() {
      frame.record(.line(index, pane: OverviewState.Pane.live.rawValue), in: inner.row(row))
    }
    let isFull = model.layout.tier >= .full
    let columns = [
      .pointer,
      TableColumn("", minimum: isFull ? 12 : 6),
      TableColumn("", minimum: 1),
      TableColumn("", minimum: 12, maximum: 20),
      TableColumn("", minimum: 16, maximum: 26),
      TableColumn("", minimum: 24, maximum: 40, sacrifice: 3),
      TableColumn("", minimum: 9, sacrifice: 2),
      TableColumn("", minimum: 12, maximum: 30, sacrifice: 1),
    ]
    let widths = Self.widths(of: columns, in: inner.width, gap: 1)
    let rows = shown.map { index, event in
      liveRow(event, widths, frame, isCurrent: isFocused && index == line)
    }
    frame.draw(Table(columns: columns, rows: rows, gap: 1, showsHeader: false), in: inner)
  }

  private func liveRow(
    _ line: EventLine, _ widths: [Int: Int], _ frame: Frame, isCurrent: Bool
  ) -> TableRow {
    let isFull = model.layout.tier >= .full
    let event = line.event
    let state = line.to
    return TableRow(
      [
        [TextRun(isFull ? when(event) : shortWhen(event), role: .dim)],
        [state.map { TextRun(frame.glyph($0.glyph), role: $0.role) } ?? TextRun(" ")],
        [
          TextRun(Self.short(event.subscription, width: 14, ellipsis: frame.glyph(.ellipsis)))
        ],
        change(line, frame, besideName: widths[5] != nil),
        [TextRun(eventName(event, width: widths[5] ?? 0))],
        [sourceRun(line)],
        [TextRun(detail(line, width: widths[7] ?? 0), role: .dim)],
      ], isCurrent: isCurrent, frame)
  }
}
