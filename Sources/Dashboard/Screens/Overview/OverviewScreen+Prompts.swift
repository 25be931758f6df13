import EventLedger
import SubscriptionCore
import TerminalUI

extension OverviewScreen {
  /// Draws the numbers of prompts that are due, overdue, scheduled and withheld.
  func drawPrompts(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let isFocused = overview.pane == .prompts
    let inner = Panel.content(of: rect)
    let fit = overview.figures.map { promptLines($0, inner, frame).fitting(inner.height) }
    frame.draw(
      Panel(
        title: "Prompts due",
        hint: hint(
          leftOut: fit?.left ?? 0, paneHint(.prompts, "\(model.key(.due)): list", frame), frame),
        isFocused: isFocused), in: rect)
    frame.record(.line(0, pane: OverviewState.Pane.prompts.rawValue), in: inner)
    if isFocused { frame.cursor = inner.origin }
    frame.put(fit?.lines ?? [], in: inner)
  }

  private func promptLines(
    _ figures: OverviewFigures, _ inner: Rect, _ frame: Frame
  ) -> PanelLines {
    let grace = Formatting.count(figures.promptsDue[.grace] ?? 0)
    let hold = Formatting.count(figures.promptsDue[.hold] ?? 0)
    let parts = [
      grace + frame.glyph(SubscriptionState.grace.glyph),
      hold + frame.glyph(SubscriptionState.hold.glyph),
    ]
    let count = figures.promptsDue.values.reduce(0, +)
    let due = figure("due now", count, before: parts.joined(separator: " "), inner)
    var lines = PanelLines()
    lines.add([
      TextRun(due + "  "), TextRun(parts[0], role: "state.grace"), TextRun(" "),
      TextRun(parts[1], role: "state.hold"),
    ])
    lines.add(
      [TextRun(figure("overdue > 24h", figures.promptsOverdue24h, inner))] + oldest(figures, frame))
    lines.add([TextRun(figure("next 24h", figures.promptsNext24h, inner))])
    let suppressed =
      (inner.width >= 40 ? "suppressed " : "suppr. ") + Formatting.count(figures.suppressed)
    let snoozed = figure("snoozed", figures.snoozed, before: suppressed, inner)
    lines.add([TextRun("\(snoozed)  \(suppressed)")])
    lines.addBlank()
    lines.add(heading: "scheduled by day", rank: 1)
    for (day, line) in days(figures, inner, frame).enumerated() { lines.add(line, rank: 1 + day) }
    return lines
  }

  /// A word and its figure; figures end below each other unless that would cut off the text after
  /// them.
  private func figure(
    _ word: String, _ value: Int, before rest: String = "", _ inner: Rect
  ) -> String {
    let width = min(18, inner.width - SafeText.width(of: rest) - 2)
    return word + Formatting.right(" " + Formatting.count(value), width - word.count)
  }

  private func oldest(_ figures: OverviewFigures, _ frame: Frame) -> [TextRun] {
    guard let since = figures.oldestDueSince, figures.promptsOverdue24h > 0 else { return [] }
    return [
      TextRun("  "),
      TextRun(
        "\(frame.glyph(.overdue)) \(Formatting.short(model.now - since))", role: "timeline.due"),
    ]
  }

  private func days(_ figures: OverviewFigures, _ inner: Rect, _ frame: Frame) -> [[TextRun]] {
    let counts = figures.promptsScheduled7d
    let top = max(1, counts.max() ?? 1)
    return counts.enumerated().map { day, count in
      let bar = Bar(value: count, maximum: top)
        .signs(width: max(0, min(24, inner.width - 14)), glyphs: frame.glyphs)
      return [
        TextRun(dates.weekday(model.now + .days(day)) + "  ", role: .dim),
        TextRun(bar, role: .chartBar),
        TextRun((bar.isEmpty ? "" : " ") + Formatting.count(count)),
      ]
    }
  }
}
