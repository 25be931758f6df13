import SubscriptionCore

/// The state of the Metrics screen.
public struct MetricsState: Hashable, Sendable {
  /// The panels that can have the cursor.
  public enum Pane: Int, Hashable, Sendable, CaseIterable {
    /// The figures of the window, beside those of the window before.
    case figures
    /// The figures by a property.
    case groups
    /// The share recovered by days since the failure.
    case curve
    /// The same by the week of the failure.
    case cohorts
    /// The effect of prompting, a page of its own.
    case prompts
    /// The money, a page of its own.
    case money

    /// A Boolean value that indicates whether the panel takes the whole screen.
    public var isPage: Bool { self == .prompts || self == .money }
  }

  /// The question in force.
  public var question = MetricsQuestion()
  /// The filter in force, as typed.
  public var filterText = ""
  /// The latest answer; `nil` before the first.
  public var report: MetricsReport?
  /// The question that ``report`` answers.
  public var answered: MetricsQuestion?
  /// A Boolean value that indicates whether ``report`` lacks what is read from single episodes.
  public var isPartial = false
  /// The panel that has the cursor.
  public var pane = Pane.figures
  /// The cursor of each panel.
  public var cursors = PaneCursors<Pane>()
  /// A Boolean value that indicates whether the charts are shown as tables of their numbers.
  public var showsNumbers = false

  /// A Boolean value that indicates whether money stays in its own currencies although there are
  /// rates.
  public var showsCurrencies = false
  /// The counts of past days as the user saw them last, before the screen was opened.
  var seenDays = PastDays()
  /// The counts of past days as the screen shows them.
  var shownDays = PastDays()
  /// The past days that changed since the user saw them, oldest first.
  var changedDays: [PastDays.Change] = []
  /// A Boolean value that indicates whether a line is below the figures: that days changed, or what
  /// a filter leaves out.
  var hasNotice: Bool { !changedDays.isEmpty || report?.filterSentence != nil }

  /// The report that was counted before the screen is opened, until it is.
  var ahead: Ahead?
  /// The machine's clock when that was asked for.
  var aheadAskedAt: Timestamp?
  /// The machine's clock when that is asked for first, after the busy moments of the start.
  var aheadFrom = Timestamp.distantPast

  /// A report and the question that it answers.
  struct Ahead: Hashable, Sendable {
    var report: MetricsReport
    var question: MetricsQuestion
  }

  /// The machine's clock at the latest question.
  var askedAt: Timestamp?
  /// A Boolean value that indicates whether the ledger has grown since.
  var isStale = false

  /// The time that the latest report took.
  var readingTime = Duration.zero

  /// The least time between two questions about the same, however often the ledger grows.
  static let refreshMin = Duration.seconds(5)
  /// The times that a report's own reading time passes before it is read again, so that a screen
  /// that is left open over millions of episodes costs a twentieth of a processor at most.
  static let restAfterReading = 20

  /// The time between the latest question and the next about the same.
  var refreshAfter: Duration { max(Self.refreshMin, readingTime * Self.restAfterReading) }

  /// The panels that there are beside each other.
  public var panes: [Pane] {
    Pane.allCases.filter { !$0.isPage && ($0 != .groups || question.grouping != nil) }
  }

  /// The line of the cursor in the panel that has it.
  public var line: Int { cursors[pane].line }

  /// The figure under the cursor.
  var figure: MetricFigure? {
    guard pane == .figures, let report, report.figures.indices.contains(line) else { return nil }
    return report.figures[line]
  }

  /// Returns a Boolean value that indicates whether a figure waits for the episodes to be read.
  func isPending(_ figure: MetricFigure) -> Bool {
    isPartial && (!figure.metric.needsDaysOnly || figure.value.isEmpty)
  }

  /// The group under the cursor.
  var group: MetricsReport.Group? {
    guard pane == .groups, let report, report.groups.indices.contains(line) else { return nil }
    return report.groups[line]
  }

  /// The weeks of failure, the latest first.
  var cohorts: [RecoveryCohort] { report?.cohorts.reversed() ?? [] }

  /// The number of lines in a panel; below the figures one for the changed days, where there are
  /// any.
  func lineCount(of pane: Pane, at rates: ExchangeRates?) -> Int {
    switch pane {
    case .figures: report.map { $0.figures.count + (changedDays.isEmpty ? 0 : 1) } ?? 0
    case .groups: report?.groups.count ?? 0
    case .curve: report?.curve.points.count ?? 0
    case .cohorts: report?.cohorts.count ?? 0
    case .prompts:
      report?.prompts.map { $0.effect.comparisons.count + ($0.holdout == nil ? 0 : 1) } ?? 0
    case .money: moneyLines(at: rates).count
    }
  }

  /// Stores an answer; the cursor among groups stays on its group, and that of the curve at its
  /// end.
  ///
  /// - Parameters:
  ///   - answer: The report.
  ///   - question: The question that it answers.
  ///   - isPartial: Whether it lacks what is read from single episodes.
  ///   - isPresent: Whether it is about the present, whose past days are compared with those seen.
  ///   - rates: The rates that bring money to one currency; `nil` for none.
  mutating func receive(
    _ answer: MetricsReport, to question: MetricsQuestion, isPartial: Bool, isPresent: Bool,
    at rates: ExchangeRates?
  ) {
    let line = cursors[.groups].line
    let lastDay = (report?.curve.points.count ?? 0) - 1
    let isAtEnd = lastDay < 0 || cursors[.curve].line == lastDay
    compareDays(isPresent ? answer.pastDays : PastDays())
    let old = report.flatMap { $0.groups.indices.contains(line) ? $0.groups[line].name : nil }
    var answer = answer
    if answered == question, let report {
      // What takes longer stays until it is read again.
      if isPartial { (answer.curve, answer.cohorts) = (report.curve, report.cohorts) }
      if answer.prompts == nil { answer.prompts = report.prompts }
    }
    (report, answered, self.isPartial) = (answer, question, isPartial)
    if let place = answer.groups.firstIndex(where: { $0.name == old }) {
      cursors[.groups].line = place
    }
    for pane in Pane.allCases {
      cursors[pane].line = min(cursors[pane].line, max(0, lineCount(of: pane, at: rates) - 1))
    }
    // The curve says most at its end, where the cursor stays as it grows.
    if isAtEnd { cursors[.curve].line = max(0, answer.curve.points.count - 1) }
  }

  // MARK: Past days

  /// A Boolean value that indicates whether the cursor is on the line of the changed days.
  var isOnChangedDays: Bool {
    pane == .figures && !changedDays.isEmpty && line == report?.figures.count
  }

  /// Compares the past days of a report with those seen; where it has none, as with a filter,
  /// nothing is said about them.
  mutating func compareDays(_ days: PastDays) {
    if seenDays.isEmpty { seenDays = days }
    changedDays = seenDays.changes(to: days)
    seenDays.seeNewDays(of: days)
    shownDays.see(days)
  }

  /// The counts that the user has seen once the screen is left.
  var daysSeenAtEnd: PastDays {
    var seen = seenDays
    seen.see(shownDays)
    return seen
  }

  /// Takes what the screen showed as seen, unless the cursor is on the changed days: then the user
  /// follows one of them and comes back to the others.
  mutating func leaveDays() {
    guard !isOnChangedDays else { return }
    (seenDays, changedDays) = (daysSeenAtEnd, [])
  }

  // MARK: Money

  /// Returns the rates in force on the page of money; `nil` where they bring no amount to another
  /// currency, or amounts stay in their own currencies.
  func moneyRates(_ rates: ExchangeRates?) -> ExchangeRates? {
    guard !showsCurrencies, let rates, let currencies = report?.revenue.currencies else {
      return nil
    }
    return currencies.contains { $0 != rates.currency && rates.rates[$0] != nil } ? rates : nil
  }

  /// Returns the money of the window, in one currency where rates bring it there; empty before it
  /// is known.
  func moneyLines(at rates: ExchangeRates?) -> [RevenueLine] {
    guard let revenue = report?.revenue, !isPartial else { return [] }
    return (moneyRates(rates).map(revenue.converted) ?? revenue).lines
  }
}
