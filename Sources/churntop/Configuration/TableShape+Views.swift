import ConfigurationFiles
import Dashboard
import EventLedger
import TerminalUI

extension TableShape {
  /// The schema of `views.toml`.
  static let views = TableShape([
    Entry(
      "view", .table(TableShape([], others: Others(name: .name, shape: .table(view)))),
      "saved views, by name"),
    Entry(
      "highlight", .list(of: .table(highlight)),
      "rules that set rows apart; the first that matches counts"),
  ])

  private static let view = TableShape([
    Entry("key", .choice((1...SavedView.keyMax).map { "@\($0)" }), "the key that opens it"),
    Entry(
      "screen", .choice(Screen.tabs.map(\.rawValue)), "the screen it shows",
      fallback: "\"\(Screen.subscribers.rawValue)\""),
    Entry("filter", .text(.filter), "which subscribers", fallback: "\"\""),
    Entry(
      "sort", .list(of: .text(.order)), "the order, a minus in front of a reversed one",
      fallback: "[\"loses\"]"),
    Entry(
      "columns", .list(of: .choice(ListColumn.allCases.map(\.rawValue))),
      "the columns from left to right"),
    Entry(
      "zoom", .choice(TimeZoom.allCases.map(\.notation)),
      "how much time one cell of a timeline stands for"),
  ])

  private static let highlight = TableShape([
    Entry("when", .text(.filter), "which subscribers", isRequired: true),
    Entry(
      "role", .choice((StyleRole.kit + DashboardAppearance.roles).map(\.name)),
      "the role of the theme that their rows have", isRequired: true),
  ])
}

extension TextRule {
  /// The name of a sort order, with a leading minus if it is reversed.
  static let order = TextRule(
    "an order",
    choices: SubscriberSort.allCases.flatMap { [$0.rawValue, "-" + $0.rawValue] })
}
