import EventLedger
import SubscriptionCore

/// The metrics of a window as data and text.
struct MetricsDocument {
  let report: MetricsReport
  /// The filter as typed; `nil` for none.
  let filter: String?
  /// The exchange rates; `nil` if amounts stay in their own currencies.
  let rates: ExchangeRates?
  /// The late news about the window before; `nil` if it is not known.
  var late: LateDays?
  /// The feeds of stores that are silent for too long.
  var silent: [StoreFeed] = []

  /// The formatter of values.
  var words: MetricsText { MetricsText(rates: rates) }

  /// The effect of prompting; `nil` if the report has none.
  var prompts: PromptsDocument? {
    report.prompts.map { PromptsDocument(figures: $0, isFiltered: filter != nil) }
  }

  /// The money by currency, or in the report currency where there are rates.
  var revenue: RevenueDocument { RevenueDocument(report.revenue, rates: rates) }

  /// The money by currency, whatever rates there are.
  var ownRevenue: RevenueDocument { RevenueDocument(report.revenue, rates: nil) }

  /// Returns the sentences that say what the figures are of, and what about them is not final.
  func notes(_ time: LocalTime = .utc) -> [String] {
    var notes = [
      "Days are UTC. The column BEFORE is \(MetricsText.days(report.previous)), as it was known at "
        + "the same age; an arrow marks a change beyond noise (95 %)."
    ]
    notes += report.caveatSentences
    let open = report.outcomes[.open, default: 0]
    if open > 0 {
      let final =
        report.caveats.contains(.finalUnknown)
        ? ""
        : "; the column FINAL is \(MetricsText.days(report.closed)), whose episodes all had 60 days"
      notes.append(
        "\(open) of \(CountText.of(report.failed, "episode")) \(open == 1 ? "is" : "are") "
          + "open, so rates of recovery are lower bounds\(final).")
    }
    if report.outcomes[.refunded] != nil || report.outcomes[.superseded] != nil {
      notes.append(MetricsReport.endedOtherwiseSentence)
    }
    if let sentence = late?.sentence(time) { notes.append(sentence) }
    if !amountFigures.isEmpty, report[.mrr] != nil {
      let last = report.window.upperBound.adding(days: -1).iso8601
      notes.append("MRR is that at the end of \(last).")
    }
    if let rates { notes.append(rates.sentence(about: report.currencies)) }
    return notes + [report.filterSentence].compactMap(\.self)
  }

  /// The sentence that a silence of feeds, rather than of users, may be what the counts show; `nil`
  /// while every feed delivers.
  func silentSentence(_ time: LocalTime = .utc) -> String? {
    guard !silent.isEmpty else { return nil }
    let feeds = silent.map { feed in
      let name = [feed.store.title, feed.app?.rawValue].compactMap(\.self).joined(separator: " ")
      return DisplayText.sanitized(name) + " since \(time.minute(feed.lastEventAt))"
    }
    return "News may be missing. Silent for too long: " + feeds.joined(separator: ", ") + "."
  }

  /// The heading of text output.
  func heading(_ time: LocalTime) -> String {
    "churntop  \(time.minute(report.now))  \(MetricsText.days(report.window))  "
      + "\(CountText.grouped(report.failed)) failed\(failedBefore)"
      + (filter.map { "  filter \(DisplayText.sanitized($0))" } ?? "") + "\n"
  }

  /// The failures of the window before, and the direction in which those of the window differ by
  /// more than noise; empty where the former are not known.
  private var failedBefore: String {
    guard let comparison = report.failedComparison else { return "" }
    let change = comparison.change.ofCount
    return ", \(CountText.grouped(comparison.earlier)) before"
      + (change.isEmpty ? "" : ", \(change)")
  }

  /// Formats the figures as aligned text: what is of all subscriptions first, then the groups.
  func text(_ time: LocalTime, ink: Bool, room: Int?) -> String {
    var result = heading(time)
    if let sentence = silentSentence(time) { result += DisplayText.paragraph(sentence, room: room) }
    result += "\n" + figures.text(ink: ink, room: room)
    if report.failed > 0 { result += "\n" + outcomes.text(ink: ink, room: room) }
    if let amounts { result += "\n" + amounts.text(ink: ink, room: room) }
    if !revenue.shown.isEmpty { result += "\n" + revenue.text(ink: ink, room: room) }
    result += "\n" + DisplayText.paragraphs(notes(time), room: room)
    if let prompts { result += "\n" + prompts.text(ink: ink, room: room) }
    guard let groups else { return result }
    result += "\n" + groups.text(ink: ink, room: room)
    if let groupCounts { result += "\n" + groupCounts.text(ink: ink, room: room) }
    return result + "\n" + DisplayText.paragraphs(groupNotes, room: room)
  }

  /// The figures and the groups as Markdown, in the order of ``text(_:ink:room:)``.
  var markdown: String {
    "\(MetricsText.days(report.window))\n\n"
      + (silentSentence().map { Table.markdownCell($0) + "\n\n" } ?? "") + figures.markdown
      + (report.failed > 0 ? "\n" + outcomes.markdown : "")
      + (amounts.map { "\n" + $0.markdown } ?? "")
      + (revenue.shown.isEmpty ? "" : "\n" + revenue.markdown) + "\n" + Table.markdownList(notes())
      + (prompts.map { "\n" + $0.markdown } ?? "")
      + [groups, groupCounts].compactMap(\.self).map { "\n" + $0.markdown }.joined()
      + (groups == nil ? "" : "\n" + Table.markdownList(groupNotes))
  }

  /// The figures that are no amounts as a table.
  var figures: Table {
    let columns = [
      Table.Column(title: "METRIC"), Table.Column(title: "VALUE", leansRight: true),
      Table.Column(title: "95 %", leansRight: true, turn: 1),
      Table.Column(title: "OF", leansRight: true, turn: 3),
      Table.Column(title: "BEFORE", leansRight: true), Table.Column(title: "CHANGE"),
      Table.Column(title: "OPEN", leansRight: true, turn: 2),
      Table.Column(title: "FINAL", leansRight: true),
    ]
    return Table(
      columns: columns, rows: report.figures.filter { $0.metric.kind != .money }.map(row))
  }

  private func row(_ figure: MetricFigure) -> [Table.Cell] {
    let isBetter = figure.isBetter
    let ink: TextStyle = isBetter.map { $0 ? .state(.active) : .state(.hold) } ?? .plain
    return [
      Table.Cell(text: figure.metric.title),
      Table.Cell(text: words.value(figure.value), ink: .strong),
      Table.Cell(text: words.interval(figure.value)),
      Table.Cell(text: words.basis(figure.value)),
      Table.Cell(text: words.value(figure.previous)),
      Table.Cell(text: words.change(figure), ink: ink),
      Table.Cell(text: figure.open == 0 ? "" : CountText.grouped(figure.open)),
      Table.Cell(text: figure.final.map { words.value($0) } ?? "", ink: .faint),
    ]
  }

  /// The outcomes of the window's episodes as a table, whose rows add up to them.
  var outcomes: Table {
    Table(
      figures: Self.outcomeColumns,
      BillingEpisode.Outcome.allCases.compactMap { outcome in
        report.outcomes[outcome].map { count in
          [
            outcome.title, CountText.grouped(count),
            Rate(count, of: report.failed).share.map(MetricsText.percent) ?? "",
          ]
        }
      }, strong: 1)
  }

  /// The titles of the columns of ``outcomes``.
  static let outcomeColumns = ["Outcome", "Episodes", "Share"]

  /// The amounts as a table, each beside the window before, in a row for each currency, which are
  /// never added up; `nil` if no amount is measured.
  var amounts: Table? {
    guard !amountFigures.isEmpty else { return nil }
    let columns = amountFigures.flatMap { figure in
      [
        Table.Column(title: figure.metric.title.uppercased(), leansRight: true),
        Table.Column(title: "BEFORE", leansRight: true, turn: 1),
      ]
    }
    return Table(
      columns: [Table.Column(title: "CURRENCY")] + columns,
      rows: amountRows.map { row in row.map { Table.Cell(text: $0) } })
  }

  var amountFigures: [MetricFigure] { report.figures.filter { $0.metric.kind == .money } }

  /// A row for each currency, and one for the number of unknown amounts if there are any: the
  /// name, and for each figure its value and that of the window before.
  var amountRows: [[String]] {
    let columns = amountFigures.flatMap { [amounts(of: $0.value), amounts(of: $0.previous)] }
    func row(_ name: String, _ cell: (Amounts) -> String) -> [String] {
      [name] + columns.map { $0.map(cell) ?? "-" }
    }
    let currencies = Set(columns.compactMap(\.self).flatMap(\.sums).map(\.currency)).sorted()
    let rows = currencies.map { currency in
      row(currency) { amounts in
        let amount = amounts.sums.first { $0.currency == currency }
        return (amount ?? Money(micros: 0, currency: currency)).grouped
      }
    }
    guard columns.contains(where: { ($0?.unknown ?? 0) > 0 }) else { return rows }
    return rows + [row("unknown") { CountText.grouped($0.unknown) }]
  }

  /// The sums by currency, and the number of amounts that are in none.
  private typealias Amounts = (sums: [Money], unknown: Int)

  /// The amounts of a value; `nil` without one.
  private func amounts(of value: MetricValue?) -> Amounts? {
    guard case .money(let micros, let unknown)? = value else { return nil }
    return (words.amounts(micros), unknown)
  }

  /// The groups as a table; `nil` without a grouping.
  var groups: Table? {
    guard let grouping = report.grouping else { return nil }
    let compared = Self.comparedMetrics.enumerated().flatMap { place, metric in
      [
        Table.Column(
          title: metric.title.uppercased(), leansRight: true, turn: place == 0 ? nil : 5),
        Table.Column(title: "95 %", leansRight: true, turn: 6 - 2 * place),
        Table.Column(title: "REST", turn: place == 0 ? nil : 5),
      ]
    }
    let further = Self.furtherMetrics.enumerated().map { place, metric in
      Table.Column(title: metric.title.uppercased(), leansRight: true, turn: 3 - place)
    }
    return Table(
      columns: [
        Table.Column(title: grouping.rawValue.uppercased(), least: 12),
        Table.Column(title: "FAILED", leansRight: true),
      ] + compared + further,
      rows: report.groups.map { row($0, grouping) })
  }

  private func row(_ group: MetricsReport.Group, _ grouping: MetricsGrouping) -> [Table.Cell] {
    let compared = Self.comparedMetrics.flatMap { metric -> [Table.Cell] in
      guard let figure = group[metric] else { return ["-", "", ""].map { Table.Cell(text: $0) } }
      let standing = figure.standing ?? ""
      return [
        Table.Cell(text: groupCell(figure)), Table.Cell(text: words.interval(figure.value)),
        Table.Cell(text: standing, ink: figure.isWorse ? .state(.hold) : .plain),
      ]
    }
    let further = Self.furtherMetrics.map { metric in
      Table.Cell(text: group[metric].map(groupCell) ?? "-")
    }
    return [
      Table.Cell(text: MetricsText.group(group.name, grouping)),
      Table.Cell(text: CountText.grouped(group.failed)),
    ] + compared + further
  }

  private func groupCell(_ figure: MetricFigure) -> String {
    let arrow = figure.change == .noise ? "" : "\(words.change(figure).prefix(1)) "
    let basis = figure.metric.kind == .duration ? "" : words.basis(figure.value)
    return arrow + words.value(figure.value) + (basis.isEmpty ? "" : " (\(basis))")
  }

  /// The churn and the money of the groups as a table; `nil` without a grouping, and where no
  /// group has any of it.
  var groupCounts: Table? {
    let metrics = countMetrics
    guard let grouping = report.grouping, !metrics.isEmpty else { return nil }
    return Table(
      columns: [Table.Column(title: grouping.rawValue.uppercased(), least: 12)]
        + metrics.enumerated().map { place, metric in
          Table.Column(title: metric.title.uppercased(), leansRight: true, turn: 9 - place)
        },
      rows: report.groups.map { group in
        [Table.Cell(text: MetricsText.group(group.name, grouping))]
          + metrics.map { Table.Cell(text: group[$0].map(groupCell) ?? "-") }
      })
  }

  /// The rates of a group that text output compares with the rest.
  private static let comparedMetrics: [Metric] = [.recoveryRate, .billingFailureRate]
  /// The further metrics of a group that it shows.
  private static let furtherMetrics: [Metric] = [
    .graceRecoveryRate, .holdRecoveryRate, .medianTimeToRecovery, .revenueLost,
  ]

  /// The metrics of the second table, which count days, as far as a group has them; the first stay
  /// longest in a narrow terminal.
  var countMetrics: [Metric] {
    Self.countedMetrics.filter { metric in report.groups.contains { $0[metric] != nil } }
  }

  /// The metrics of the second table, whether or not a group has them.
  static let countedMetrics: [Metric] = [
    .mrrInGrace, .mrrInHold, .involuntaryChurnRate, .mrr, .voluntaryChurnRate, .involuntaryShare,
    .refundRate, .trialFailureRate,
  ]

  /// The sentences that name the groups that differ from the rest, and say how they are compared;
  /// empty without groups.
  var groupNotes: [String] {
    Self.groupNotes(
      of: report, column: "REST",
      arrowsOf: Self.comparedMetrics + Self.furtherMetrics + Self.countedMetrics)
  }

  /// The sentences about the groups of a report, what the column with a title says, and what an
  /// arrow means where one of some metrics has changed.
  static func groupNotes(
    of report: MetricsReport, column: String, arrowsOf metrics: [Metric]
  ) -> [String] {
    guard let grouping = report.grouping, !report.groups.isEmpty else { return [] }
    guard grouping != .cohort else {
      return [
        "Weeks differ in age, so they are not compared.", report.groupingSentence,
      ].compactMap(\.self)
    }
    let sentences = report.groupSentences { MetricsText.group($0.name, grouping) }
    let missing = [report.unlistedSentence, report.groupingSentence].compactMap(\.self)
    let hasArrows = report.groups.contains { group in
      metrics.contains { group[$0].map { $0.change != .noise } ?? false }
    }
    return sentences + missing + [comparison(column)] + (hasArrows ? [arrowSentence] : [])
  }

  /// The meaning of an arrow in a table of groups, which unlike the comparison with the rest is not
  /// adjusted for their number.
  private static let arrowSentence =
    "An arrow before a value is a change of that group from the window before, at 95 % for each "
    + "value alone: of twenty values that did not change, one has an arrow by chance."

  /// The way in which groups are compared and ordered.
  private static func comparison(_ column: String) -> String {
    "\(column) compares a group with all others together, adjusted for the number of groups (Holm, "
      + "95 %): worse or better by more than noise, noise, or few where the group is too small for "
      + "any result to differ. Worse ones come first and too small ones last; among equals the "
      + "upper end of the interval decides."
  }
}

extension MetricFigure {
  /// A Boolean value that indicates whether a change beyond noise is for the better; `nil` without
  /// one, and if neither direction is better.
  var isBetter: Bool? {
    switch (change, metric.favors) {
    case (.up, .up), (.down, .down): true
    case (.up, .down), (.down, .up): false
    case (.noise, _), (_, .neutral): nil
    }
  }
}
