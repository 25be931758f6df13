import EventLedger
import SubscriptionCore

/// The questions and commands of the Metrics screen.
extension DashboardModel {
  /// Asks for the report.
  ///
  /// - Parameter isRefresh: Whether the same report is only out of date. That is not urgent, so the
  ///   ledger may first pack what was written meanwhile.
  /// - Returns: The question.
  mutating func askMetrics(isRefresh: Bool = false) -> [Effect] {
    (metrics.askedAt, metrics.isStale) = (machineNow, false)
    // The first report begins with what is there at once; later ones replace a whole one.
    let part: MetricsQuestion.Part =
      metrics.question.filter != nil || isRefresh
      ? .everything : metrics.report == nil ? .days : .figures
    return ask(.metrics(metrics.question, part: part, now: now), for: .metrics)
  }

  /// Asks for the report of the present unless one was asked for a moment ago; then it is asked for
  /// once that moment is over.
  mutating func refreshMetrics() -> [Effect] {
    metrics.isStale = true
    return askStaleMetrics()
  }

  /// Asks for the report again where it is out of date and has been shown for a while.
  mutating func askStaleMetrics() -> [Effect] {
    guard let at = metricsDueAt, at <= machineNow, !isAsking(.metrics) else { return [] }
    return askMetrics(isRefresh: metrics.report != nil)
  }

  /// The instant at which the report is asked for again; `nil` while it is up to date.
  var metricsDueAt: Timestamp? {
    guard screen == .metrics, metrics.isStale, !time.isPaused, !isAsking(.metrics) else {
      return nil
    }
    return metrics.askedAt.map { $0 + metrics.refreshAfter } ?? machineNow
  }

  /// Stores a report; after a part of it the rest is asked for.
  mutating func receive(
    _ report: MetricsReport?, to question: MetricsQuestion, _ part: MetricsQuestion.Part
  ) -> [Effect] {
    guard part != .ahead else {
      metrics.ahead = report.map { MetricsState.Ahead(report: $0, question: question) }
      return []
    }
    guard let report, question == metrics.question else { return [] }
    // A simulated history that is still being read changes every day of it.
    let isPresent = settings.asOf == nil && time.loading == nil
    metrics.receive(
      report, to: question, isPartial: part == .days, isPresent: isPresent, at: settings.rates)
    if let askedAt = metrics.askedAt { metrics.readingTime = machineNow - askedAt }
    guard part != .everything else { return [] }
    return ask(.metrics(question, part: .everything, now: now), for: .metrics)
  }

  // MARK: Before the screen is opened

  /// The subscribers from which on reports are counted before the screen is opened: those of a
  /// smaller ledger take no longer than a frame.
  private static let countedAheadMin = 1_000_000
  /// The least time between two reports of which none was looked at.
  private static let aheadMin = Duration.seconds(60)

  /// The instant at which a report is counted before the screen is opened; `nil` for never.
  var metricsAheadDueAt: Timestamp? {
    guard screen != .metrics, metrics.question.filter == nil, !isAsking(.metricsAhead),
      settings.asOf == nil, !time.isPaused, time.loading == nil,
      (overview.figures?.total ?? 0) >= Self.countedAheadMin
    else { return nil }
    let latest = [metrics.askedAt, metrics.aheadAskedAt].compactMap(\.self).max()
    return latest.map { $0 + max(Self.aheadMin, metrics.refreshAfter) } ?? metrics.aheadFrom
  }

  /// Asks for the report that the screen would begin with, where that is due.
  mutating func askMetricsAhead() -> [Effect] {
    guard let at = metricsAheadDueAt, at <= machineNow else { return [] }
    metrics.aheadAskedAt = machineNow
    return ask(.metrics(metrics.question, part: .ahead, now: now), for: .metricsAhead)
  }

  /// Shows the report that was counted before the screen was opened, if it is the latest.
  mutating func takeMetricsAhead() {
    guard let ahead = metrics.ahead else { return }
    metrics.ahead = nil
    guard ahead.question == metrics.question, settings.asOf == nil,
      metrics.report.map({ $0.now < ahead.report.now }) ?? true
    else { return }
    metrics.receive(
      ahead.report, to: ahead.question, isPartial: false, isPresent: time.loading == nil,
      at: settings.rates)
    metrics.askedAt = metrics.aheadAskedAt
  }

  // MARK: Commands

  /// Runs a command of the Metrics screen.
  mutating func measure(_ id: CommandID) -> [Effect] {
    switch id {
    case .turnWindow: return turnWindow()
    case .turnGrouping: return turnGrouping()
    case .showNumbers: turnNumbers()
    case .explainFigure: explainFigure()
    case .references: openReferences()
    case .showPrompts: turnPage(.prompts)
    case .showMoney: turnPage(.money)
    case _: break
    }
    return []
  }

  /// Shows a page, or the figures again.
  mutating func turnPage(_ page: MetricsState.Pane) {
    metrics.pane = metrics.pane == page ? .figures : page
  }

  /// Chooses the next window.
  mutating func turnWindow() -> [Effect] {
    metrics.question.days = MetricsQuestion.windows.neighbour(of: metrics.question.days, 1)
    return askMetrics()
  }

  /// Chooses the next property to group by; after the last one none.
  ///
  /// On the page of money it shows the currencies, or all of it in one.
  mutating func turnGrouping() -> [Effect] {
    guard metrics.pane != .money else {
      turnCurrencies()
      return []
    }
    let grouping = metrics.question.grouping
    metrics.question.grouping = MetricsQuestion.groupings.neighbour(of: grouping, 1)
    metrics.cursors[.groups].line = 0
    // A small screen shows one panel: the one that was asked for.
    if metrics.question.grouping != nil {
      metrics.pane = .groups
    } else if metrics.pane == .groups {
      metrics.pane = .figures
    }
    return askMetrics()
  }

  /// Shows money in its own currencies, or in one by the rates.
  private mutating func turnCurrencies() {
    guard metrics.moneyRates(settings.rates) != nil || metrics.showsCurrencies else {
      tell(
        settings.rates == nil
          ? "Rates under [currency] in the configuration bring amounts to one currency."
          : "There is no amount that the rates bring to another currency.")
      return
    }
    metrics.showsCurrencies.toggle()
    metrics.cursors[.money].line = 0
  }

  /// Shows the charts, or the tables of their numbers.
  mutating func turnNumbers() {
    metrics.showsNumbers.toggle()
    if metrics.pane != .curve && metrics.pane != .cohorts { metrics.pane = .curve }
  }

  /// Opens the explanation of what is under the cursor.
  mutating func explainFigure() {
    if let (title, lines) = MetricsScreen(model: self).explanationUnderCursor {
      input = .pager(Pager(title: title, lines: lines))
    }
  }

  /// Opens the figures that others published.
  mutating func openReferences() {
    let figures = metrics.report?.references ?? ReferenceFigure.all
    input = .pager(
      Pager(
        title: "Published elsewhere, not measured here",
        lines: ["None of these figures comes from this ledger. They are here to compare with.", ""]
          + figures.flatMap(MetricsScreen.lines(of:))))
  }

  /// Shows the subscribers that make up what is under the cursor; where there is a list for the
  /// numerator and one for the denominator, a menu names both with their numbers.
  mutating func openMetric() -> [Effect] {
    guard metrics.report != nil else { return [] }
    if metrics.isOnChangedDays { return openChangedDays() }
    let (title, lists, absence) = metrics.lists(at: settings.rates)
    guard !title.isEmpty else {
      tell("There is nothing here to list.")
      return []
    }
    switch lists.count {
    case 0:
      tell(
        "No filter of subscribers says what makes up \(title)\(absence.map { ": \($0)" } ?? ""); "
          + "\(key(.explainFigure)) explains it.")
      return []
    case 1: return open(lists[0])
    case _:
      let items = lists.enumerated().map { place, list in
        Menu.Item(key: "\(place + 1)", title: list.words, choice: .list(list))
      }
      input = .menu(Menu(title: title, items: items))
      return []
    }
  }

  /// Names the lists of the changed days, the latest day first; where no filter selects any, the
  /// days are explained.
  private mutating func openChangedDays() -> [Effect] {
    let lists = metrics.changedDays.reversed().flatMap(\.lists)
    guard !lists.isEmpty else { return measure(.explainFigure) }
    let items = lists.prefix(9).enumerated().map { place, list in
      Menu.Item(key: "\(place + 1)", title: list.words, choice: .list(list))
    }
    input = .menu(Menu(title: MetricsScreen(model: self).changedDaysTitle, items: items))
    return []
  }

  /// Shows the subscribers of a list, and says how their number may differ.
  mutating func open(_ list: FigureList) -> [Effect] {
    let effects = drill(list.filter)
    tell("\(list.words.capitalizedFirst). \(list.note)")
    return effects
  }
}

extension MetricsState {
  /// Returns the name and the lists of what is under the cursor, and the reason for which there is
  /// none where it is a particular one; no name for nothing under it.
  func lists(
    at rates: ExchangeRates?
  ) -> (title: String, lists: [FigureList], absence: String?) {
    guard let report else { return ("", [], nil) }
    switch pane {
    case .figures: return (figure?.metric.title ?? "", figure?.lists ?? [], nil)
    case .groups:
      guard let group else { return ("", [], nil) }
      return (group.title(by: report.grouping), [report.list(of: group)].compactMap { $0 }, nil)
    case .curve:
      guard report.curve.points.indices.contains(line) else { return ("", [], nil) }
      let point = report.curve.points[line]
      return ("Day \(Int(point.days)) since the failure", report.lists(of: point), nil)
    case .prompts:
      guard let comparison = report.prompts?.comparison(onLine: line) else {
        return ("the holdout", [], "a hash of the account says who is held out")
      }
      return (
        comparison.group.title, [report.list(of: comparison.group)].compactMap { $0 },
        "lists do not tell the steps of prompts apart"
      )
    case .money:
      let lines = moneyLines(at: rates)
      guard lines.indices.contains(line) else { return ("this figure", [], nil) }
      return (
        lines[line].title, report.lists(of: lines[line]),
        "it is the difference between the sums of two days"
      )
    case .cohorts:
      guard cohorts.indices.contains(line) else { return ("", [], nil) }
      let cohort = cohorts[line]
      return ("Week of \(MetricsScreen.day(cohort.week))", [report.list(of: cohort)], nil)
    }
  }
}

extension FigureList {
  /// The title of the list, with its number where the report has one.
  var words: String { count.map { "\(title) (\(Formatting.count($0)))" } ?? title }
}
