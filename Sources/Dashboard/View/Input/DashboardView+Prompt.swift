import SubscriptionCore
import TerminalUI

/// A question that one line of text answers.
extension DashboardView {
  /// Draws the question, the line, and what the answer means so far.
  func drawPrompt(_ line: PromptLine, into frame: inout Frame, _ layout: FrameLayout) {
    let words = meaning(of: line)
    drawBox(
      title: line.title, lines: [[TextRun("")], [words]], hint: "Enter go  Esc cancel",
      into: &frame, layout)
    let box = boxRect(layout, rows: 2)
    frame.draw(
      TextField(line.field, placeholder: line.placeholder), in: Panel.content(of: box).row(0))
  }

  private func meaning(of line: PromptLine) -> TextRun {
    if !line.problem.isEmpty {
      return TextRun("\(line.problem): \(line.placeholder)", role: .flashWarn)
    }
    switch line.purpose {
    case .viewName:
      let isTaken = model.preferences.views.contains { $0.name == line.field.text.trimmed }
      return isTaken
        ? TextRun("a view of that name is there: Enter replaces it", role: .flashWarn)
        : TextRun("@ and its digit open it", role: .dim)
    case .exportFile: return TextRun("a file of that name is never replaced without a question")
    case .asOf:
      let text = line.field.text.trimmed
      let present = model.livePresent
      guard let instant = InstantText.instant(text, now: present) else {
        return TextRun(text.isEmpty ? "empty goes back to now" : "", role: .dim)
      }
      let age = Words.age(present - instant)
      return TextRun(
        "\(Words.weekday(instant)) \(Words.moment(instant, now: present)), "
          + (instant <= present ? "\(age) ago" : "in \(age), as projected"), role: .dim)
    }
  }
}
