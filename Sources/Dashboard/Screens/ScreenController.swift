import SubscriptionCore
import TerminalUI

/// One screen of the dashboard: its questions to the ledger, its keys, its picture and its
/// sentences.
///
/// The static members read and change the model while the screen is open; an instance draws the
/// model. A new screen is a type in a folder of its own, a case of ``Screen`` and a line in
/// ``Screen/controller``. Most members have a default, which is that of a text without a cursor.
protocol ScreenController: ModelReader {
  /// Creates the view of a model.
  init(model: DashboardModel)

  // MARK: Names

  /// The word on the tab.
  static var title: String { get }
  /// The digit that opens the screen; `nil` for a screen without a tab.
  static var number: Int? { get }
  /// A description of the screen without a full stop.
  static var summary: String { get }
  /// The word of the command line that opens the screen.
  static var word: PaletteWord { get }
  /// The word of the list in names of exported files.
  static var exportName: String { get }
  /// The hint of the filter key; `nil` for the usual one.
  static var filterTitle: String? { get }
  /// The hint of the key that goes back.
  static var backTitle: String { get }
  /// The text of the empty filter line.
  static var filterExample: String { get }

  // MARK: Questions to the ledger

  /// Asks for everything that the screen shows.
  static func reload(_ model: inout DashboardModel) -> [Effect]
  /// Asks for what the screen lacks when it opens.
  static func enter(_ model: inout DashboardModel) -> [Effect]
  /// Asks for fresh values without moving a row.
  static func refreshValues(_ model: inout DashboardModel) -> [Effect]
  /// Reads again and merges arrivals.
  static func refresh(_ model: inout DashboardModel) -> [Effect]
  /// Asks for what a paused screen missed.
  static func resume(_ model: inout DashboardModel) -> [Effect]
  /// Marks the answers on the screen as out of date, as when an answer was given up.
  static func markStale(_ model: inout DashboardModel)
  /// Counts what arrives while the screen is paused.
  static func countArrivals(_ model: inout DashboardModel) -> [Effect]
  /// Asks for what a larger screen has room for.
  static func resize(_ model: inout DashboardModel) -> [Effect]
  /// Asks for what depends on the time zone.
  static func changeZone(_ model: inout DashboardModel) -> [Effect]
  /// Asks for what the cursor has come to, after every message.
  static func follow(_ model: inout DashboardModel) -> [Effect]
  /// Gives up what only the open screen waits for.
  static func leave(_ model: inout DashboardModel)
  /// Returns a Boolean value that indicates whether the rows that keys are about are on their way.
  static func awaitsRows(in model: DashboardModel) -> Bool

  // MARK: Keys

  /// Moves the cursor.
  static func move(_ movement: Movement, _ model: inout DashboardModel) -> [Effect]
  /// Puts the cursor on a line of a pane; `false` where there is no such line.
  static func select(line: Int, pane: Int, _ model: inout DashboardModel) -> Bool
  /// The line with a number of the linear text, counted from 0.
  static func line(numbered index: Int, in model: DashboardModel) -> (line: Int, pane: Int)
  /// Moves the cursor to another pane.
  static func turnPane(by step: Int, _ model: inout DashboardModel)
  /// Opens what the cursor is on.
  static func open(_ model: inout DashboardModel) -> [Effect]
  /// Goes one step back.
  static func back(_ model: inout DashboardModel) -> [Effect]
  /// Turns the time axis.
  static func turn(_ turn: TimeTurn, step: Int, _ model: inout DashboardModel) -> [Effect]
  /// A Boolean value that indicates whether the mouse can drag the time axis.
  static var hasDraggableAxis: Bool { get }
  /// Opens the filter line.
  static func openFilter(_ model: inout DashboardModel) -> [Effect]
  /// Applies a filter, from the first row.
  static func apply(filter text: String, _ model: inout DashboardModel) -> [Effect]

  // MARK: What keys are about

  /// The list of subscribers that the screen is; `nil` for any other screen.
  static var list: WritableKeyPath<DashboardModel, SubscriberListState>? { get }
  /// The slots that the screen alone waits for; of a list the first is for its rows.
  static var slots: [Slot] { get }
  /// The parts of the list.
  static func sections(in model: DashboardModel) -> [WindowQuestion.Section]
  /// The filter in force, as typed; `nil` for a screen without one.
  static func filter(in model: DashboardModel) -> String?
  /// The records that a filter typed on the screen is about.
  static var filterScope: FilterScope { get }
  /// The subscriptions that an action begun now would be about.
  static func targets(in model: DashboardModel) -> [SubscriptionID]
  /// Returns a Boolean value that indicates whether an action begun now would be about anybody.
  ///
  /// Every hint of every frame asks for it, so it collects nothing.
  static func hasTargets(in model: DashboardModel) -> Bool
  /// The event under the cursor.
  static func event(in model: DashboardModel) -> EventLine?
  /// The subscriptions that a copy begun now would be about.
  static func copyTargets(in model: DashboardModel) -> [SubscriptionID]
  /// The lines of the copy menu.
  static func copyItems(in model: DashboardModel) -> [Menu.Item]
  /// The name and the meaning of what is under the cursor, for help to begin with; `nil` for
  /// nothing to explain.
  static func explanation(in model: DashboardModel) -> (title: String, lines: [String])?
  /// The name of what an export begun now would write.
  static func exportName(in model: DashboardModel) -> String
  /// The request that exports what the screen lists, without the name of a file; `nil` for nothing.
  static func export(_ format: ExportRequest.Format, in model: DashboardModel) -> ExportRequest?
  /// Returns a Boolean value that indicates whether there is nothing to export.
  static func isEmpty(in model: DashboardModel) -> Bool

  // MARK: Picture and sentences

  /// Draws the body of the screen; parts that the cache holds are taken from there.
  func draw(into frame: inout Frame, _ layout: FrameLayout, _ cache: inout RenderCache)
  /// The parts of the status line, the most important first.
  var status: [String] { get }
  /// The order of the list, for the right end of the status line; `nil` for none.
  func order(_ frame: Frame) -> String?
  /// The note beside the tabs.
  func tabNote(_ frame: Frame) -> String
  /// The path that replaces the tabs; empty for a screen with tabs.
  var path: [String] { get }
  /// The place of the subscriber in the list it was opened from, in many words and in few.
  var places: [String] { get }
  /// The number of matches of the filter, in words.
  var foundWords: String? { get }
  /// The screen as sentences for a screen reader, or the rows in view, numbered.
  func sentences(isPaged: Bool) -> [String]
  /// The screen as text for the clipboard; `nil` where it is not a text.
  var openText: OpenText? { get }
}

extension ScreenController {
  static var number: Int? { nil }
  static var summary: String { title.lowercased() }
  static var word: PaletteWord { PaletteWord(title.lowercased(), summary) }
  static var exportName: String { "subscribers" }
  static func exportName(in model: DashboardModel) -> String { exportName }
  static func explanation(in model: DashboardModel) -> (title: String, lines: [String])? { nil }
  static var filterTitle: String? { nil }
  static var backTitle: String { "back" }
  static var filterExample: String {
    "state:grace loses<3d, or a piece of a name or an order number"
  }

  static func reload(_ model: inout DashboardModel) -> [Effect] { [] }
  static func enter(_ model: inout DashboardModel) -> [Effect] { reload(&model) }
  static func refreshValues(_ model: inout DashboardModel) -> [Effect] { reload(&model) }
  static func refresh(_ model: inout DashboardModel) -> [Effect] { reload(&model) + [.poll] }
  static func resume(_ model: inout DashboardModel) -> [Effect] { model.refresh() }
  static func markStale(_ model: inout DashboardModel) {}
  static func countArrivals(_ model: inout DashboardModel) -> [Effect] {
    markStale(&model)
    return []
  }
  static func resize(_ model: inout DashboardModel) -> [Effect] { [] }
  static func changeZone(_ model: inout DashboardModel) -> [Effect] { [] }
  static func follow(_ model: inout DashboardModel) -> [Effect] { [] }
  static func leave(_ model: inout DashboardModel) {}
  static func awaitsRows(in model: DashboardModel) -> Bool { false }

  static func select(line: Int, pane: Int, _ model: inout DashboardModel) -> Bool { false }
  static func line(numbered index: Int, in model: DashboardModel) -> (line: Int, pane: Int) {
    (index, 0)
  }
  static func turnPane(by step: Int, _ model: inout DashboardModel) {}
  static func open(_ model: inout DashboardModel) -> [Effect] { [] }
  static func turn(_ turn: TimeTurn, step: Int, _ model: inout DashboardModel) -> [Effect] { [] }
  static var hasDraggableAxis: Bool { false }

  /// Opens the filter line of the screen; without one, that over all subscribers, from which Escape
  /// leads back to the screen.
  static func openFilter(_ model: inout DashboardModel) -> [Effect] {
    if let text = filter(in: model) { return model.editFilter(text) }
    let (origin, former) = (model.screen, model.subscribers.filterText)
    let effects = former.isEmpty ? model.show(.subscribers) : model.drill("")
    var edit = FilterEdit(model.subscribers.filterText)
    (edit.before, edit.origin) = (former, origin)
    model.input = .filter(edit)
    return effects
  }
  /// Applies a filter to all subscribers.
  static func apply(filter text: String, _ model: inout DashboardModel) -> [Effect] {
    model.screen = .subscribers
    return SubscribersScreen.apply(filter: text, &model)
  }

  static var list: WritableKeyPath<DashboardModel, SubscriberListState>? { nil }
  static var slots: [Slot] { [] }
  static var slot: Slot? { slots.first }
  static func sections(in model: DashboardModel) -> [WindowQuestion.Section] {
    [model.subscribers.wanted]
  }
  static func filter(in model: DashboardModel) -> String? { nil }
  static var filterScope: FilterScope { .subscribers }
  static func targets(in model: DashboardModel) -> [SubscriptionID] { [] }
  static func hasTargets(in model: DashboardModel) -> Bool { false }
  static func event(in model: DashboardModel) -> EventLine? { nil }
  static func copyTargets(in model: DashboardModel) -> [SubscriptionID] {
    let targets = targets(in: model)
    return targets.isEmpty ? event(in: model).map { [$0.event.subscription] } ?? [] : targets
  }
  static func copyItems(in model: DashboardModel) -> [Menu.Item] {
    model.copyItems(of: copyTargets(in: model))
  }
  /// The marks of the screen's list, with those of a range that is begun; none without a list.
  static func marks(in model: DashboardModel) -> Marks {
    list.map { model[keyPath: $0].settledMarks } ?? Marks()
  }
  static func export(_ format: ExportRequest.Format, in model: DashboardModel) -> ExportRequest? {
    let marks = marks(in: model)
    var sections = sections(in: model)
    if let selection = marks.selection, let section = sections.first {
      // The rows of a selection were chosen by its filters, which the list may have left.
      sections = selection.filters.map { filter in
        var chosen = section
        chosen.filter = filter
        return chosen
      }
    }
    return ExportRequest(
      format, .rows(sections, marked: marks.ids, list: exportName), now: model.now,
      masksPersonalData: model.settings.masksPersonalData)
  }
  static func isEmpty(in model: DashboardModel) -> Bool { true }

  /// The digit of the screen for the title of its box, where there is no room for the tabs.
  var tabNumber: String { model.layout.tabs.isEmpty ? "\(Self.number ?? 0) " : "" }
  /// The filter in force, in words.
  var filterWords: String {
    let text = Self.filter(in: model) ?? ""
    return text.isEmpty ? "no filter" : "/ " + text
  }

  var status: [String] { [] }
  func order(_ frame: Frame) -> String? { nil }
  func tabNote(_ frame: Frame) -> String { "" }
  var path: [String] { [] }
  var places: [String] { [] }
  var foundWords: String? { nil }
  var openText: OpenText? { nil }
}

extension DashboardModel {
  /// The list on the screen; `nil` where the screen is none.
  var list: SubscriberListState? { screen.controller.list.map { self[keyPath: $0] } }
  /// The screen, where it is a list of subscribers.
  var listScreen: Screen? { screen.controller.list == nil ? nil : screen }
  /// The slot for the rows of the list on the screen.
  var listSlot: Slot? { listScreen?.controller.slot }
  /// The parts of the list on the screen.
  var sections: [WindowQuestion.Section] { screen.controller.sections(in: self) }
  /// The subscriptions that an action begun now would be about.
  var targets: [SubscriptionID] { screen.controller.targets(in: self) }
  /// The records that a filter typed now is about.
  var filterScope: FilterScope { screen.controller.filterScope }
  /// The filter of the screen, as typed; `nil` on a screen without one.
  var filterInForce: String? { screen.controller.filter(in: self) }

  /// Changes the list of a screen.
  mutating func update(listOf screen: Screen, _ change: (inout SubscriberListState) -> Void) {
    change(&self[keyPath: screen.controller.list ?? \.subscribers])
  }
  /// Asks for everything that the screen shows.
  mutating func reload() -> [Effect] { screen.controller.reload(&self) }
  /// Moves the cursor of the screen.
  mutating func move(_ movement: Movement) -> [Effect] { screen.controller.move(movement, &self) }
  /// Applies a filter to the list or the events on the screen.
  mutating func apply(filter text: String) -> [Effect] {
    screen.controller.apply(filter: text, &self)
  }
}
