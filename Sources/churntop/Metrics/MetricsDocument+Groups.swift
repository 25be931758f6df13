import SubscriptionCore

/// The metrics by the value of a property, each rate beside that of the rest.
extension MetricsDocument {
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
      Table.Cell(text: String(group.failed)),
    ] + compared + further
  }

  private func groupCell(_ figure: MetricFigure) -> String {
    let arrow = figure.change == .noise ? "" : "\(words.change(figure).prefix(1)) "
    let basis = figure.metric.kind == .rate ? " (\(words.basis(figure.value)))" : ""
    return arrow + words.value(figure.value) + basis
  }

  /// The rates of a group that text output compares with the rest.
  private static let comparedMetrics: [Metric] = [.recoveryRate, .billingFailureRate]
  /// The further metrics of a group that it shows.
  private static let furtherMetrics: [Metric] = [
    .graceRecoveryRate, .holdRecoveryRate, .medianTimeToRecovery, .revenueLost,
  ]

  /// The sentences that name the groups that differ from the rest, and say how they are compared;
  /// empty without groups.
  var groupNotes: [String] { Self.groupNotes(of: report) }

  /// The sentences about the groups of a report, and what the column with a title says.
  static func groupNotes(of report: MetricsReport, column: String = "REST") -> [String] {
    guard let grouping = report.grouping, !report.groups.isEmpty else { return [] }
    guard grouping != .cohort else {
      return ["Weeks differ in age, so their recovery is not compared."]
    }
    let sentences = report.groupSentences { MetricsText.group($0.name, grouping) }
    return sentences + [report.unlistedSentence, comparison(column)].compactMap(\.self)
  }

  /// The way in which groups are compared and ordered.
  private static func comparison(_ column: String) -> String {
    "\(column) compares a group with all others together, adjusted for the number of groups (Holm, "
      + "95 %): worse or better by more than noise, noise, or few where the group is too small for "
      + "any result to differ. Worse ones come first and too small ones last; among equals the "
      + "upper end of the interval decides."
  }
}
