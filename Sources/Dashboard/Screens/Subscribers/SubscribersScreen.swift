import EventLedger
import SubscriptionCore
import TerminalUI

/// The list of subscribers with their timelines.
struct SubscribersScreen: ListScreen {
  let model: DashboardModel

  static let title = "Subscribers"
  static var number: Int? { 2 }
  static var summary: String { "the list with timelines" }
  static var word: PaletteWord {
    PaletteWord("subs", "the list of subscribers", aliases: ["subscribers", "list"])
  }
  static var list: WritableKeyPath<DashboardModel, SubscriberListState>? { \.subscribers }
  static var slots: [Slot] { [.subscribers] }
  static var hasLegend: Bool { true }
  static var hasDraggableAxis: Bool { true }

  static func turn(_ turn: TimeTurn, step: Int, _ model: inout DashboardModel) -> [Effect] {
    // The width is near enough for turning.
    let shown = model.listScale(width: max(20, model.size.width * 2 / 5))
    model.listView.turn(turn, on: shown, now: model.now, step: step)
    return []
  }

  var nearWords: String? { model.nearWords }

  /// The order of the rows shown, and the one they are being brought into where that takes long.
  func order(_ frame: Frame) -> String? {
    func words(_ order: WindowQuestion.Section) -> String {
      order.sort.rawValue + frame.glyph(order.descending ? .arrowDown : .arrowUp)
    }
    let list = model.subscribers
    let (shown, wanted) = (words(list.order), words(list.wanted))
    guard shown != wanted, list.isBehind(at: model.machineNow) else { return "sort \(shown)" }
    return "sort still \(shown), \(wanted) is coming"
  }

  func draw(into frame: inout Frame, _ layout: FrameLayout, _ cache: inout RenderCache) {
    let split = Self.split(in: model)
    let still = drawSide(into: &frame, split, &cache)
    drawRows(into: &frame, split.tier, SubscribersScreen(model: still), &cache)
  }

  func sentences(isPaged: Bool) -> [String] {
    rowSentences(isPaged: isPaged, of: "subscribers") { _ in nil }
  }
}

extension DashboardModel {
  /// The axis of the lists' timelines.
  func listScale(width: Int) -> TimeScale {
    listView.scale(
      now: now, width: width, standard: split.list.width >= 120 ? .day : .days2,
      in: settings.zone)
  }
}
