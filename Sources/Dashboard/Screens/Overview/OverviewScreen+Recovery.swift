import EventLedger
import SubscriptionCore
import TerminalUI

extension OverviewScreen {
  private static let titleWidth = 8

  /// The difference between the windows here and those of the Metrics screen.
  private static let windowNote = "up to now; Metrics: to yesterday"

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
    if isFocused { frame.cursor = inner.origin }
    frame.put(fit?.lines ?? [], in: inner)
  }

  private func recoveryLines(
    _ figures: OverviewFigures, _ inner: Rect, _ frame: Frame
  ) -> PanelLines {
    let closed = RecoveryLine.closed(figures)
    let all = RecoveryLine.all(figures)
    let signs = figures.recoveryComparison?.isMoreThanNoise == true ? 2 : 0
    let room = inner.width - Self.titleWidth - signs
    var (grace, hold) = (Shares(all.map(\.grace)), Shares(all.map(\.hold)))
    // Large counts give way to the shares that are made of them.
    if grace.width + hold.width > room { (grace.counts, hold.counts) = (0, 0) }
    let half = max(grace.width, min(room / 2, room - hold.width)) + signs / 2
    var lines = PanelLines()
    lines.add(
      heading: Formatting.left("failed", Self.titleWidth) + Formatting.left(" in grace", half)
        + " in hold", rank: 0)
    for line in all {
      let change = line == closed ? figures.recoveryComparison : nil
      lines.add([
        TextRun(Formatting.left(line.title, Self.titleWidth), role: .dim),
        TextRun(Formatting.left(" " + words(line.grace, grace, change?.grace, frame), half)),
        TextRun(" " + words(line.hold, hold, change?.hold, frame)),
      ])
    }
    let open = all.last { !$0.isClosed }?.open ?? 0
    lines.add([TextRun("\(Formatting.count(open)) in recovery (not final)", role: .dim)], rank: 2)
    if let comparison = figures.recoveryComparison, comparison.hasBoth {
      lines.add([TextRun(meaning(of: comparison, frame), role: .dim)], rank: 3)
    }
    lines.add([TextRun(Self.windowNote, role: .dim)], rank: 2)
    lines.addBlank()
    lines.add(heading: "ended in 30 d, not back since", rank: 1)
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

  /// The panel in a few words, where it has no room, with the numbers that the shares are of or
  /// without; `nil` before there are figures.
  func recoveryBrief(_ frame: Frame, hasCounts: Bool) -> String? {
    guard let figures = overview.figures,
      let line = RecoveryLine.closed(figures) ?? RecoveryLine.all(figures).last
    else { return nil }
    let change = line.isClosed ? figures.recoveryComparison : nil
    func words(_ rate: Rate, _ change: RecoveryComparison.Change?) -> String {
      guard let percent = rate.percent else { return frame.glyph(.none) }
      let whole = hasCounts ? " of \(Formatting.count(rate.denominator))" : ""
      return "\(percent)%\(sign(change, frame))\(whole)"
    }
    return "recovered (failed \(line.title) ago): \(words(line.grace, change?.grace)) in grace, "
      + "\(words(line.hold, change?.hold)) in hold"
  }

  /// The widths that the shares of a column have in common, so that they end below each other.
  private struct Shares {
    /// The width of the counts; zero where they are left out.
    var counts: Int
    var percents: Int

    /// The columns of a share with a blank before it.
    var width: Int { counts + (counts > 0 ? 1 : 0) + percents + 2 }

    init(_ rates: [Rate]) {
      counts = rates.map { OverviewScreen.counts($0).count }.max() ?? 0
      percents = rates.compactMap { $0.percent.map { "\($0)".count } }.max() ?? 0
    }
  }

  private static func counts(_ rate: Rate) -> String {
    "\(Formatting.count(rate.numerator))/\(Formatting.count(rate.denominator))"
  }

  private func words(
    _ rate: Rate, _ shares: Shares, _ change: RecoveryComparison.Change?, _ frame: Frame
  ) -> String {
    guard let percent = rate.percent else {
      return Formatting.right(frame.glyph(.none), shares.counts)
    }
    let counts =
      shares.counts > 0 ? Formatting.right(Self.counts(rate), shares.counts) + " " : ""
    return counts + Formatting.right("\(percent)", shares.percents) + "%" + sign(change, frame)
  }

  /// The sign of a change that is more than noise, as on Metrics.
  private func sign(_ change: RecoveryComparison.Change?, _ frame: Frame) -> String {
    switch change?.direction {
    case .up: frame.glyph(.trendUp)
    case .down: frame.glyph(.trendDown)
    case .noise, nil: ""
    }
  }

  /// The meaning of the signs where there is one, or of their absence.
  private func meaning(of comparison: RecoveryComparison, _ frame: Frame) -> String {
    guard comparison.isMoreThanNoise else { return "vs 90-120 d: no more than noise" }
    let signs = frame.glyph(.trendUp) + frame.glyph(.trendDown)
    return "\(signs) more than noise vs 90-120 d"
  }
}
