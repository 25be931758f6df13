import EventLedger
import SubscriptionCore
import TerminalUI

extension OverviewScreen {
  private static let titleWidth = 8

  /// Draws the recovery rates and their trend.
  func drawRecovery(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let isFocused = overview.pane == .recovery
    let inner = Panel.content(of: rect)
    let fit = overview.figures.map { recoveryLines($0, inner, frame).fitting(inner.height) }
    let about = rect.width >= 36 ? "% of users who entered" : ""
    let own = isFocused ? "\(enter(frame)): metrics" : about
    frame.draw(
      Panel(
        title: "Recovered", hint: hint(leftOut: fit?.left ?? 0, own, frame),
        isFocused: isFocused), in: rect)
    frame.record(.line(0, pane: OverviewState.Pane.recovery.rawValue), in: inner)
    if isFocused { frame.cursor = Point(x: inner.x, y: inner.y) }
    frame.put(fit?.lines ?? [], in: inner)
  }

  private func recoveryLines(
    _ figures: OverviewFigures, _ inner: Rect, _ frame: Frame
  ) -> PanelLines {
    let half = max(0, (inner.width - Self.titleWidth) / 2)
    var lines = PanelLines()
    lines.add(
      heading: pad("failed", Self.titleWidth) + pad(" in grace", half) + " in hold", rank: 0)
    let former = RecoveryLine.former(figures)
    let all = RecoveryLine.all(figures)
    for line in all {
      let earlier = line.isFinal ? former : nil
      lines.add([
        TextRun(pad(line.title, Self.titleWidth), role: .dim),
        TextRun(pad(" " + words(line.grace, earlier?.grace, frame), half)),
        TextRun(" " + words(line.hold, earlier?.hold, frame)),
      ])
    }
    let open = all.last { !$0.isFinal }?.open ?? 0
    let signs = frame.glyph(.trendUp) + frame.glyph(.trendDown)
    lines.add([TextRun("\(Formatting.count(open)) in recovery (not final)", role: .dim)], rank: 2)
    lines.add([TextRun("\(signs) vs 90-120 d ago, both final", role: .dim)], rank: 3)
    lines.addBlank()
    lines.add(heading: "ended in 30 d", rank: 1)
    lines.add(
      [
        TextRun("\(Formatting.count(figures.endedInvoluntary30d)) involuntary", role: "state.hold"),
        TextRun(dot(frame) + "\(Formatting.count(figures.endedVoluntary30d)) voluntary"),
      ], rank: 1)
    lines.add(
      [TextRun("\(Formatting.count(figures.endedUnknown30d)) for a cause unknown", role: .dim)],
      rank: 2)
    return lines
  }

  /// The panel in a few words, where it has no room; `nil` before there are figures.
  func recoveryBrief(_ frame: Frame) -> String? {
    guard let figures = overview.figures,
      let line = RecoveryLine.closed(figures) ?? RecoveryLine.all(figures).last
    else { return nil }
    func words(_ share: RecoveryLine.Share) -> String {
      share.percent.map { "\($0)%" } ?? frame.glyph(.none)
    }
    return "recovered (failed \(line.title) ago): \(words(line.grace)) in grace, "
      + "\(words(line.hold)) in hold"
  }

  private func words(
    _ share: RecoveryLine.Share, _ earlier: RecoveryLine.Share?, _ frame: Frame
  ) -> String {
    guard let percent = share.percent else { return frame.glyph(.none) }
    let trend = earlier.map { share.trend(against: $0) } ?? 0
    let sign = trend == 0 ? "" : frame.glyph(trend > 0 ? .trendUp : .trendDown)
    return "\(Formatting.count(share.part))/\(Formatting.count(share.whole)) \(percent)%\(sign)"
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - SafeText.width(of: text)))
  }
}
