/// The screens of the dashboard, in the order of their tabs; the last two are reached by a key.
public enum Screen: String, Hashable, Sendable, CaseIterable {
  /// Counts by state, prompts, time to loss of access, the latest events.
  case overview
  /// The list of subscribers with their timelines.
  case subscribers
  /// The payment-fix prompts: due, soon due, near but withheld.
  case due
  /// What was heard, newest first.
  case events
  /// One subscriber whole.
  case detail
  /// Keys, the filter language, the states.
  case help

  /// The word on the tab.
  public var title: String {
    switch self {
    case .overview: "Overview"
    case .subscribers: "Subscribers"
    case .due: "Due"
    case .events: "Events"
    case .detail: "Detail"
    case .help: "Help"
    }
  }

  /// The digit that opens the screen; `nil` for a screen without a tab.
  public var number: Int? {
    switch self {
    case .overview: 1
    case .subscribers: 2
    case .due: 3
    case .events: 4
    case .detail, .help: nil
    }
  }

  /// The screens with a tab, in order.
  public static var tabs: [Screen] { allCases.filter { $0.number != nil } }
}
