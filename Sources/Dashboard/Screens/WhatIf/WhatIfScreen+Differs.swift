import SubscriptionCore
import TerminalUI

extension WhatIfScreen {
  /// Draws the episodes that differ, the largest difference first.
  func drawDiffers(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let inner = drawPanel(
      .differs, differsTitle(rect.width, frame),
      hint: "\(enter(frame)) open  \(model.key(.export)) export", into: &frame, in: rect)
    guard let answer = whatIf.answer, !answer.rows.isEmpty else {
      frame.draw(lines: noRowsWords, in: inner)
      return
    }
    let columns = [
      .pointer, TableColumn("ID", minimum: 12, maximum: 20),
      TableColumn("NAME", minimum: 10, maximum: 16, sacrifice: 3),
      TableColumn("FAILED", minimum: 6, maximum: 11, sacrifice: 2),
      TableColumn("ACCESS UNTIL", minimum: 16, maximum: 21),
      TableColumn("PROMPTS", minimum: 7, maximum: 9, sacrifice: 1, alignment: .right),
      TableColumn("OUTCOME", minimum: 16, maximum: 38, sacrifice: 4),
    ]
    let widths = Self.widths(of: columns, in: inner.width, gap: 1)
    drawTable(.differs, columns, into: &frame, in: inner) { index, isCurrent, frame in
      differsRow(
        answer.rows[index], isCurrent: isCurrent,
        isShown: !whatIf.showsSubject && whatIf.line(in: .differs) == index, widths, frame)
    }
  }

  private func differsRow(
    _ row: WhatIfRow, isCurrent: Bool, isShown: Bool, _ widths: [Int: Int], _ frame: Frame
  ) -> TableRow {
    let (before, after) = (row.comparison.current, row.comparison.candidate)
    let arrow = " \(frame.glyph(.arrowRight)) "
    let prompts = [before, after].map { Formatting.count($0.prompts.total) }
    let outcomes = [before, after].map { Self.words($0.outcome) }
    let role: StyleRole = whatIf.isOld ? .dim : .text
    return TableRow(
      [
        [TextRun(isShown ? frame.glyph(.pointer) : " ")],
        [
          TextRun(
            Self.short(row.id, width: widths[1] ?? 0, ellipsis: frame.glyph(.ellipsis)), role: role)
        ],
        [TextRun(name(of: row.person, isMasked: model.masks(row.id)), role: role)],
        [TextRun(dates.day(row.failedAt), role: .dim)],
        [TextRun(accessWords(row, arrow), role: role)],
        [TextRun(prompts[0] == prompts[1] ? prompts[0] : prompts.joined(separator: arrow))],
        [
          TextRun(
            outcomes[0] == outcomes[1] ? outcomes[0] : outcomes.joined(separator: arrow),
            role: outcomes[0] == outcomes[1] ? .dim : role)
        ],
      ], overlay: isCurrent ? .cursor : nil, hasCursor: isCurrent)
  }

  /// The last day of access under both policies; `kept` where access was not lost.
  private func accessWords(_ row: WhatIfRow, _ arrow: String) -> String {
    let days = [row.comparison.current, row.comparison.candidate].map { replay in
      replay.losesAccessAt.map(dates.day) ?? "kept"
    }
    return days[0] == days[1] ? days[0] : days.joined(separator: arrow)
  }

  /// An outcome in a word or two.
  static func words(_ outcome: BillingEpisode.Outcome) -> String {
    switch outcome {
    case .open: "open"
    case .recoveredInGrace: "paid in grace"
    case .recoveredInHold: "paid after loss"
    case .canceledByUser: "canceled"
    case .ranOut: "ran out"
    case .refunded: "refunded"
    case .superseded: "replaced"
    }
  }

  private func differsTitle(_ width: Int, _ frame: Frame) -> String {
    guard let differences = whatIf.answer?.report.differences else { return "Differs" }
    let count = Formatting.count(differences.episodes)
    let parts = [
      (differences.nowInGrace, "now paid in grace"),
      (differences.noLongerInGrace, "no longer paid in grace"),
      (differences.longerAccess, "longer access"), (differences.shorterAccess, "shorter access"),
      (differences.noLongerRecovered, "no longer paid"),
      (differences.noLongerCapped, "no longer capped"),
    ].filter { $0.0 > 0 }.map { "\(Formatting.count($0.0)) \($0.1)" }
    return parts.reduce("Differs (\(count))") { line, part in
      let longer = line + dot(frame) + part
      return longer.count + 8 <= width ? longer : line
    }
  }

  private var noRowsWords: [String] {
    guard let answer = whatIf.answer, !whatIf.isOld, !isLedgerEmpty else { return missingWords }
    if !answer.question.candidate.compares(with: model.settings.policy) {
      return [
        "The candidate is the policy in force. "
          + "\(model.key(.fieldLess)) and \(model.key(.fieldMore)) change the field under the "
          + "cursor, \(model.key(.presets)) lists presets."
      ]
    }
    return answer.report.episodes == 0
      ? ["No renewal failed in the window."] : ["No episode differs."]
  }
}
