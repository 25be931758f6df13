import EventLedger
import SubscriptionCore
import TerminalUI

extension DashboardView {
  /// How many failed renewals were paid after all: of how many, and where that is going.
  func drawRecovery(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let isFocused = model.overview.pane == .recovery
    frame.draw(
      Panel(
        title: "Recovered", hint: rect.width >= 36 ? "of those that entered" : "",
        isFocused: isFocused),
      in: rect)
    let inner = Panel.content(of: rect)
    if isFocused { frame.cursor = Point(x: inner.x, y: inner.y) }
    guard let figures = model.overview.figures else { return }
    let windows = RecoveryLine.all(figures)
    let half = max(0, (inner.width - 6) / 2)
    let head = [
      TextRun(pad("failed", 6), role: .header), TextRun(pad(" in grace", half), role: .header),
      TextRun(" in hold", role: .header),
    ]
    var lines = [head]
    for (index, window) in windows.enumerated() {
      let longer = index + 1 < windows.count ? windows[index + 1] : nil
      lines.append([
        TextRun(pad("\(window.days) d", 6), role: .dim),
        TextRun(pad(" " + words(window.grace, longer?.grace, frame), half)),
        TextRun(" " + words(window.hold, longer?.hold, frame)),
      ])
    }
    if inner.height >= 10 { lines += ends(figures, windows, frame) }
    for (row, line) in lines.prefix(inner.height).enumerated() {
      frame.put(line, at: Point(x: inner.x, y: inner.y + row), width: inner.width)
    }
  }

  /// What is open and what ended, where there is room.
  private func ends(
    _ figures: OverviewFigures, _ windows: [RecoveryLine], _ frame: Frame
  ) -> [[TextRun]] {
    let open = windows.last?.open ?? 0
    let sign = frame.glyph(.trendUp) + frame.glyph(.trendDown)
    return [
      [TextRun("\(sign) against the longer window", role: .dim)],
      [TextRun("\(Words.count(open)) still open, so shares can grow", role: .dim)], [],
      [TextRun("ended in 30 d", role: .header)],
      [
        TextRun("\(Words.count(figures.endedInvoluntary30d)) "),
        TextRun("lost", role: "state.hold"),
        TextRun("  \(Words.count(figures.endedVoluntary30d)) left"),
        TextRun("  \(Words.count(figures.endedUnknown30d)) not said", role: .dim),
      ],
    ]
  }

  private func words(
    _ share: RecoveryLine.Share, _ longer: RecoveryLine.Share?, _ frame: Frame
  ) -> String {
    guard let percent = share.percent else { return frame.glyph(.none) }
    let trend = longer.map { share.trend(against: $0) } ?? 0
    let sign = trend == 0 ? "" : frame.glyph(trend > 0 ? .trendUp : .trendDown)
    return "\(Words.count(share.part))/\(Words.count(share.whole)) \(percent)%\(sign)"
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - SafeText.width(of: text)))
  }
}
