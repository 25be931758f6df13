import EventLedger
import SubscriptionCore

/// A line of the panel of states.
enum StateLine: Hashable, Sendable {
  /// The subscribers in a state.
  case state(SubscriptionState)
  /// Those in grace and in hold together.
  case atRisk
  /// The renewals that failed today, beside the same hours a week ago.
  case failedToday

  /// The subscribers counted by the line, in the filter language.
  var filterText: String {
    switch self {
    case .state(let state): "state:\(state.rawValue) env:production"
    case .atRisk: OverviewFigures.atRiskFilter
    case .failedToday: OverviewFigures.failedTodayFilter
    }
  }
}

extension OverviewState {
  /// The lines of the panel of states: the states, and the sums of the failing ones below those, so
  /// that a small screen leaves out states that are over.
  var stateLines: [StateLine] {
    let failing = states.lastIndex { $0 == .grace || $0 == .hold }
    let count = failing.map { $0 + 1 } ?? states.count
    return states.prefix(count).map(StateLine.state) + [.atRisk, .failedToday]
      + states.dropFirst(count).map(StateLine.state)
  }
}

extension OverviewScreen {
  /// The amounts of a tally, in one currency where there are rates.
  func amounts(_ total: OverviewFigures.Total, _ figures: OverviewFigures) -> [Money] {
    total.amounts(inOrder: figures.currencies, at: model.settings.rates)
  }

  /// The amounts at risk, which add up to what is shown for grace and for hold.
  func amountsAtRisk(_ figures: OverviewFigures) -> [Money] {
    figures.amountsAtRisk(at: model.settings.rates)
  }

  /// The origin of amounts that are shown in one currency; `nil` where each is in its own.
  var ratesWords: String? {
    guard let rates = model.settings.rates, let figures = overview.figures,
      figures.currencies.contains(where: { $0 != rates.currency })
    else { return nil }
    return Self.words(of: rates)
  }

  /// The report currency with the day of its rates.
  static func words(of rates: ExchangeRates) -> String {
    let whose = rates.isInvented ? "invented rates" : "rates"
    return "money in \(rates.currency), \(whose) of \(rates.date.iso8601)"
  }

  /// The day of today's failures, which is one of UTC in any zone.
  var failureDay: String { dates.zone.isUTC ? "today" : "today (UTC)" }

  /// The failures of today beside those of a week ago, with a word where they differ by more than
  /// noise.
  static func flowWords(_ figures: OverviewFigures, width: Int = .max) -> String {
    guard let comparison = figures.failedComparison else { return "a week ago: not known" }
    let change = comparison.change.ofCount
    let before = Formatting.count(comparison.earlier)
    let words = "same hours a week ago: \(before)"
    guard !change.isEmpty else { return words }
    return ["\(words), \(change)", "\(before) a week ago, unusual"].first { $0.count <= width }
      ?? words
  }
}
