import SubscriptionCore
import TerminalUI

/// Texts to read and programs to agree to, in front of the screen.
extension DashboardView {
  /// The lines of a text, wrapped to the width of the screen.
  func lines(of pager: Pager) -> [String] {
    let width = max(1, model.layout.body.width - 4)
    return pager.lines.flatMap { line in
      let text = SafeText.sanitized(line.split(separator: "\t").joined(separator: "    "))
      return text.isEmpty ? [""] : Paragraph(text).lines(width: width)
    }
  }

  /// Draws a text over the body.
  func drawPager(_ pager: Pager, into frame: inout Frame, _ layout: FrameLayout) {
    let lines = lines(of: pager)
    let copy = model.keyMap.keys(of: .copy, on: .detail).first.map { "\($0) copy  " } ?? ""
    let keys = "\(model.key(.moveDown)) \(model.key(.moveUp)) scroll  \(copy)Esc close"
    frame.fill(layout.body)
    frame.draw(
      Panel(title: SafeText.sanitized(pager.title), hint: keys, isFocused: true), in: layout.body)
    let inner = Panel.content(of: layout.body)
    let first = max(0, min(pager.top, lines.count - inner.height))
    for (row, line) in lines.dropFirst(first).prefix(inner.height).enumerated() {
      frame.put(line, at: Point(x: inner.x, y: inner.y + row), width: inner.width)
    }
    frame.cursor = Point(x: inner.x, y: inner.y)
  }

  /// What a program that waits for a yes would do.
  func questionLines(_ prepared: PreparedCommand, width: Int) -> [[TextRun]] {
    var lines = Paragraph("This will be run, without a shell: \(prepared.line)")
      .lines(width: width).map { [TextRun($0)] }
    if prepared.command.writes {
      lines.append([TextRun("! it changes something outside of churntop.", role: .flashWarn)])
    }
    lines.append([
      TextRun("y", role: .hintKey), TextRun(" run it   "), TextRun("n", role: .hintKey),
      TextRun(" do not"),
    ])
    return lines
  }
}
