import SubscriptionCore
import TerminalUI

extension DetailScreen {
  /// Draws the conditions of the prompt decision and the explanation.
  func drawWhy(_ detail: DetailState, _ data: DetailData, into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let isWhole = detail.showsWhy
    let inner = Panel.content(of: rect)
    let lines = whyLines(data, in: inner, isWhole: isWhole)
    let isCut = isWhole && lines.count > inner.height
    let less = isCut ? "\(model.key(.moveDown)) \(model.key(.moveUp)) scroll  w less" : "w less"
    frame.draw(
      Panel(
        title: data.extra.summary.status.prompt.isDue ? "Why due?" : "Why not due?",
        hint: isWhole ? less : "w more", isFocused: isWhole), in: rect)
    frame.put(lines, from: isWhole ? detail.whyTop : 0, in: inner)
  }

  /// The decision, its conditions, what would end it, and the words for a reply.
  func whyLines(_ data: DetailData, in inner: Rect, isWhole: Bool) -> [[TextRun]] {
    let summary = data.extra.summary
    let isDue = summary.status.prompt.isDue
    let glyphs = model.settings.signs
    var lines: [[TextRun]] = []
    let mark = isDue ? String(glyphs[TimelineMark.due.glyph]) + " " : ""
    let decision = promptWords(summary, isLongSilent: data.isLongSilent)
    for line in Paragraph(mark + decision).lines(width: inner.width) {
      lines.append([TextRun(line, role: isDue ? "timeline.due" : .title)])
    }
    lines += data.extra.trace.map { condition in
      let sign = String(glyphs[condition.holds ? .yes : .no])
      let role: StyleRole = condition.holds ? "timeline.ok" : "timeline.fail"
      return [
        TextRun(sign + " ", role: role), TextRun(condition.condition),
        TextRun("  " + condition.value.text(dates.moment), role: .dim),
      ]
    }
    if isDue {
      lines += Paragraph(Self.endOfPrompt).lines(width: inner.width)
        .map { [TextRun($0, role: .dim)] }
    }
    let sentences = data.explanation.flatMap { Paragraph($0.text).lines(width: inner.width) }
    if isWhole || lines.count + 1 < inner.height {
      lines.append([])
      lines += sentences.map { [TextRun($0)] }
    }
    return lines
  }

  /// The number of lines that the reasons can begin with.
  func scrollPositions(ofWhy data: DetailData, in rect: Rect) -> Int {
    let inner = Panel.content(of: rect)
    return max(1, whyLines(data, in: inner, isWhole: true).count - inner.height + 1)
  }

  /// The events that end a due prompt.
  private static let endOfPrompt =
    "ends when the payment arrives, the prompt is shown, or someone snoozes or suppresses it"
}
