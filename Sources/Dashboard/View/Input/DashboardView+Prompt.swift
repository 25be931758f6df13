import SubscriptionCore
import TerminalUI

/// A question that one line of text answers.
extension DashboardView {
  /// The question, the line, and what the answer means so far.
  func popup(_ line: PromptLine) -> Popup {
    let fault = fault(of: line)
    let field = TextField(line.field, placeholder: line.placeholder, errorOffset: fault?.offset)
    return Popup(
      title: line.title,
      lines: [[TextRun("")], [fault.map { TextRun($0.text) } ?? meaning(of: line)]],
      hint: "Enter go  Esc cancel", field: (field, 0))
  }

  /// Draws the question, a caret under what is wrong with the answer.
  func drawPrompt(_ line: PromptLine, into frame: inout Frame, _ layout: FrameLayout) {
    let popup = popup(line)
    draw(popup, into: &frame, layout)
    let inner = Panel.content(of: boxRect(layout, rows: popup.lines.count))
    guard let fault = fault(of: line), inner.height > 1, let field = popup.field?.field else {
      return
    }
    let column = field.column(of: fault.offset, in: inner.row(0))
    drawFault(fault.text, under: column, in: inner.row(1), into: &frame)
  }

  /// What is wrong with what is typed so far, and at which of its characters; `nil` for nothing,
  /// for an empty line and for one that is judged once it is entered.
  private func fault(of line: PromptLine) -> (offset: Int, text: String)? {
    guard case .snooze = line.purpose else { return nil }
    let typed = line.field.text
    let text = typed.trimmed
    guard !text.isEmpty else { return nil }
    do {
      _ = try InstantText.later(text, now: model.actedAt, in: dates.zone)
      return nil
    } catch {
      let before = String(String.UnicodeScalarView(text.unicodeScalars.prefix(error.offset)))
      return (typed.prefix { $0 == " " }.count + before.count, error.text)
    }
  }

  /// Words with a caret under the fault: behind the caret, or in front of it where there is no
  /// room.
  private func drawFault(
    _ words: String, under column: Int, in row: Rect, into frame: inout Frame
  ) {
    frame.fill(row)
    let width = SafeText.width(of: words)
    let isBehind = column + 2 + width <= row.right || column - row.x < width + 1
    let start = isBehind ? column : column - width - 1
    frame.put(
      isBehind ? "^ \(words)" : "\(words) ^", at: Point(x: start, y: row.y),
      width: row.right - start, role: .flashWarn)
  }

  private func meaning(of line: PromptLine) -> TextRun {
    if !line.problem.isEmpty {
      return TextRun("\(line.problem): \(line.placeholder)", role: .flashWarn)
    }
    switch line.purpose {
    case .snooze:
      let text = line.field.text.trimmed
      guard let until = try? InstantText.later(text, now: model.actedAt, in: dates.zone) else {
        return TextRun("a length of time from now, or a date", role: .dim)
      }
      return TextRun(
        "\(dates.weekday(until)) \(dates.moment(until)), in "
          + Words.age(until - model.actedAt), role: .dim)
    case .viewName:
      let isTaken = model.preferences.views.contains { $0.name == line.field.text.trimmed }
      return isTaken
        ? TextRun("a view of that name is there: Enter replaces it", role: .flashWarn)
        : TextRun("@ and its digit open it", role: .dim)
    case .exportFile: return TextRun("a file of that name is never replaced without a question")
    case .asOf:
      let text = line.field.text.trimmed
      let present = model.livePresent
      guard let instant = InstantText.instant(text, now: present, in: dates.zone) else {
        return TextRun(text.isEmpty ? "empty goes back to now" : "", role: .dim)
      }
      let age = Words.age(present - instant)
      return TextRun(
        "\(dates.weekday(instant)) \(DateWords(dates.zone, now: present).moment(instant)), "
          + (instant <= present ? "\(age) ago" : "in \(age), as projected"), role: .dim)
    }
  }
}
