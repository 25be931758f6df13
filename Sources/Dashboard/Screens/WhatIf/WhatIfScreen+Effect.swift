import SubscriptionCore
import TerminalUI

extension WhatIfScreen {
  /// Draws the figures under both policies; those of a former candidate are dim.
  func drawEffect(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let hint = hint(
      leftOut: leftOut(.effect, in: rect), "\(model.key(.assumptions)) assumptions", frame)
    let inner = drawPanel(.effect, effectTitle(frame), hint: hint, into: &frame, in: rect)
    guard let report = whatIf.shownReport, !isLedgerEmpty else {
      frame.draw(lines: missingWords, in: inner)
      return
    }
    let isBrief = inner.width < 50
    let columns = [
      TableColumn("EFFECT", minimum: isBrief ? 14 : 20, maximum: 30),
      TableColumn("CURRENT", minimum: 9, maximum: 12, sacrifice: 2, alignment: .right),
      TableColumn("CANDIDATE", minimum: 9, maximum: 12, sacrifice: 1, alignment: .right),
      TableColumn("CHANGE", minimum: 18, maximum: 20, alignment: .right),
    ]
    let widths = Self.widths(of: columns, in: inner.width, gap: 1)
    let lines = WhatIfEffectLine.all(of: report)
    drawTable(.effect, columns, into: &frame, in: inner) { index, isCurrent, frame in
      effectRow(lines[index], isCurrent: isCurrent, widths, frame)
    }
  }

  private func effectRow(
    _ line: WhatIfEffectLine, isCurrent: Bool, _ widths: [Int: Int], _ frame: Frame
  ) -> TableRow {
    let width = widths[0] ?? 0
    let role: StyleRole = whatIf.isOld ? .dim : .text
    let cells: [[TextRun]]
    switch line {
    case .heading(let title, let brief):
      cells = [[TextRun(title.count <= width ? title : brief, role: .header)]]
    case .cost(let cost):
      let words = cost.map { Formatting.days($0) + " days" } ?? frame.glyph(.none)
      cells = [
        [TextRun(width >= 21 ? "per recovery in grace" : "each in grace", role: role)], [], [],
        [TextRun(words, role: role)],
      ]
    case .figure(let figure):
      let indent = figure.isPart && figure.subject != .unpaidAccess ? "  " : ""
      cells = [
        [TextRun(indent + figure.words(width: width - indent.count), role: role)],
        [TextRun(figure.current.words, role: .dim)],
        [TextRun(figure.candidate.words, role: role)],
        [change(of: figure, width: widths[3] ?? 0, role)],
      ]
    }
    return TableRow(cells, overlay: isCurrent ? .cursor : nil, hasCursor: isCurrent)
  }

  /// The change; `same`, in dim letters but for all recoveries together, where there is none.
  private func change(of figure: WhatIfReport.Line, width: Int, _ role: StyleRole) -> TextRun {
    let words = figure.changeWords(width: width)
    guard words.isEmpty, figure.current.words == figure.candidate.words else {
      return TextRun(words, role: role)
    }
    return TextRun("same", role: figure.subject == .recovered ? role : .dim)
  }

  /// The title, which says of which candidate the figures are.
  private func effectTitle(_ frame: Frame) -> String {
    guard whatIf.answer != nil else { return "Effect" }
    if whatIf.isOld { return "Effect of the former candidate\(frame.glyph(.ellipsis))" }
    let isSame = !whatIf.question.candidate.compares(with: model.settings.policy)
    return isSame ? "Effect: none, nothing is changed" : "Effect"
  }
}
