import Dashboard
import SubscriptionCore

/// One table of the metrics of a window in the forms of a file.
struct MetricsTable {
  /// The records, with their heading.
  let csv: String
  /// The whole document.
  let json: JSON
  /// The rows, an object each.
  let lines: [JSON]
  /// The table in Markdown.
  let markdown: String
}

extension MetricsDocument {
  /// Returns the table of a panel of the Metrics screen; that of the figures is the whole document,
  /// as the command prints it.
  func table(of pane: MetricsState.Pane) -> MetricsTable {
    switch pane {
    case .figures: MetricsTable(csv: csv, json: json, lines: lines, markdown: markdown)
    case .groups: groupsTable
    case .curve: curve
    case .cohorts: weeks
    case .prompts:
      MetricsTable(
        csv: CSV.record(Self.csvNames) + (prompts?.csv ?? ""), json: prompts?.json ?? .null,
        lines: prompts?.lines ?? [], markdown: prompts?.markdown ?? "")
    case .money:
      MetricsTable(
        csv: CSV.record(Self.csvNames) + revenue.csv(report.window), json: .array(revenue.json),
        lines: revenue.json, markdown: revenue.wholeMarkdown)
    }
  }

  private var groupsTable: MetricsTable {
    let rows = report.groups.map(group)
    return MetricsTable(
      csv: CSV.record(Self.csvNames) + groupRecords, json: .array(rows), lines: rows,
      markdown: groups?.markdown ?? "")
  }

  // MARK: Curve and weeks

  private var curve: MetricsTable {
    let names = ["days", "atRisk", "recovered", "low", "high", "canceled", "ranOut", "other"]
    let points = report.curve.points.map(point)
    let table = Table(
      figures: ["Day", "At risk", "Recovered", "95 %", "Canceled", "Ran out", "Other"],
      report.curve.points.map { point in
        [
          String(Int(point.days)), CountText.grouped(point.atRisk),
          MetricsText.percent(point.recovered),
          "\(MetricsText.tenths(point.recoveredLow)) - "
            + MetricsText.percent(point.recoveredHigh),
          MetricsText.percent(point.canceled), MetricsText.percent(point.ranOut),
          MetricsText.percent(point.other),
        ]
      }, strong: 2)
    return MetricsTable(
      csv: CSV.record(names) + points.map { CSV.record($0.cells) }.joined(), json: .array(points),
      lines: points, markdown: table.markdown)
  }

  /// The weeks of failure; CSV has a column for each day since the failure, Markdown some of them.
  private var weeks: MetricsTable {
    let days = [1, 3, 7, 14, 28, 60]
    let whole = report.cohorts.map(cohort)
    let flat = report.cohorts.map { week in
      [
        week.week.iso8601, String(week.failed), String(week.open), String(week.isClosed),
        String(week.recovered),
      ] + week.recoveredByDay.map { $0.map(String.init) ?? "" }
    }
    let names =
      ["week", "failed", "open", "closed", "recovered"] + (0...60).map { "recoveredByDay\($0)" }
    let table = Table(
      figures: ["Week", "Failed", "Recovered", "Open"] + days.map { "Day \($0)" },
      report.cohorts.map { week in
        [
          week.week.iso8601, CountText.grouped(week.failed),
          week.rate.share.map(MetricsText.percent) ?? "-", CountText.grouped(week.open),
        ] + days.map { week.rate(within: $0)?.share.map(MetricsText.percent) ?? "" }
      }, strong: 2)
    return MetricsTable(
      csv: CSV.record(names) + flat.map { CSV.record($0) }.joined(), json: .array(whole),
      lines: whole, markdown: table.markdown)
  }
}
