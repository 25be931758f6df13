import SubscriptionCore

/// The report that an ops lead mails: the metrics of a week or a month as one document.
struct OpsReport {
  /// The metrics of all.
  let whole: MetricsDocument
  /// The metrics by product and by country.
  let parts: [MetricsReport]
  /// The formatter of instants; days are UTC in any zone.
  var time = LocalTime.utc

  typealias Cell = ReportTable.Cell

  private var report: MetricsReport { whole.report }
  private var words: MetricsText { whole.words }

  var document: ReportDocument {
    var blocks: [ReportDocument.Block] = [.paragraph(summary)]
    blocks += [.heading("Headline figures"), .table(caption: headlineCaption, headline)]
    if !whole.amountFigures.isEmpty {
      blocks.append(.table(caption: Self.amountsCaption, amounts))
    }
    blocks += money
    if !report.curve.points.isEmpty {
      blocks += [.heading("Recovery by day since the failure"), .chart(chart)]
      blocks.append(.table(caption: curveCaption, curve))
    }
    blocks += effectOfPrompts
    blocks += [.heading("Weeks of failure"), .table(caption: cohortsCaption, cohorts)]
    blocks += [.heading("Outcomes and ends"), .table(caption: outcomesCaption, outcomes)]
    if !report.ends.isEmpty { blocks.append(.table(caption: endsCaption, ends)) }
    if report.trials.failed > 0 || report.trialsDue ?? 0 > 0 {
      blocks.append(.table(caption: Self.trialsCaption, trials))
    }
    for part in parts {
      guard let grouping = part.grouping, !part.groups.isEmpty else { continue }
      let name = grouping == .country ? "Countries" : "Products"
      blocks += [.heading(name), .table(caption: Self.groupsCaption, groups(part, grouping))]
      if let counts = counts(part, grouping) {
        blocks.append(.table(caption: Self.countsCaption, counts))
      }
      blocks.append(
        .notes(
          MetricsDocument.groupNotes(
            of: part, column: "Differs", arrowsOf: MetricsDocument.countedMetrics)))
    }
    blocks += [.heading("Published by others"), .paragraph(Self.referencesNote)]
    blocks.append(.sources(report.references.map(reference)))
    blocks += [.heading("How to read this"), .notes(notes)]
    return ReportDocument(
      title: "Churn and recovery, \(MetricsText.days(report.window))", blocks: blocks)
  }

  /// The sentence at the top: how many failed, against the window before, and what is at risk.
  private var summary: String {
    var text = "\(CountText.of(report.failed, "renewal")) failed"
    if let comparison = report.failedComparison {
      text +=
        ", against \(CountText.grouped(comparison.earlier)) in the "
        + "\(report.window.dayCount) days before"
      switch comparison.change {
      case .up: text += ", which is more than noise explains"
      case .down: text += ", which is fewer than noise explains"
      case .noise where report.failed != comparison.earlier:
        text += ", a difference no larger than noise"
      case .noise: break
      }
    }
    text += "."
    if let figure = report[.recoveryRate], case .rate(let rate) = figure.value, rate.denominator > 0
    {
      let verb = rate.numerator == 1 ? "was" : "were"
      text += " \(rate.numerator) of them \(verb) paid so far (\(words.value(figure.value)))"
      let direction =
        switch figure.isBetter {
        case true?: ", which is better than the window before at the same age"
        case false?: ", which is worse than the window before at the same age"
        case nil where figure.previous?.isEmpty == false:
          ", which differs from the window before by no more than noise"
        case nil: ""
        }
      text += direction + "; \(figure.open) \(figure.open == 1 ? "is" : "are") open."
    }
    return text + moneyAtRisk
      + [whole.silentSentence(time), whole.late?.sentence(time)].compactMap(\.self)
      .map { " " + $0 }.joined()
  }

  /// The sentence about the money at risk; empty where the currencies are too many for one.
  private var moneyAtRisk: String {
    let figures = [report[.mrrInGrace], report[.mrrInHold]].compactMap { $0?.value }
    let amounts = figures.map { value in
      guard case .money(let micros, _) = value else { return [Money]() }
      return words.amounts(micros)
    }
    guard figures.count == 2, amounts.allSatisfy({ $0.count <= 2 }),
      !amounts.allSatisfy(\.isEmpty)
    else { return "" }
    return " At the end of the window \(words.value(figures[0])) a month were in grace and "
      + "\(words.value(figures[1])) in hold."
  }

  private var headlineCaption: String {
    "Before: \(MetricsText.days(report.previous)), as known at the same age. An arrow marks a "
      + "change beyond noise."
      + (report.caveats.contains(.finalUnknown)
        ? "" : " Final: \(MetricsText.days(report.closed)).")
  }

  private var headline: ReportTable {
    ReportTable(
      columns: ["Metric", "Value", "95 %", "Of", "Before", "Change", "Final"],
      rows: report.figures.filter { $0.metric.kind != .money }.map { figure in
        [
          Cell(figure.metric.title), Cell(words.value(figure.value), isOpen: !figure.isFinal),
          Cell(words.interval(figure.value)), Cell(words.basis(figure.value)),
          Cell(words.value(figure.previous)), Cell(words.change(figure)),
          Cell(figure.final.map { words.value($0) } ?? ""),
        ]
      })
  }

  private static let amountsCaption =
    "Amounts by currency, each beside the window before; MRR is that of the last day."

  private var amounts: ReportTable {
    ReportTable(
      ["Currency"] + whole.amountFigures.flatMap { [$0.metric.title, "Before"] }, whole.amountRows)
  }

  // MARK: The curve

  private var curveCaption: String {
    "Share of all failed renewals by day (Aalen-Johansen, 95 % band), over failures of "
      + "\(MetricsText.days(report.curveDays)); open episodes count as long as they were seen. "
      + "Other: refunded or superseded."
  }

  private var chart: LineChart {
    let points = report.curve.points
    func line(
      _ name: String, _ style: String, _ share: KeyPath<RecoveryCurve.Point, Double>
    ) -> LineChart.Line {
      LineChart.Line(name: name, style: style, points: points.map { ($0.days, $0[keyPath: share]) })
    }
    let last = points.last
    let recovered = MetricsText.percent(last?.recovered ?? 0)
    let canceled = MetricsText.percent(last?.canceled ?? 0)
    let ranOut = MetricsText.percent(last?.ranOut ?? 0)
    let summary =
      "After \(Int(last?.days ?? 0)) days \(recovered) of the failed renewals were recovered, "
      + "\(canceled) canceled by the user and \(ranOut) had run out. The table below has the "
      + "numbers."
    return LineChart(
      title: "Share recovered, canceled and run out by days since the failure", summary: summary,
      lines: [
        line("recovered", "recovered", \.recovered), line("canceled", "canceled", \.canceled),
        line("ran out", "ranout", \.ranOut),
      ], band: points.map { ($0.days, $0.recoveredLow, $0.recoveredHigh) })
  }

  private var curve: ReportTable {
    let points = report.curve.points.filter { Self.days.contains(Int($0.days)) }
    return ReportTable(
      ["Day", "Recovered", "95 %", "Canceled", "Ran out", "Other", "Episodes seen so long"],
      points.map { point in
        let band = "\(MetricsText.tenths(point.recoveredLow)) - "
        return [
          String(Int(point.days)), MetricsText.percent(point.recovered),
          band + MetricsText.percent(point.recoveredHigh), MetricsText.percent(point.canceled),
          MetricsText.percent(point.ranOut), MetricsText.percent(point.other),
          CountText.grouped(point.atRisk),
        ]
      })
  }

  /// The days of the tables.
  static let days = [1, 2, 3, 7, 14, 16, 21, 30, 45, 60]

  // MARK: Tables

  private var cohortsCaption: String {
    "Share of the week's failures recovered within so many days, d1 being the first 24 hours. A "
      + "week is final after 60 days; until then its row is in italics. Empty: too early to say."
  }

  private var cohorts: ReportTable {
    ReportTable(
      columns: ["Week of", "Failed", "Open"] + Self.days.map { "d\($0)" },
      rows: report.cohorts.filter { $0.failed > 0 }.map(cells))
  }

  private func cells(_ cohort: RecoveryCohort) -> [Cell] {
    var cells = [
      Cell(cohort.week.iso8601, isOpen: !cohort.isClosed), Cell(CountText.grouped(cohort.failed)),
      Cell(CountText.grouped(cohort.open)),
    ]
    for day in Self.days {
      guard let share = cohort.rate(within: day)?.share else {
        cells.append(Cell(""))
        continue
      }
      cells.append(
        Cell(MetricsText.percent(share), level: Int(share * 10), isOpen: !cohort.isClosed))
    }
    return cells
  }

  private var outcomesCaption: String { "What became of the renewals that failed in the window." }

  private var outcomes: ReportTable {
    ReportTable(
      MetricsDocument.outcomeColumns, whole.outcomes.rows.map { row in row.map(\.text) })
  }

  private var endsCaption: String {
    "Subscriptions that ended in the window, by cause; most involuntary ends follow failures of "
      + "the two months before."
  }

  private var ends: ReportTable {
    ReportTable(
      ["Cause", "Ended", "Before"],
      report.ends.map { line in
        [
          line.cause?.rawValue ?? "not stated", CountText.grouped(line.count),
          line.previous.map(CountText.grouped) ?? "-",
        ]
      })
  }

  private static let trialsCaption =
    "Free trials that came to their first payment, and those of which it failed. Shares are of all "
    + "that came to it for failed, and of failed for what follows."

  private var trials: ReportTable {
    let trials = report.trials
    let rows: [(String, Int, of: Int)] = [
      ("failed", trials.failed, of: report.trialsDue ?? 0),
      ("given grace", trials.enteredGrace, of: trials.failed),
      ("lost access", trials.enteredHold, of: trials.failed),
      ("recovered so far", trials.recovered, of: trials.failed),
      ("ended unpaid", trials.endedUnpaid, of: trials.failed),
      ("open", trials.open, of: trials.failed),
    ]
    let due = report.trialsDue.map { ["first payment due", CountText.grouped($0), ""] }
    return ReportTable(
      ["Step", "Trials", "Share"],
      [due].compactMap(\.self)
        + rows.map { name, count, whole in
          let share = Rate(count, of: whole).share
          return [name, CountText.grouped(count), share.map(MetricsText.percent) ?? ""]
        })
  }

  private static let groupsCaption =
    "Groups with a worse recovery than the others first, those too small to tell last; among "
    + "equals by the upper end of the 95 % interval."

  /// Returns the groups, those with a worse recovery first.
  private func groups(_ part: MetricsReport, _ grouping: MetricsGrouping) -> ReportTable {
    ReportTable(
      [
        grouping == .country ? "Country" : "Product", "Failed", "Of renewals", "95 %", "Differs",
        "Recovered", "Rate", "95 %", "Others", "Differs", "Lost",
      ],
      part.groups.map { group in
        let (recovery, failure) = (group[.recoveryRate], group[.billingFailureRate])
        var recovered = ""
        if case .rate(let rate)? = recovery?.value { recovered = String(rate.numerator) }
        let rest = recovery?.comparison.map { MetricValue.rate($0.rest) }
        return [
          MetricsText.group(group.name, grouping), CountText.grouped(group.failed),
          failure.map { words.value($0.value) } ?? "",
          failure.map { words.interval($0.value) } ?? "", failure?.standing ?? "", recovered,
          words.value(recovery?.value), recovery.map { words.interval($0.value) } ?? "",
          words.value(rest), recovery?.standing ?? "",
          group[.revenueLost].map { words.value($0.value) } ?? "",
        ]
      })
  }

  private static let countsCaption =
    "Churn and money of the same groups: rates with their parts, amounts per month at the end of "
    + "the window."

  /// Returns the churn and the money of groups, in the order of the table before.
  private func counts(_ part: MetricsReport, _ grouping: MetricsGrouping) -> ReportTable? {
    let document = MetricsDocument(report: part, filter: nil, rates: whole.rates)
    guard let table = document.groupCounts else { return nil }
    return ReportTable(
      [grouping == .country ? "Country" : "Product"] + document.countMetrics.map(\.title),
      table.rows.map { row in row.map(\.text) })
  }

  /// The most groups of a table.
  static let groupsMax = 10

  // MARK: Notes

  private static let referencesNote =
    "For comparison only. None of these is from this ledger, and definitions differ."

  private func reference(_ line: ReferenceFigure) -> (text: String, url: String) {
    let store = line.store.map { ", \($0.title)" } ?? ""
    return ("\(line.value) \(line.text)\(store): \(line.publisher), \(line.date)", line.url)
  }

  private var notes: [String] {
    whole.notes(time)
      + [
        "As of \(time.minute(report.now)). Production purchases only; grace and hold are "
          + "never blended.",
        "Figures in italics or with an asterisk are not final: open episodes may still recover.",
      ]
      + moneyNotes
      + report.figures.map { "\($0.metric.title) = \($0.metric.formula). \($0.metric.explanation)" }
  }

  /// The money by currency; empty if there is none.
  var money: [ReportDocument.Block] {
    let document = whole.revenue
    guard !document.shown.isEmpty else { return [] }
    let hasOpen = report.outcomes[.open] != nil
    let table = ReportTable(
      columns: RevenueDocument.columns,
      rows: zip(document.shown, document.rows).map { line, row in
        row.enumerated().map { place, text in
          Cell(text, isOpen: place == 1 && hasOpen && line.measure == .revenueRecoveryRate)
        }
      })
    return [.heading("Money"), .table(caption: Self.moneyCaption, table)]
  }

  private static let moneyCaption =
    "Grace and hold are neither lifetime nor money until a payment comes. Final: of the window "
    + "whose episodes all had their 60 days."

  /// The formulas of the money and where they mislead; empty if there is none.
  var moneyNotes: [String] {
    let shown = Set(whole.revenue.shown.map(\.measure))
    return RevenueLine.Measure.allCases.filter(shown.contains)
      .map { "\($0.title) = \($0.formula). \($0.explanation)" }
  }

  /// The effect of prompting; empty if the report has none.
  var effectOfPrompts: [ReportDocument.Block] {
    guard let prompts = whole.prompts else { return [] }
    var blocks: [ReportDocument.Block] = [.heading("Effect of prompts")]
    if let absence = prompts.absence {
      blocks.append(.paragraph(absence))
    } else {
      let table = ReportTable(PromptsDocument.columns, prompts.rows)
      blocks.append(.table(caption: prompts.caption, table))
    }
    blocks.append(.notes(prompts.notes))
    if let caption = prompts.armsCaption {
      let table = ReportTable(PromptsDocument.armColumns, prompts.arms)
      blocks += [.table(caption: caption, table), .notes(prompts.holdoutNotes)]
    }
    return blocks
  }
}
