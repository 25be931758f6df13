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
    let count = model.overview.lineCount(of: model.overview.pane)
    model.overview.lines[model.overview.pane] = movement.target(
      from: model.overview.line, count: count, page: max(1, count))
    return []
  }
  static func select(line: Int, pane: Int, _ model: inout DashboardModel) -> Bool {
    guard let pane = OverviewState.Pane(rawValue: pane),
      (0..<model.overview.lineCount(of: pane)).contains(line)
    else { return false }
    model.overview.pane = pane
    model.overview.lines[pane] = line
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
  static func copyTargets(in model: DashboardModel) -> [SubscriptionID] {
    event(in: model).map { [$0.event.subscription] } ?? []
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

  func tabNote(_ frame: Frame) -> String {
    speedWords ?? "theme: \(model.settings.theme.name)"
  }

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
}
