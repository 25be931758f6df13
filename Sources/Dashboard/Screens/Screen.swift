/// The screens of the dashboard, in the order of their tabs; the last two are reached by a key.
public enum Screen: String, Hashable, Sendable, CaseIterable {
  /// Counts by state, prompts, time to loss of access, the latest events.
  case overview
  /// The list of subscribers with their timelines.
  case subscribers
  /// The payment-fix prompts: due, soon due, near but withheld.
  case due
  /// The events of the ledger, newest first.
  case events
  /// The metrics of churn and recovery.
  case metrics
  /// The replay of past failures under another policy.
  case whatIf = "whatif"
  /// One subscriber.
  case detail
  /// Keys, the filter language, the states.
  case help

  /// The type that implements the screen.
  var controller: any ScreenController.Type {
    switch self {
    case .overview: OverviewScreen.self
    case .subscribers: SubscribersScreen.self
    case .due: DueScreen.self
    case .events: EventsScreen.self
    case .metrics: MetricsScreen.self
    case .whatIf: WhatIfScreen.self
    case .detail: DetailScreen.self
    case .help: HelpScreen.self
    }
  }

  /// The word on the tab.
  public var title: String { controller.title }
  /// The digit that opens the screen; `nil` for a screen without a tab.
  public var number: Int? { controller.number }

  /// The command that opens the screen; `nil` for a screen without a tab.
  var command: CommandID? { number == nil ? nil : CommandID(rawValue: "screen." + rawValue) }

  /// The screens with a tab, in order.
  public static var tabs: [Screen] { allCases.filter { $0.number != nil } }
  /// The screens that are a list of subscribers.
  static let lists = allCases.filter { $0.controller.list != nil }
  /// The screen that Escape leads to in the end.
  static let home = Screen.overview
}
