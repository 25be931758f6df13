import EventLedger
import SubscriptionCore
import TerminalUI

/// A screen that is a list of subscribers.
protocol ListScreen: ScreenController {
  /// The rows that headings between the subscribers may take.
  static var headingRows: Int { get }
  /// A Boolean value that indicates whether the signs of the timelines are explained below.
  static var hasLegend: Bool { get }
  /// The rows of the summary below the list.
  static func summaryRows(_ tier: Tier) -> Int
  /// Asks for the figures of the summary.
  static func askFigures(_ model: inout DashboardModel) -> [Effect]
  /// The words of a list without rows, in a ledger with subscribers; `nil` for the usual ones.
  static var noRowsWords: [String]? { get }
  /// The words about names near the filter that the list shows instead of matches.
  var nearWords: String? { get }
}

extension ListScreen {
  static var headingRows: Int { 0 }
  static var hasLegend: Bool { false }
  static func summaryRows(_ tier: Tier) -> Int { 0 }
  static func askFigures(_ model: inout DashboardModel) -> [Effect] { [] }
  static var noRowsWords: [String]? { nil }

  /// The state of the list.
  static func state(in model: DashboardModel) -> SubscriberListState {
    list.map { model[keyPath: $0] } ?? model.subscribers
  }
  /// The state of the list.
  var state: SubscriberListState { Self.state(in: model) }
  private static func update(
    _ model: inout DashboardModel, _ change: (inout SubscriberListState) -> Void
  ) {
    change(&model[keyPath: list ?? \.subscribers])
  }

  // MARK: Layout

  /// The list and the subscriber beside it or below it.
  static func split(in model: DashboardModel) -> SplitLayout {
    SplitLayout(body: model.layout.body, tier: model.layout.tier, shows: state(in: model).showsSide)
  }
  /// The list without the summary below it, and the summary.
  private static func parts(in model: DashboardModel) -> (list: Rect, summary: Rect) {
    let split = split(in: model)
    let (list, summary) = split.list.split(
      bottom: split.isBelow ? 0 : summaryRows(model.layout.tier))
    return (list, summary)
  }
  /// The summary below the list; empty where there is no room.
  static func summary(in model: DashboardModel) -> Rect { parts(in: model).summary }
  /// The parts of the list; a subscriber beside it takes the place of the preview.
  static func layout(in model: DashboardModel) -> ListLayout {
    let split = split(in: model)
    return ListLayout(
      body: parts(in: model).list, tier: split.tier, hasLegend: hasLegend && !split.isBelow,
      hasPreview: split.side.isEmpty)
  }
  /// The number of rows in view.
  static func height(in model: DashboardModel) -> Int {
    let layout = layout(in: model)
    let rows = Tier(columns: layout.panel.width) <= .tiny ? layout.table.height : layout.rows
    return max(1, rows - headingRows)
  }

  // MARK: Questions to the ledger

  static func reload(_ model: inout DashboardModel) -> [Effect] {
    model.reloadList() + askFigures(&model)
  }
  static func enter(_ model: inout DashboardModel) -> [Effect] {
    let list = state(in: model)
    return list.window.isLoaded && !list.isStale ? [] : reload(&model)
  }
  static func refreshValues(_ model: inout DashboardModel) -> [Effect] {
    let list = state(in: model)
    guard list.window.isLoaded, !list.window.rows.isEmpty, list.shown == list.wanted else {
      return reload(&model)
    }
    return model.askSide() + model.askNews() + askFigures(&model)
  }
  static func markStale(_ model: inout DashboardModel) { update(&model) { $0.isStale = true } }
  static func follow(_ model: inout DashboardModel) -> [Effect] {
    model.extendList() + model.askRowDetails() + model.followCursor()
  }
  static func changeZone(_ model: inout DashboardModel) -> [Effect] { model.askSide() }
  static func leave(_ model: inout DashboardModel) { model.sideRest.stop() }
  static func awaitsRows(in model: DashboardModel) -> Bool {
    guard let slot else { return false }
    if model.isAsking(.marks) || model.isAsking(.find) { return true }
    guard model.isAsking(slot) else { return false }
    let list = state(in: model)
    return list.shown != list.wanted || list.window.beginsAnew || model.movesCursor(slot)
  }

  // MARK: Keys

  static func move(_ movement: Movement, _ model: inout DashboardModel) -> [Effect] {
    guard let slot else { return [] }
    let window = state(in: model).window
    let height = height(in: model)
    if movement == .bottom, window.hasAfter {
      return model.ask(.window(model.question(.end, counts: false), now: model.now), for: slot)
    }
    if movement == .top, window.hasBefore {
      update(&model) { $0.restart() }
      return model.ask(.window(model.question(.start, counts: true), now: model.now), for: slot)
    }
    update(&model) { list in
      list.isTouched = true
      list.window.move(movement, height: height)
    }
    return []
  }
  static func select(line: Int, pane: Int, _ model: inout DashboardModel) -> Bool {
    guard state(in: model).window.rows.indices.contains(line) else { return false }
    let height = height(in: model)
    update(&model) { $0.window.select(line: line, height: height) }
    return true
  }
  static func line(numbered index: Int, in model: DashboardModel) -> (line: Int, pane: Int) {
    (index - (state(in: model).window.firstIndex ?? 0), 0)
  }
  static func open(_ model: inout DashboardModel) -> [Effect] {
    state(in: model).window.selectedRow.map { model.open($0.summary.id) } ?? []
  }
  /// Gives up a range of marks, then the filter, then the marks, then the list.
  static func back(_ model: inout DashboardModel) -> [Effect] {
    let list = state(in: model)
    if list.rangeStart != nil {
      model.giveUpRange()
    } else if !list.filterText.isEmpty {
      return apply(filter: "", &model)
    } else if !list.marks.isEmpty {
      model.removeMarks()
    } else {
      return model.show(.home)
    }
    return []
  }
  static func apply(filter text: String, _ model: inout DashboardModel) -> [Effect] {
    guard let slot, let filter = model.filter(typed: text) else { return [] }
    model.search.near = nil
    update(&model) { list in
      (list.filterText, list.filter) = (text, filter)
      list.searched = filter ?? list.searched
      list.restart()
      list.window.total = nil
    }
    return model.ask(.window(model.question(.start, counts: true), now: model.now), for: slot)
  }

  // MARK: What keys are about

  static func filter(in model: DashboardModel) -> String? { state(in: model).filterText }
  static func targets(in model: DashboardModel) -> [SubscriptionID] { state(in: model).targets }
  static func hasTargets(in model: DashboardModel) -> Bool {
    let list = state(in: model)
    if list.marks.isEmpty, list.rangeStart == nil { return !list.window.rows.isEmpty }
    return !list.targets.isEmpty
  }
  static func isEmpty(in model: DashboardModel) -> Bool { state(in: model).window.rows.isEmpty }

  // MARK: Sentences

  /// The filter, the number of matches and of arrivals.
  var status: [String] {
    let list = state
    var parts = [filterWords]
    if let words = nearWords {
      parts.append(words)
    } else if let total = list.window.total, !list.filterText.isEmpty {
      parts.append((total == 1 ? "1 match" : "\(Formatting.count(total)) match") + outsideWords)
    } else if list.shown?.filter != list.filter, list.isBehind(at: model.machineNow) {
      parts.append("searching")
    }
    let marked = list.markedCount
    if marked != 0 {
      parts.append(
        "\(Formatting.count(marked)) marked" + (list.rangeStart == nil ? "" : ", v ends the range"))
    }
    if list.arrivals > 0 { parts.append("+\(Formatting.count(list.arrivals)) new (R to merge)") }
    if list.arrivals == 0, list.hasMoved { parts.append("the order has changed (R)") }
    return parts
  }
  /// The number of matches outside production, of which figures know nothing; empty where they are
  /// not all at hand.
  private var outsideWords: String {
    let window = state.window
    guard let total = window.total?.exact, window.rows.count == total else { return "" }
    let others = window.rows.filter { $0.summary.environment != .production }
    guard let environment = others.first?.summary.environment else { return "" }
    let isOne = others.allSatisfy { $0.summary.environment == environment }
    let words = isOne ? environment.rawValue : "not production"
    return ", \(Formatting.count(others.count)) of them \(words)"
  }
  /// The number of similar names, where the list shows those.
  var nearWords: String? { nil }
  var foundWords: String? {
    model.nearWords ?? state.window.total.map { "\(Formatting.count($0)) match" }
  }
  /// The view that is open, whether its filter was changed, and the number of rows.
  func tabNote(_ frame: Frame) -> String {
    let list = state
    let rows = list.window.total.map { Formatting.plural($0, "row") } ?? ""
    guard let name = model.viewMemory.open[model.screen] else { return rows }
    let saved = model.preferences.views.first { $0.name == name }
    let isChanged = saved.map { $0.filter != list.filterText } ?? false
    let view =
      "view: \(SafeText.truncated(name, to: 16, ellipsis: frame.glyph(.ellipsis)))"
      + (isChanged ? " (other filter)" : "")
    return rows.isEmpty ? view : view + dot(frame) + rows
  }

  /// The rows as sentences, each with its place.
  func rowSentences(isPaged: Bool, of what: String, section: (Int) -> String?) -> [String] {
    let window = state.window
    let total = window.total ?? .exact(window.rows.count)
    guard total != 0 else { return ["No \(what)."] }
    let rows = isPaged ? window.visible(height: model.listHeight) : window.rows[...]
    return zip(rows.indices, rows).map { index, row in
      let summary = row.summary
      let name = name(of: summary)
      var parts = ["\((window.firstIndex ?? 0) + index + 1) of \(Formatting.count(total))."]
      if let section = section(row.section) { parts.append("\(section):") }
      parts.append((name.isEmpty ? "" : "\(name), ") + "\(summary.id).")
      if summary.environment != .production {
        parts.append("Environment: \(summary.environment.rawValue).")
      }
      parts.append("State: \(summary.status.state.title).")
      parts.append(accessSentence(summary.status).capitalizedFirst + ".")
      parts.append(promptWords(summary).capitalizedFirst + ".")
      return parts.joined(separator: " ")
    }
  }
}

extension DashboardModel {
  /// The number of rows that the list of a screen shows at once.
  func height(ofList screen: Screen) -> Int {
    let list = screen.controller as? any ListScreen.Type
    return (list ?? SubscribersScreen.self).height(in: self)
  }
  /// The number of rows that the list on the screen shows at once.
  var listHeight: Int { height(ofList: screen) }
  /// The list on the screen and the subscriber beside it.
  var split: SplitLayout {
    let list = screen.controller as? any ListScreen.Type
    return list?.split(in: self) ?? SplitLayout(body: layout.body, tier: layout.tier)
  }

  /// Opens the filter line with a filter to go on from.
  mutating func editFilter(_ text: String) -> [Effect] {
    var edit = FilterEdit(text)
    if !text.isEmpty { edit.field.insert(" ") }
    input = .filter(edit)
    return []
  }
}

extension SubscriberListState {
  /// The marked rows, or the one under the cursor where none is marked.
  var targets: [SubscriptionID] {
    let marks = settledMarks
    guard marks.isEmpty else { return marks.ids }
    return window.selectedRow.map { [$0.summary.id] } ?? []
  }

  /// The marks, with those of a range that is begun.
  var settledMarks: Marks {
    var list = self
    list.settleRange()
    return list.marks
  }
}
