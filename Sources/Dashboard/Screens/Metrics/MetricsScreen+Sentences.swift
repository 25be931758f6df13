import SubscriptionCore

extension MetricsScreen {
  /// The days of the curve that the sentences name.
  private static let toldDays = [1.0, 3, 7, 14, 28, 60]

  func sentences(isPaged: Bool) -> [String] {
    guard let report = metrics.report, !isLedgerEmpty else { return missingWords }
    func number(_ index: Int) -> String { isPaged ? "\(index + 1). " : "" }
    var lines = ["Window: \(windowWords)."]
    if !metrics.filterText.isEmpty { lines.append("Filter: \(metrics.filterText).") }
    if isComputing { lines.append("The figures are being computed.") }
    let before = report.failedBefore.map(Formatting.count) ?? "not known"
    lines.append(
      "Renewals failed: \(Formatting.count(report.failed)); in the window before: \(before)"
        + (failedWords(report).isEmpty ? "." : ", which is more than noise."))
    if let words = report.outcomeWords { lines.append("Outcomes: \(words).") }
    lines += report.caveatSentences + [report.filterSentence].compactMap(\.self) + [""]
    for (index, figure) in report.figures.enumerated()
    where !metrics.isPending(figure) {
      lines.append(number(index) + sentence(of: figure))
    }
    lines += changedDaysSentences(number: number(report.figures.count))
    let count = metrics.lineCount(of: .figures, at: nil)
    lines += groupSentences { number(count + $0) }
    let points = report.curve.points.filter { Self.toldDays.contains($0.days) }
    if !points.isEmpty {
      lines +=
        ["", "Recovery by day since the failure:"]
        + points.map { words(of: $0).capitalizedFirst + "." }
    }
    if !metrics.cohorts.isEmpty {
      lines += ["", "Recovered by week of failure, latest first:"] + metrics.cohorts.map(sentence)
    }
    if !moneySentences.isEmpty { lines += ["", "Money:"] + moneySentences }
    if !promptSentences.isEmpty { lines += ["", "Effect of prompts:"] + promptSentences }
    return lines
  }

  private func sentence(of figure: MetricFigure) -> String {
    var text = "\(figure.metric.title): \(figure.value.clause(inOrder: currencies))"
    if let previous = figure.previous, !previous.isEmpty {
      text += "; before \(previous.words(inOrder: currencies) ?? "unknown")"
      switch figure.change {
      case .up: text += ", higher by more than noise"
      case .down: text += ", lower by more than noise"
      case .noise: break
      }
    }
    if figure.open > 0 {
      text += "; \(Formatting.plural(figure.open, "episode")) open, so this is not final"
    } else if !figure.isFinal {
      text += "; \(Formatting.plural(figure.entering, "episode")) may still come into it"
    }
    return text + "."
  }

  private func sentence(of cohort: RecoveryCohort) -> String {
    let share = Formatting.percent(cohort.rate).map {
      "\($0) recovered" + (cohort.isClosed ? "" : " so far")
    }
    let end = cohort.isClosed ? "final" : "\(Formatting.count(cohort.open)) open, not final"
    return "Week of \(Self.day(cohort.week)) \(cohort.week.year): "
      + "\(Formatting.count(cohort.failed)) failed, \(share ?? "none to recover"); \(end)."
  }

  // MARK: Explanations

  /// The name and the meaning of what is under the cursor; `nil` for nothing to explain.
  var explanationUnderCursor: (title: String, lines: [String])? {
    if metrics.isOnChangedDays { return (changedDaysTitle, changedDaysExplanation) }
    if let figure = metrics.figure { return (figure.metric.title, explanation(of: figure)) }
    return metrics.pane == .figures
      ? nil : (title(of: metrics.pane), explanation(of: metrics.pane))
  }

  /// The formula, the numbers behind and the pitfalls of a figure.
  func explanation(of figure: MetricFigure) -> [String] {
    let metric = figure.metric
    var lines = [
      "Formula:   \(metric.formula)",
      "Window:    \(windowWords)",
      "Value:     \(figure.value.clause(inOrder: currencies))",
    ]
    if let previous = figure.previous {
      lines.append("Before:    \(previous.clause(inOrder: currencies)), as known at the same age")
      switch figure.change {
      case .up: lines.append("Change:    higher, by more than noise explains at 95 %")
      case .down: lines.append("Change:    lower, by more than noise explains at 95 %")
      case .noise: lines.append("Change:    may be noise alone")
      }
    }
    lines += (metrics.report?.caveatSentences ?? []).map { "Caveat:    \($0)" }
    lines += openLines(of: figure) + outcomeLines(of: figure)
    if let final = figure.final, let closed = metrics.report?.closed {
      let last = CivilDate(closed.upperBound.start - .milliseconds(1))
      lines.append(
        "Final:     \(final.clause(inOrder: currencies)), of the failures of "
          + "\(Self.day(closed.lowerBound)) to \(Self.day(last)) \(last.year), "
          + "which all had their 60 days")
    }
    if !metrics.filterText.isEmpty { lines.append("Filter:    \(metrics.filterText)") }
    if figure.lists.isEmpty {
      lines.append("List:      no filter of subscribers says what makes it up")
    }
    for list in figure.lists {
      lines.append("List:      \(list.words): \(list.filter)")
      lines.append("           \(list.note)")
    }
    lines += ["", metric.explanation]
    let published = (metrics.report?.references ?? []).filter { $0.metric == metric }
    if !published.isEmpty {
      lines += ["", "Published elsewhere, not measured here:"] + published.flatMap(Self.lines(of:))
    }
    return lines
  }

  /// The episodes that may still change a figure, and the age at which its days are compared.
  private func openLines(of figure: MetricFigure) -> [String] {
    var lines: [String] = []
    if figure.open > 0 {
      let count = Formatting.plural(figure.open, "episode")
      lines.append("Open:      \(count) may still change it, so it is not final")
    }
    if figure.entering > 0 {
      let count = Formatting.plural(figure.entering, "open episode")
      lines.append("Entering:  \(count) not in it yet, and may still lose access and come into it")
    }
    guard figure.metric.followsFailures, !figure.trend.isEmpty else { return lines }
    let windows = MetricsWindows(days: metrics.question.days, now: metrics.report?.now ?? model.now)
    let days = Formatting.plural(windows.trendAgeDays, "day")
    return lines + [
      "Trend:     by the day of the failure, as known \(days) after it, so that all are of one "
        + "age; empty for those that are younger"
    ]
  }

  /// The outcomes of the window's episodes, where a figure counts all of them or the unpaid ones.
  private func outcomeLines(of figure: MetricFigure) -> [String] {
    guard [.recoveryRate, .netInvoluntaryLoss, .billingFailureRate].contains(figure.metric),
      let report = metrics.report, let words = report.outcomeWords
    else { return [] }
    return [
      "Outcomes:  \(Formatting.plural(report.failed, "episode")): \(words)",
      "           \(MetricsReport.endedOtherwiseSentence)",
    ]
  }

  /// The meaning of a panel.
  func explanation(of pane: MetricsState.Pane) -> [String] {
    switch pane {
    case .figures: []
    case .prompts: promptExplanation
    case .money: moneyExplanation
    case .groups: groupExplanation
    case .curve:
      [
        "The share of the failed renewals that was recovered, canceled by the user or ran out by "
          + "each day since the failure: cumulative incidence with competing risks "
          + "(Aalen-Johansen). Open episodes count up to their age (right-censored), so the curve "
          + "is not biased by failures that are still young.",
        "",
        "The rest of those that ended is OTHER, without a line of its own. "
          + MetricsReport.endedOtherwiseSentence,
        "",
        "The band is the 95 % interval of the recovered share at each day. It widens where few "
          + "episodes are old enough; AT RISK says how many.",
      ]
    case .cohorts:
      [
        "The failed renewals by the week of the failure. A cell shows the share recovered by the "
          + "end of its day; it is empty until that day has ended for each episode of the week.",
        "",
        "A week is final 60 days after its end: until then OPEN may still be recovered. "
          + "Compare weeks at the same day, not at their latest.",
      ]
    }
  }

  /// The lines of a published figure.
  static func lines(of reference: ReferenceFigure) -> [String] {
    let store = reference.store.map { "\($0.title): " } ?? ""
    return [
      "\(store)\(reference.value) \(reference.text)",
      "    \(reference.publisher), \(reference.date), \(reference.url)",
    ]
  }
}
