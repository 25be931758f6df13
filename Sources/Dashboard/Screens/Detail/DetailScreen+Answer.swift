import SubscriptionCore
import TerminalUI

/// The explanation for support, in plain words, and the reasons of the prompt decision.
extension DetailScreen {
  /// Draws the explanation, topic by topic.
  func drawAnswer(
    _ detail: DetailState, _ data: DetailData, into frame: inout Frame, in rect: Rect
  ) {
    guard rect.height >= 3 else { return }
    let inner = Panel.content(of: rect)
    let lines = text.answerLines(
      data, width: inner.width, cutsLinks: detail.isBeside ? frame.glyph(.ellipsis) : nil)
    let isFocused = detail.pane == .answer && !detail.isBeside
    let isCut = lines.count > inner.height
    let moves = model.keys(.moveDown, .moveUp)
    let scroll = isFocused ? "\(moves) scroll" : "\(model.key(.paneNext)): scroll"
    let why = detail.showsWhy ? "" : "\(model.key(.why)) why"
    let keys = [isCut ? scroll : "", why].filter { !$0.isEmpty }.joined(separator: "  ")
    let hint = self.hint(detail.answer, count: lines.count, in: inner, keys)
    frame.draw(
      Panel(title: "In plain words", hint: detail.isBeside ? "" : hint, isFocused: isFocused),
      in: rect)
    let top = max(0, min(detail.answer.top, lines.count - inner.height))
    for (row, line) in lines.dropFirst(top).prefix(inner.height).enumerated() {
      let isLast = row == inner.height - 1 && top + inner.height < lines.count
      frame.put(
        isLast ? continued(line, width: inner.width, frame) : line,
        at: Point(x: inner.x, y: inner.y + row), width: inner.width)
    }
    if isFocused { frame.cursor = inner.origin }
  }

  /// A line that goes on below the panel, with an ellipsis at its end.
  private func continued(_ line: [TextRun], width: Int, _ frame: Frame) -> [TextRun] {
    var line = line
    guard var last = line.popLast() else { return [TextRun(frame.glyph(.ellipsis), role: .dim)] }
    let used = line.reduce(0) { $0 + SafeText.width(of: $1.text) }
    let room = max(0, width - used - 2)
    // A word that does not fit whole is left to the line below.
    last.text = Paragraph(last.text).lines(width: room).first ?? ""
    return line + [last, TextRun(" " + frame.glyph(.ellipsis), role: .dim)]
  }

  /// Draws the conditions of the prompt decision and the explanation.
  func drawWhy(_ detail: DetailState, _ data: DetailData, into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let isWhole = detail.showsWhy
    let inner = Panel.content(of: rect)
    let lines = text.whyLines(data, in: inner, isWhole: isWhole)
    let isCut = isWhole && lines.count > inner.height
    let why = model.key(.why)
    let less = (isCut ? "\(model.keys(.moveDown, .moveUp)) scroll  " : "") + "\(why) less"
    let hint =
      isWhole ? self.hint(detail.why, count: lines.count, in: inner, less) : "\(why) more"
    frame.draw(
      Panel(
        title: data.extra.summary.status.prompt.isDue ? "Why due?" : "Why not due?",
        hint: hint, isFocused: isWhole), in: rect)
    frame.put(lines, from: isWhole ? detail.why : TextScroll(), in: inner)
  }
}
