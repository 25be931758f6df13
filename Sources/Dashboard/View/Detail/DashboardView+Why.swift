import SubscriptionCore
import TerminalUI

extension DashboardView {
  /// Why a prompt is due or is not, condition by condition, and what to tell the user.
  func drawWhy(_ data: DetailData, isWhole: Bool, into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let inner = Panel.content(of: rect)
    let lines = whyLines(data, in: inner, isWhole: isWhole)
    let isCut = isWhole && lines.count > inner.height
    let less = isCut ? "\(model.key(.moveDown)) \(model.key(.moveUp)) scroll  w less" : "w less"
    frame.draw(
      Panel(
        title: data.extra.summary.status.prompt.isDue ? "Why due?" : "Why not due?",
        hint: isWhole ? less : "w more", isFocused: isWhole), in: rect)
    let top = isWhole ? max(0, min(model.detail?.whyTop ?? 0, lines.count - inner.height)) : 0
    for (row, line) in lines.dropFirst(top).prefix(inner.height).enumerated() {
      frame.put(line, at: Point(x: inner.x, y: inner.y + row), width: inner.width)
    }
  }

  /// The decision, its conditions, what would end it, and the words for a reply.
  func whyLines(_ data: DetailData, in inner: Rect, isWhole: Bool) -> [[TextRun]] {
    let summary = data.extra.summary
    let isDue = summary.status.prompt.isDue
    let glyphs = model.settings.signs
    var lines: [[TextRun]] = []
    let mark = isDue ? String(glyphs[TimelineMark.due.glyph]) + " " : ""
    for line in Paragraph(mark + promptWords(summary)).lines(width: inner.width) {
      lines.append([TextRun(line, role: isDue ? "timeline.due" : .title)])
    }
    lines += data.extra.trace.map { condition in
      let sign = String(glyphs[condition.holds ? .yes : .no])
      let role: StyleRole = condition.holds ? "timeline.ok" : "timeline.fail"
      return [
        TextRun(sign + " ", role: role), TextRun(condition.condition),
        TextRun("  " + dates.shortened(condition.value), role: .dim),
      ]
    }
    if isDue {
      lines += Paragraph(Self.endOfPrompt).lines(width: inner.width)
        .map { [TextRun($0, role: .dim)] }
    }
    let sentences = data.sentences.flatMap {
      Paragraph(dates.shortenedSentence($0)).lines(width: inner.width)
    }
    if isWhole || lines.count + 1 < inner.height {
      lines.append([])
      lines += sentences.map { [TextRun($0)] }
    }
    return lines
  }

  /// What would have a prompt that is due not be due any more.
  private static let endOfPrompt =
    "ends when the payment arrives, the prompt is shown, or someone snoozes or suppresses it"
}
