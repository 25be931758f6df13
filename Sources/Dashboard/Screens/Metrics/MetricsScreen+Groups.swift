import SubscriptionCore
import TerminalUI

extension MetricsScreen {
  /// The metrics of a group, with the headings of their columns, the most telling first.
  private static let groupMetrics: [(metric: Metric, heading: String)] = [
    (.billingFailureRate, "RATE"), (.recoveryRate, "RECOV"), (.graceRecoveryRate, "GRACE"),
    (.holdRecoveryRate, "HOLD"), (.medianTimeToRecovery, "MEDIAN"), (.trialRecoveryRate, "TRIAL"),
  ]

  /// Draws the figures by a property, the most episodes first.
  func drawGroups(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let height = Self.content(of: rect, model.layout.tier).height
    let shown = visible(.groups, height: max(0, height - 1))
    let inner = drawPanel(.groups, hint: groupsHint(shown, frame), into: &frame, in: rect)
    let isAnswered = metrics.report?.grouping == metrics.question.grouping
    guard let report = metrics.report, isAnswered, !report.groups.isEmpty else {
      let isDone = isAnswered && !isComputing
      let words = isDone ? ["No renewal failed in the window."] : missingWords
      frame.draw(lines: words, in: inner)
      return
    }
    let columns =
      [
        TableColumn("", minimum: 1),
        TableColumn(
          (report.grouping?.rawValue ?? "").uppercased(),
          minimum: min(24, max(10, report.groups.map(\.title.count).max() ?? 0)), maximum: 40),
        TableColumn("FAILED", minimum: 6, maximum: 9, alignment: .right),
      ]
      + Self.groupMetrics.enumerated().map { place, column in
        TableColumn(
          column.heading, minimum: max(7, column.heading.count), sacrifice: place + 1,
          alignment: .right)
      }
    let rows = shown.map { index in
      groupRow(report.groups[index], isCurrent: isCurrent(.groups, index), frame)
    }
    frame.draw(Table(columns: columns, rows: rows, gap: 1), in: inner)
    record(shown, .groups, into: &frame, in: inner)
  }

  /// The keys, and the number of groups where not all are in view.
  private func groupsHint(_ shown: Range<Int>, _ frame: Frame) -> String {
    let count = metrics.lineCount(of: .groups)
    let part = shown.count < count ? "\(shown.count) of \(count)" + dot(frame) : ""
    return part + "\(enter(frame)) list" + dot(frame) + "\(model.key(.turnGrouping)) by"
  }

  private func groupRow(
    _ group: MetricsReport.Group, isCurrent: Bool, _ frame: Frame
  ) -> TableRow {
    let figures = Self.groupMetrics.map { column -> [TextRun] in
      let value = group[column.metric]?.value
      return [TextRun(value?.words(inOrder: currencies) ?? frame.glyph(.none))]
    }
    return TableRow(
      [
        [TextRun(isCurrent ? frame.glyph(.pointer) : " ")],
        [TextRun(group.title, role: group.name.isEmpty ? .dim : .text)],
        [TextRun(Formatting.count(group.failed))],
      ] + figures, overlay: isCurrent ? .cursor : nil, hasCursor: isCurrent)
  }
}
