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
    MetricsTable(
      csv: CSV.record(Self.csvNames) + groupRecords, json: .array(report.groups.map(group)),
      lines: report.groups.map(group), markdown: groups?.markdown ?? "")
  }

  // MARK: Curve and weeks

  private var curve: MetricsTable {
    let names = ["days", "atRisk", "recovered", "low", "high", "canceled", "ranOut", "other"]
    let points = report.curve.points.map(point)
    return table(
      names, points,
      Table(
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
        }, strong: 2, turns: [:]))
  }

  /// The weeks of failure; CSV has a column for each day since the failure, Markdown some of them.
  private var weeks: MetricsTable {
    let days = [1, 3, 7, 14, 28, 60]
    let whole = report.cohorts.map(cohort)
    let flat = report.cohorts.map { week -> JSON in
      .object(
        [
          JSON.Member(name: "week", value: .string(week.week.iso8601)),
          JSON.Member(name: "failed", value: JSON(week.failed)),
          JSON.Member(name: "open", value: JSON(week.open)),
          JSON.Member(name: "closed", value: .bool(week.isClosed)),
          JSON.Member(name: "recovered", value: JSON(week.recovered)),
        ]
          + week.recoveredByDay.enumerated().map { day, count in
            JSON.Member(name: "recoveredByDay\(day)", value: JSON(count))
          })
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
      }, strong: 2, turns: [:])
    return MetricsTable(
      csv: CSV.record(names) + flat.map { Self.record($0) }.joined(), json: .array(whole),
      lines: whole, markdown: table.markdown)
  }

  private func table(_ names: [String], _ rows: [JSON], _ table: Table) -> MetricsTable {
    MetricsTable(
      csv: CSV.record(names) + rows.map(Self.record).joined(), json: .array(rows), lines: rows,
      markdown: table.markdown)
  }

  /// The record of an object, whose members are in the order of the columns.
  private static func record(_ row: JSON) -> String { CSV.record(row.cells) }
}
