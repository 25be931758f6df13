import SubscriptionCore
import TerminalUI

/// The metrics of churn and recovery over a window, beside the window before.
struct MetricsScreen: PaneScreen {
  let model: DashboardModel

  static let title = "Metrics"
  static var number: Int? { 5 }
  static var summary: String { "churn and recovery over a window, with what they are made of" }
  static var word: PaletteWord { PaletteWord("metrics", "churn and recovery over a window") }
  static var exportName: String { "metrics" }
  static var filterExample: String { "store:google-play, or product:pro.monthly" }

  /// The state of the screen.
  var metrics: MetricsState { model.metrics }

  // MARK: Questions to the ledger

  static func reload(_ model: inout DashboardModel) -> [Effect] { model.askMetrics() }
  static func enter(_ model: inout DashboardModel) -> [Effect] {
    model.takeMetricsAhead()
    guard let report = model.metrics.report else { return model.askMetrics() }
    // While the clock is stopped nothing else asks again.
    let isOld = model.metrics.isStale || report.now != model.now
    return model.time.isPaused && isOld ? model.askMetrics() : model.refreshMetrics()
  }
  static func refreshValues(_ model: inout DashboardModel) -> [Effect] { model.refreshMetrics() }
  static var slots: [Slot] { [.metrics] }
  static func markStale(_ model: inout DashboardModel) { model.metrics.isStale = true }
  static func follow(_ model: inout DashboardModel) -> [Effect] { model.askStaleMetrics() }
  static func leave(_ model: inout DashboardModel) { model.metrics.leaveDays() }

  // MARK: Keys

  static func move(_ movement: Movement, _ model: inout DashboardModel) -> [Effect] {
    let pane = model.metrics.pane
    let count = model.metrics.lineCount(of: pane, at: model.settings.rates)
    model.metrics.cursors[pane].move(
      movement, count: count, height: model.metricsLayout.page(of: pane, model.layout.tier))
    return []
  }
  static func select(line: Int, pane: Int, _ model: inout DashboardModel) -> Bool {
    guard let pane = MetricsState.Pane(rawValue: pane),
      model.metrics.panes.contains(pane) || pane == model.metrics.pane,
      (0..<model.metrics.lineCount(of: pane, at: model.settings.rates)).contains(line)
    else { return false }
    model.metrics.pane = pane
    model.metrics.cursors[pane].line = line
    return true
  }
  /// The figures are numbered before the groups.
  static func line(numbered index: Int, in model: DashboardModel) -> (line: Int, pane: Int) {
    let figures = model.metrics.lineCount(of: .figures, at: nil)
    return index < figures
      ? (index, MetricsState.Pane.figures.rawValue)
      : (index - figures, MetricsState.Pane.groups.rawValue)
  }
  static func turnPane(by step: Int, _ model: inout DashboardModel) {
    let panes = model.metrics.panes
    guard !model.metrics.pane.isPage else {
      model.metrics.pane = .figures
      return
    }
    model.metrics.pane = panes.neighbour(of: model.metrics.pane, step)
  }
  static func open(_ model: inout DashboardModel) -> [Effect] { model.openMetric() }
  static func back(_ model: inout DashboardModel) -> [Effect] {
    if model.metrics.pane.isPage {
      model.metrics.pane = .figures
      return []
    }
    guard model.metrics.filterText.isEmpty else { return apply(filter: "", &model) }
    return model.show(.home)
  }
  static func apply(filter text: String, _ model: inout DashboardModel) -> [Effect] {
    guard let filter = model.filter(typed: text) else { return [] }
    (model.metrics.question.filter, model.metrics.filterText) = (filter, text)
    return model.askMetrics()
  }

  // MARK: What keys are about

  static func filter(in model: DashboardModel) -> String? { model.metrics.filterText }
  static func copyItems(in model: DashboardModel) -> [Menu.Item] {
    let figures = Menu.Item(
      key: "f", title: "the figures as sentences", choice: .copyFigures,
      disabledReason: model.metrics.report == nil ? "they are not computed yet" : nil)
    return [figures, model.copyMessageItem]
  }
  static func explanation(in model: DashboardModel) -> (title: String, lines: [String])? {
    MetricsScreen(model: model).explanationUnderCursor
  }
  static func exportName(in model: DashboardModel) -> String {
    model.metrics.pane.exportName.replacing("-", with: ", ")
  }
  static func export(_ format: ExportRequest.Format, in model: DashboardModel) -> ExportRequest? {
    let metrics = model.metrics
    guard let report = metrics.report else { return nil }
    return ExportRequest(
      format, .metrics(report, table: metrics.pane, filter: metrics.filterText), now: model.now)
  }
  static func isEmpty(in model: DashboardModel) -> Bool {
    let metrics = model.metrics
    return metrics.report?.prompts == nil || metrics.isPartial
      || metrics.answered != metrics.question
  }

  // MARK: Picture

  func draw(into frame: inout Frame, _ layout: FrameLayout, _ cache: inout RenderCache) {
    let parts = model.metricsLayout
    drawFigures(into: &frame, in: parts[.figures])
    drawGroups(into: &frame, in: parts[.groups])
    drawCurve(into: &frame, in: parts[.curve])
    drawCohorts(into: &frame, in: parts[.cohorts])
    drawPrompts(into: &frame, in: parts[.prompts])
    drawMoney(into: &frame, in: parts[.money])
  }

  /// Draws the box of a panel and returns its inside.
  func drawPanel(
    _ pane: MetricsState.Pane, hint: String, into frame: inout Frame, in rect: Rect
  ) -> Rect {
    let inner = Panel.content(of: rect, model.layout.tier)
    guard model.layout.tier > .tiny else { return inner }
    frame.draw(
      Panel(title: tabNumber + title(of: pane), hint: hint, isFocused: metrics.pane == pane),
      in: rect)
    return inner
  }

  var pane: MetricsState.Pane { metrics.pane }
  func line(in pane: MetricsState.Pane) -> Int { metrics.cursors[pane].line }
  /// The line of the changed days has a place of its own below the table of the figures.
  func rowCount(of pane: MetricsState.Pane) -> Int {
    pane == .figures
      ? metrics.report?.figures.count ?? 0
      : metrics.lineCount(of: pane, at: model.settings.rates)
  }

  /// The title of a panel.
  func title(of pane: MetricsState.Pane) -> String {
    switch pane {
    case .figures: "\(Self.title): \(windowWords)"
    case .groups: "By \(metrics.question.grouping?.rawValue ?? "")"
    case .curve: "Recovery by day since the failure"
    case .cohorts: "Recovered by week of failure"
    case .prompts: "Effect of prompts: failures of \(followedWords)"
    case .money: "Money: \(windowWords)"
    }
  }

  /// The window and the one before it.
  var windowWords: String {
    let days = metrics.question.days
    guard let report = metrics.report, metrics.answered == metrics.question else {
      return "\(days) d"
    }
    let last = CivilDate(report.window.upperBound.start - .milliseconds(1))
    let before =
      report.failuresKnownFrom.map { "failures known from \(Self.day($0)) on" }
      ?? "against the \(days) d before"
    return "\(Self.day(report.window.lowerBound)) to \(Self.day(last)) "
      + "\(last.year) UTC, \(before)"
  }

  /// The days whose failures the effect of prompts is from.
  var followedWords: String {
    guard let days = metrics.report?.prompts?.failures else { return "the last months" }
    let last = days.upperBound.adding(days: -1)
    return "\(Self.day(days.lowerBound)) to \(Self.day(last)) \(last.year) UTC"
  }

  /// A day of a report, as `20 Nov`; days of reports are days of UTC.
  static func day(_ date: CivilDate) -> String { "\(date.day) \(date.monthName)" }

  func tabNote(_ frame: Frame) -> String {
    if isComputing { return "computing" + frame.glyph(.ellipsis) }
    return metrics.question.grouping.map { "by \($0.rawValue)" } ?? ""
  }

  /// A Boolean value that indicates whether an answer to what is asked is on its way and what is on
  /// screen is not yet it.
  var isComputing: Bool {
    model.isAsking(.metrics) && (metrics.answered != metrics.question || metrics.isPartial)
  }

  var status: [String] {
    var parts = [filterWords]
    if isComputing {
      parts.append("computing")
    } else if let report = metrics.report {
      parts.append(Formatting.plural(report.failed, "failed renewal") + failedWords(report))
    }
    let isByCurrency = metrics.pane == .money && moneyRates == nil
    if let words = OverviewScreen(model: model).ratesWords, !isByCurrency { parts.append(words) }
    if let grouping = metrics.question.grouping { parts.append("by \(grouping.rawValue)") }
    return parts
  }

  /// The failures of the window before, where they differ by more than noise.
  func failedWords(_ report: MetricsReport) -> String {
    guard let comparison = report.failedComparison, comparison.change != .noise else { return "" }
    return ", \(comparison.change.ofCount) (before \(Formatting.count(comparison.earlier)))"
  }

  /// The words of a panel before there are figures, and of a ledger without any.
  var missingWords: [String] { missingWords(while: "The figures are being computed.") }

  /// The words of a chart that has no failed renewal to show.
  var noFailureWords: [String] {
    let isDone = metrics.report != nil && !isComputing && !isLedgerEmpty
    return isDone ? ["No renewal has failed yet."] : missingWords
  }
}
