import SubscriptionCore
import TerminalUI

extension MetricsScreen {
  /// The rates of a group that are compared with the rest, with the headings of their columns.
  private static let comparedMetrics: [(metric: Metric, heading: String)] = [
    (.recoveryRate, "RECOV"), (.billingFailureRate, "FAILURE"),
  ]
  /// The further metrics of a group, the most telling first.
  private static let furtherMetrics: [(metric: Metric, heading: String)] = [
    (.graceRecoveryRate, "GRACE"), (.holdRecoveryRate, "HOLD"), (.medianTimeToRecovery, "MEDIAN"),
    (.involuntaryChurnRate, "CHURN"), (.mrrInGrace, "IN GRACE"), (.mrrInHold, "IN HOLD"),
    (.mrr, "MRR"), (.trialRecoveryRate, "TRIAL"),
  ]
  /// The least width of an amount.
  private static let amountWidth = 12

  /// Draws the figures by a property, the group with the worst recovery first.
  func drawGroups(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let height = Panel.content(of: rect, model.layout.tier).height
    let shown = visible(.groups, height: height)
    let inner = drawPanel(
      .groups, hint: groupsHint(shown, rect.width, frame), into: &frame, in: rect)
    let isAnswered = metrics.report?.grouping == metrics.question.grouping
    guard let report = metrics.report, isAnswered, !report.groups.isEmpty else {
      let isDone = isAnswered && !isComputing
      let words = isDone ? ["No renewal failed in the window."] : missingWords
      frame.draw(lines: words, in: inner)
      return
    }
    let columns = Self.groupColumns(of: report)
    let places = TableColumn.layout(columns, width: inner.width, gap: 1)
    let room = places.first { $0.index == 1 }?.width ?? 0
    drawTable(.groups, columns, into: &frame, in: inner) { index, isCurrent, frame in
      groupRow(
        report.groups[index], by: report.grouping, room: room, isCurrent: isCurrent, frame)
    }
  }

  /// The columns; the standing of a rate stays longer than its interval.
  private static func groupColumns(of report: MetricsReport) -> [TableColumn] {
    let longest = report.groups.map { $0.title(by: report.grouping).count }.max() ?? 0
    let name = TableColumn(
      (report.grouping?.rawValue ?? "").uppercased(), minimum: min(24, max(10, longest)),
      maximum: 40)
    let compared = comparedMetrics.enumerated().flatMap { place, column in
      [
        TableColumn(
          column.heading, minimum: 7, sacrifice: place == 0 ? 0 : 3, alignment: .right),
        TableColumn("95 %", minimum: 10, sacrifice: 2 + 3 * place, alignment: .right),
        TableColumn("REST", minimum: 6, sacrifice: 1 + 3 * place),
      ]
    }
    let further = furtherMetrics.enumerated().map { place, column in
      TableColumn(
        column.heading, minimum: column.metric.kind == .money ? amountWidth : 7,
        sacrifice: 6 + place, alignment: .right)
    }
    return [
      .pointer, name,
      TableColumn("FAILED", minimum: 6, maximum: 9, alignment: .right),
    ] + compared + further
  }

  /// The keys, and the number of groups where not all are in view.
  private func groupsHint(_ shown: Range<Int>, _ width: Int, _ frame: Frame) -> String {
    let count = metrics.lineCount(of: .groups, at: nil)
    let keys = "\(enter(frame)) list" + dot(frame) + "\(model.key(.turnGrouping)) by"
    guard shown.count >= count else {
      return "\(shown.count) of \(Formatting.count(count))" + dot(frame) + keys
    }
    let explain = keys + dot(frame) + "\(model.key(.explainFigure)) explain"
    return width >= 50 ? "worse first" + dot(frame) + explain : keys
  }

  private func groupRow(
    _ group: MetricsReport.Group, by grouping: MetricsGrouping?, room: Int, isCurrent: Bool,
    _ frame: Frame
  ) -> TableRow {
    let none = frame.glyph(.none)
    let title = group.title(by: grouping)
    // The first parts of an identifier are those that all have.
    let name =
      grouping == .product || grouping == .app
      ? Self.shortProduct(ProductID(title), width: room, ellipsis: frame.glyph(.ellipsis)) : title
    let compared = Self.comparedMetrics.flatMap { column -> [[TextRun]] in
      let figure = group[column.metric]
      let interval = figure.flatMap { $0.value.isEmpty ? nil : $0.value.intervalWords }
      return [
        [TextRun(figure?.value.words(inOrder: currencies) ?? none)],
        [TextRun(interval ?? "", role: .dim)],
        [TextRun(figure?.standing ?? "", role: role(figure))],
      ]
    }
    let further = Self.furtherMetrics.map { column -> [TextRun] in
      let width = column.metric.kind == .money ? Self.amountWidth : .max
      let value = group[column.metric]?.value
      return [TextRun(value?.words(width: width, inOrder: currencies) ?? none)]
    }
    return TableRow(
      [
        [TextRun(name, role: group.name.isEmpty ? .dim : .text)],
        [TextRun(Formatting.count(group.failed))],
      ] + compared + further, isCurrent: isCurrent, frame)
  }

  /// The style of a standing: what is no more than noise steps back.
  private func role(_ figure: MetricFigure?) -> StyleRole {
    switch figure?.comparison?.verdict {
    case .higher, .lower: figure?.isWorse == true ? .flashWarn : .text
    case .noise, .few, nil: .dim
    }
  }

  // MARK: Sentences

  /// The groups as sentences, those that differ from the rest named first; empty without groups.
  func groupSentences(number: (Int) -> String) -> [String] {
    guard let report = metrics.report, let grouping = report.grouping, !report.groups.isEmpty
    else { return [] }
    let rates = [
      (Metric.billingFailureRate, "failure rate"), (.recoveryRate, "recovery rate"),
      (.involuntaryChurnRate, "involuntary churn"), (.mrrInGrace, "MRR in grace"),
      (.mrrInHold, "MRR in hold"),
    ]
    let lines = report.groups.enumerated().map { index, group in
      let parts = rates.map { metric, name in
        group[metric].map { figure in
          ", \(name) \(figure.value.clause(inOrder: currencies))" + restClause(figure)
        } ?? ""
      }
      return "\(number(index))\(group.title(by: grouping)): "
        + "\(Formatting.count(group.failed)) failed\(parts.joined())."
    }
    let marked = report.groupSentences { $0.title(by: grouping) }
    return ["", "By \(grouping.rawValue):"] + marked + lines
      + [report.unlistedSentence, report.groupingSentence].compactMap(\.self)
  }

  /// The rest and the standing beside it, in a clause; empty where nothing is compared.
  private func restClause(_ figure: MetricFigure) -> String {
    guard let comparison = figure.comparison, let standing = figure.standing else { return "" }
    let rest = Formatting.percent(comparison.rest) ?? "unknown"
    let words =
      switch comparison.verdict {
      case .higher, .lower: "\(standing) by more than noise"
      case .noise: "no more than noise"
      case .few: "too few to tell"
      }
    return " (rest \(rest), \(words))"
  }

  /// The meaning of the groups.
  var groupExplanation: [String] {
    let own = metrics.group.map { group in
      ["\(group.title(by: metrics.report?.grouping)):"]
        + group.figures.filter { !$0.value.isEmpty }.map {
          "    \($0.metric.title): \($0.value.clause(inOrder: currencies))\(restClause($0))"
        }
    }
    let missing = [
      metrics.report?.unlistedSentence, metrics.report?.groupingSentence,
      metrics.report?.filterSentence,
    ].compactMap(\.self)
    let (lines, grouping) = ((own ?? []) + missing, metrics.question.grouping)
    return lines + (lines.isEmpty ? [] : [""]) + [
      "The failed renewals of the window by \(grouping?.rawValue ?? ""). A property is that of "
        + "today: a country that changed since the failure counts as it is now.",
      "",
      grouping == .cohort
        ? "Weeks differ in age, so their recovery is not compared: compare them at the same day "
          + "(panel of weeks)."
        : "95 % is the Wilson interval of the rate. REST compares it with all others together: "
          + "worse or better if the difference is more than noise, noise if not, and few where "
          + "the group is so small that no result would be.",
      "",
      "Many groups are compared at once, so the probabilities are adjusted for their number "
        + "(Holm): of all marks of a column together, one is wrong at most one time in twenty.",
      "",
      "Groups with a worse recovery come first and those too small to tell last; among equals the "
        + "upper end of the interval decides, so that a few failures are not the worst by chance. "
        + "A group whose failures are younger than those "
        + "of the rest looks worse while they are open, and a difference says nothing about its "
        + "cause.",
    ]
  }
}
