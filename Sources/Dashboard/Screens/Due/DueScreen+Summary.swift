import EventLedger
import SubscriptionCore
import TerminalUI

extension DueScreen {
  /// Draws the figures of Due.
  func drawSummary(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let summary = model.dueFigures.map(DueSummary.init)
    guard rect.height >= 4 else {
      guard let summary else { return }
      let label = state.filterText.isEmpty ? "due by rule" : "whole queue by rule"
      let parts = labelled(label, summary.rules, frame) + age(summary, isShort: true, frame)
      frame.put(
        parts, at: Point(x: rect.x + 2, y: rect.y), width: max(0, rect.width - 4))
      return
    }
    frame.draw(Panel(title: "Summary", hint: "the whole queue, whatever the filter"), in: rect)
    let inner = Panel.content(of: rect)
    guard let summary else { return }
    let half = inner.width * 11 / 20
    let rows = [
      (labelled("by rule", summary.rules, frame), labelled("by store", summary.stores, frame)),
      (age(summary, frame), [TextRun]()),
    ]
    for (row, (left, right)) in rows.enumerated() {
      let width = right.isEmpty ? inner.width : half - 2
      frame.put(left, at: Point(x: inner.x, y: inner.y + row), width: width)
      frame.put(
        right, at: Point(x: inner.x + half, y: inner.y + row), width: inner.width - half)
    }
  }

  /// A label and its words.
  private func labelled(_ label: String, _ words: [String], _ frame: Frame) -> [TextRun] {
    let padding = String(repeating: " ", count: max(2, 10 - label.count))
    let text = words.isEmpty ? "nothing is due" : words.joined(separator: dot(frame))
    return [TextRun(label + padding, role: .dim), TextRun(text)]
  }

  /// The ages of the due prompts; on a line that begins with something else, only the overdue ones.
  private func age(
    _ summary: DueSummary, isShort: Bool = false, _ frame: Frame
  ) -> [TextRun] {
    let overdue =
      summary.isOverdue
      ? [TextRun(" "), TextRun(frame.glyph(.overdue), role: "timeline.due")] : []
    guard isShort else { return labelled("age", summary.ages, frame) + overdue }
    return summary.isOverdue ? [TextRun(dot(frame) + (summary.ages.last ?? ""))] + overdue : []
  }

  /// The foot of Due: how many are due, soon due and marked.
  func dueHint(_ frame: Frame) -> String {
    var parts: [String] = []
    if let place = state.window.selectedPlace, let total = state.window.total {
      parts.append("\(Formatting.count(place)) of \(Formatting.count(total))")
    }
    var queue: [String] = []
    if let figures = model.dueFigures { queue.append("\(DueSummary(figures).total) due") }
    if let soon = model.overview.figures?.promptsNext24h {
      queue.append("\(Formatting.count(soon)) next 24h")
    }
    if !state.filterText.isEmpty, let first = queue.first { queue[0] = "whole queue: " + first }
    parts += queue
    let marked = state.markedCount
    if marked != 0 { parts.append(frame.glyph(.marked) + "\(Formatting.count(marked)) marked") }
    return parts.joined(separator: dot(frame))
  }
}
