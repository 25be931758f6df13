import SubscriptionCore
import TerminalUI

extension DashboardView {
  /// Why a prompt is due or is not, condition by condition, and what to tell the user.
  func drawWhy(_ data: DetailData, isWhole: Bool, into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let summary = data.extra.summary
    let isDue = summary.standing.prompt.isDue
    frame.draw(
      Panel(
        title: isDue ? "Why due?" : "Why not due?", hint: isWhole ? "w less" : "w more",
        isFocused: isWhole), in: rect)
    let inner = Panel.content(of: rect)
    var lines: [[TextRun]] = []
    let mark = isDue ? frame.glyph(TimelineMark.due.glyph) + " " : ""
    for line in Paragraph(mark + promptWords(summary)).lines(width: inner.width) {
      lines.append([TextRun(line, role: isDue ? "timeline.due" : .title)])
    }
    lines += data.extra.trace.map { condition in
      let sign = frame.glyph(condition.holds ? .yes : .no)
      let role: StyleRole = condition.holds ? "timeline.ok" : "timeline.fail"
      return [
        TextRun(sign + " ", role: role), TextRun(condition.condition),
        TextRun("  " + Words.shortened(condition.value, now: model.now), role: .dim),
      ]
    }
    let sentences = data.sentences.flatMap {
      Paragraph(Words.shortenedSentence($0, now: model.now)).lines(width: inner.width)
    }
    if isWhole || lines.count + 1 < inner.height {
      lines.append([])
      lines += sentences.map { [TextRun($0)] }
    }
    for (row, line) in lines.prefix(inner.height).enumerated() {
      frame.put(line, at: Point(x: inner.x, y: inner.y + row), width: inner.width)
    }
  }
}
