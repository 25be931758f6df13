import EventLedger
import SubscriptionCore
import TerminalUI

/// The events of the ledger, newest first, with the rate at which they arrive.
struct EventsScreen: ScreenController {
  let model: DashboardModel

  static let title = "Events"
  static var number: Int? { 4 }
  static var summary: String { "every event, newest first" }
  static var word: PaletteWord { PaletteWord("events", "every event") }
  static var exportName: String { "events" }
  static var filterExample: String { "type:fail,refund -source:test" }
  static var filterScope: FilterScope { .events }

  /// The state of the screen.
  var events: EventsState { model.events }

  // MARK: Questions to the ledger

  static func reload(_ model: inout DashboardModel) -> [Effect] {
    model.askEvents(anew: model.showsNewest)
  }
  static func enter(_ model: inout DashboardModel) -> [Effect] {
    // Back from a subscriber the cursor is where it was; from elsewhere, the newest is in view.
    if model.cameFrom != .detail, model.cameFrom != .help, model.events.until == nil,
      !model.time.isPaused
    {
      return model.followNewest(anew: true)
    }
    return model.events.isFollowing || !model.events.isLoaded
      ? reload(&model) : model.askArrivals()
  }
  static func refreshValues(_ model: inout DashboardModel) -> [Effect] { model.askEvents() }
  static func refresh(_ model: inout DashboardModel) -> [Effect] {
    let effects = model.followNewest()
    return model.events.filter == nil ? effects : effects + model.askEvents(anew: true)
  }
  static func resume(_ model: inout DashboardModel) -> [Effect] { model.refreshValues() }
  static func countArrivals(_ model: inout DashboardModel) -> [Effect] { model.askEvents() }
  static func resize(_ model: inout DashboardModel) -> [Effect] {
    model.events.rate == nil ? model.askArrivals() : []
  }
  static func changeZone(_ model: inout DashboardModel) -> [Effect] { model.askEvents() }
  static func follow(_ model: inout DashboardModel) -> [Effect] {
    model.extendEvents() + model.followEvent()
  }
  static func leave(_ model: inout DashboardModel) { model.events.payloadRest.stop() }
  static func awaitsRows(in model: DashboardModel) -> Bool {
    !model.events.isLoaded && model.isAsking(.events)
  }

  // MARK: Keys

  static func move(_ movement: Movement, _ model: inout DashboardModel) -> [Effect] {
    let (height, count) = (model.eventsHeight, model.events.lines.count)
    guard count > 0 else { return [] }
    if movement == .top, model.events.until == nil { return model.followNewest() }
    model.events.move(movement, height: height)
    if model.events.cursor.line + height >= count, model.events.hasOlder {
      model.events.floor = max(0, model.events.reached - EventsState.walkMax)
    }
    if movement == .bottom { model.events.goToEnd(height: height) }
    return []
  }
  static func select(line: Int, pane: Int, _ model: inout DashboardModel) -> Bool {
    guard model.events.lines.indices.contains(line) else { return false }
    model.events.cursor.line = line
    if line > 0 { model.events.isFollowing = false }
    return true
  }
  static func open(_ model: inout DashboardModel) -> [Effect] { model.openPayload() }
  static func back(_ model: inout DashboardModel) -> [Effect] {
    if !model.events.filterText.isEmpty { return apply(filter: "", &model) }
    return model.events.isFollowing ? model.show(.home) : model.followNewest()
  }
  static func turn(_ turn: TimeTurn, step: Int, _ model: inout DashboardModel) -> [Effect] {
    model.scrub(turn)
  }
  static func apply(filter text: String, _ model: inout DashboardModel) -> [Effect] {
    guard let filter = model.filter(typed: text, about: .events) else { return [] }
    (model.events.filter, model.events.filterText) = (filter, text)
    model.events.restart()
    model.events.rate = nil
    return model.askEvents(anew: true)
  }

  // MARK: What keys are about

  static func filter(in model: DashboardModel) -> String? { model.events.filterText }
  static func event(in model: DashboardModel) -> EventLine? { model.events.selectedLine }
  static func export(_ format: ExportRequest.Format, in model: DashboardModel) -> ExportRequest? {
    let question = EventsQuestion(filter: model.events.filter, until: model.events.until)
    return ExportRequest(
      format, .events(question), now: model.now,
      masksPersonalData: model.settings.masksPersonalData)
  }
  static func isEmpty(in model: DashboardModel) -> Bool { model.events.lines.isEmpty }

  // MARK: Sentences

  func sentences(isPaged: Bool) -> [String] {
    guard isPaged else { return summarySentences + events.lines.map(sentence) }
    let lines = events.cursor.visible(count: events.lines.count, height: model.eventsHeight)
      .map { "\($0 + 1). \(sentence(events.lines[$0]))" }
    return summarySentences + (lines.isEmpty ? emptyListWords : lines)
  }
}
