import EventLedger
import SubscriptionCore
import TerminalUI

/// The payment-fix prompts: due, due within a day, and failing payments without one.
struct DueScreen: ListScreen {
  let model: DashboardModel

  static let title = "Due"
  static var number: Int? { 3 }
  static var summary: String { "the prompts that are due, soon due, or held back" }
  static var exportName: String { "due" }
  static var list: WritableKeyPath<DashboardModel, SubscriberListState>? { \.due }
  static var slot: Slot? { .due }
  /// Two of the three sections have a heading.
  static var headingRows: Int { 2 }

  static func sections(in model: DashboardModel) -> [WindowQuestion.Section] {
    DueSection.allCases.map { $0.section(filteredBy: model.due.filter) }
  }

  static func summaryRows(_ tier: Tier) -> Int {
    switch tier {
    case .below, .tiny, .small: 0
    case .compact: 1
    case .full, .wide: 4
    }
  }

  static var noRowsWords: [String]? {
    ["No payment is failing, so no prompt is due.", "", "2 lists every subscriber."]
  }

  static func askFigures(_ model: inout DashboardModel) -> [Effect] {
    model.layout.tier >= .compact ? model.ask(.dueFigures(now: model.now), for: .dueFigures) : []
  }
  static func resize(_ model: inout DashboardModel) -> [Effect] {
    model.dueFigures == nil ? askFigures(&model) : []
  }

  func draw(into frame: inout Frame, _ layout: FrameLayout, _ cache: inout RenderCache) {
    let split = Self.split(in: model)
    _ = drawSide(into: &frame, split, &cache)
    drawRows(into: &frame, split.tier)
  }

  func sentences(isPaged: Bool) -> [String] {
    let rows = rowSentences(isPaged: isPaged, of: "prompts") { DueSection(rawValue: $0)?.title }
    let isEmpty = (model.due.window.total?.number ?? model.due.window.rows.count) == 0
    let whole = state.filterText.isEmpty ? "" : "In the whole queue, whatever the filter: "
    return (isEmpty ? [] : model.dueFigures.map { [whole + DueSummary($0).sentence] } ?? []) + rows
  }
}
