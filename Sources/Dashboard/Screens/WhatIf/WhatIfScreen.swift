import SubscriptionCore
import TerminalUI

/// The replay of past failures under a candidate policy, beside the policy in force.
struct WhatIfScreen: PaneScreen {
  let model: DashboardModel

  static let title = "What-if"
  static var number: Int? { 6 }
  static var summary: String { "past failures under another policy, without writing anything" }
  static var word: PaletteWord {
    PaletteWord("whatif", "past failures under another policy", aliases: ["what-if"])
  }
  static var exportName: String { "what-if" }
  static var filterExample: String { "store:google-play, or plan:P1M" }

  /// The note that nothing is written, in many words and in one.
  static let note = (long: "SIMULATION, nothing is written", brief: "SIMULATION")

  /// The state of the screen.
  var whatIf: WhatIfState { model.whatIf }

  // MARK: Questions to the ledger

  static func reload(_ model: inout DashboardModel) -> [Effect] { model.askWhatIf() }
  static func enter(_ model: inout DashboardModel) -> [Effect] {
    let isCurrent = model.whatIf.answer != nil && !model.whatIf.isOld && !model.whatIf.isStale
    return isCurrent ? [] : model.askWhatIf()
  }
  static func refreshValues(_ model: inout DashboardModel) -> [Effect] {
    model.whatIf.isStale = true
    return model.askDueWhatIf()
  }
  static var slots: [Slot] { [.whatIf, .whatIfSubscriber] }
  static func markStale(_ model: inout DashboardModel) { model.whatIf.isStale = true }
  static func follow(_ model: inout DashboardModel) -> [Effect] { model.askDueWhatIf() }
  static func leave(_ model: inout DashboardModel) {
    guard ![.detail, .help].contains(model.screen) else { return }
    (model.whatIf.origin, model.whatIf.formerDetail) = (.home, nil)
  }

  // MARK: Keys

  static func move(_ movement: Movement, _ model: inout DashboardModel) -> [Effect] {
    let pane = model.whatIf.pane
    let count = model.whatIf.lineCount(of: pane)
    guard count > 0 else { return [] }
    let page = model.whatIfLayout.page(of: pane, model.layout.tier)
    let line = movement.target(from: model.whatIf.line(in: pane), count: count, page: page)
    model.whatIf.select(line, in: pane)
    return []
  }
  static func select(line: Int, pane: Int, _ model: inout DashboardModel) -> Bool {
    guard let pane = WhatIfState.Pane(rawValue: pane),
      (0..<model.whatIf.lineCount(of: pane)).contains(line)
    else { return false }
    model.whatIf.pane = pane
    model.whatIf.select(line, in: pane)
    return true
  }
  /// The fields are numbered before the episodes that differ.
  static func line(numbered index: Int, in model: DashboardModel) -> (line: Int, pane: Int) {
    let fields = model.whatIf.lineCount(of: .policy)
    return index < fields
      ? (index, WhatIfState.Pane.policy.rawValue)
      : (index - fields, WhatIfState.Pane.differs.rawValue)
  }
  static func turnPane(by step: Int, _ model: inout DashboardModel) {
    var panes = WhatIfState.Pane.allCases
    // Where the timelines stand above the list, its cursor is theirs.
    if model.layout.tier >= .compact { panes.removeAll { $0 == .timeline } }
    model.whatIf.pane = panes.neighbour(of: model.whatIf.pane, step)
  }
  static func open(_ model: inout DashboardModel) -> [Effect] {
    switch model.whatIf.pane {
    case .policy:
      model.tell(
        "\(model.key(.fieldLess)) and \(model.key(.fieldMore)) change the value; "
          + "\(model.key(.presets)) has whole candidates.")
      return []
    case .effect:
      return model.openEffect()
    case .timeline, .differs:
      guard let id = model.whatIf.shownRow?.id else { return [] }
      return model.open(id)
    }
  }
  static func back(_ model: inout DashboardModel) -> [Effect] {
    guard model.whatIf.filterText.isEmpty else { return apply(filter: "", &model) }
    return model.leaveWhatIf()
  }
  static func apply(filter text: String, _ model: inout DashboardModel) -> [Effect] {
    guard let filter = model.filter(typed: text) else { return [] }
    (model.whatIf.question.filter, model.whatIf.filterText) = (filter, text)
    return model.askWhatIf()
  }

  // MARK: What keys are about

  static func filter(in model: DashboardModel) -> String? { model.whatIf.filterText }
  static func copyItems(in model: DashboardModel) -> [Menu.Item] {
    let report = Menu.Item(
      key: "r", title: "the report as text", choice: .copyFigures,
      disabledReason: isEmpty(in: model) ? "it is not computed yet" : nil)
    return [report, model.copyMessageItem]
  }
  static func export(_ format: ExportRequest.Format, in model: DashboardModel) -> ExportRequest? {
    let whatIf = model.whatIf
    guard let answer = whatIf.answer else { return nil }
    return ExportRequest(
      format, .whatIf(answer, writesEffect: whatIf.pane == .effect, filter: whatIf.filterText),
      now: model.now)
  }
  static func exportName(in model: DashboardModel) -> String {
    model.whatIf.pane == .effect ? "the effect of the candidate" : exportName
  }
  static func isEmpty(in model: DashboardModel) -> Bool {
    model.whatIf.answer == nil || model.whatIf.isOld
  }

  // MARK: Picture

  func draw(into frame: inout Frame, _ layout: FrameLayout, _ cache: inout RenderCache) {
    let parts = model.whatIfLayout
    drawPolicy(into: &frame, in: parts[.policy])
    drawEffect(into: &frame, in: parts[.effect])
    drawTimelines(into: &frame, in: parts[.timeline])
    drawDiffers(into: &frame, in: parts[.differs])
  }

  /// Draws the box of a panel and returns its inside.
  func drawPanel(
    _ pane: WhatIfState.Pane, _ title: String, hint: String, into frame: inout Frame, in rect: Rect
  ) -> Rect {
    let inner = Panel.content(of: rect, model.layout.tier)
    guard model.layout.tier > .tiny else { return inner }
    let isAlone = model.layout.tier < .compact
    frame.draw(
      Panel(
        title: isAlone ? tabNumber + "\(Self.title), simulation: \(title)" : title, hint: hint,
        isFocused: whatIf.pane == pane), in: rect)
    return inner
  }

  var pane: WhatIfState.Pane { whatIf.pane }
  func line(in pane: WhatIfState.Pane) -> Int { whatIf.line(in: pane) }
  func rowCount(of pane: WhatIfState.Pane) -> Int { whatIf.lineCount(of: pane) }

  func tabNote(_ frame: Frame) -> String { model.size.width >= 110 ? Self.note.long : "" }

  /// A Boolean value that indicates whether a replay is on its way or about to begin.
  var isComputing: Bool {
    whatIf.dueAt != nil
      || model.isAsking(.whatIf) && (whatIf.answer == nil || whatIf.isOld)
  }

  var status: [String] {
    guard let answer = whatIf.answer, !whatIf.isOld else {
      return [isComputing || whatIf.answer == nil ? "replaying" : "not replayed", filterWords]
    }
    let report = answer.report
    var parts = ["\(Formatting.plural(report.episodes, "episode")) of \(answer.question.days) d"]
    if !whatIf.filterText.isEmpty { parts.append(filterWords) }
    if let rates = whatIf.revenueRates { parts.append(OverviewScreen.words(of: rates)) }
    let seconds = whatIf.took.wholeMilliseconds
    parts.append("simulated in \(seconds / 1000).\(seconds % 1000 / 100) s")
    parts.append("the same with --seed \(answer.question.seed)")
    return parts
  }

  /// The words of a panel before there is a report, and of a ledger without any subscriber.
  var missingWords: [String] {
    missingWords(while: "The failures of \(whatIf.question.days) days are being replayed.")
  }
}
