import EventLedger
import SubscriptionCore
import TerminalUI

/// Four figures in big digits, for a wall or a talk; they stay up to date.
public struct BigFigures: Hashable, Sendable {
  /// A figure.
  struct Figure: Hashable {
    /// The title, which says what is counted.
    var title: String
    /// The number, or a dash for none.
    var number: String
    /// The parts of the number, or what it compares with.
    var note: String
    /// The meaning of the digits' colour.
    var role: StyleRole
  }

  /// The days since a failure after which its outcome is final, and the end of the window counted.
  private static let window = (from: RecoveryLine.finalAfter, to: 90)

  /// Returns the figures of a model; none before the first answer of the ledger.
  func figures(_ model: DashboardModel) -> [Figure] {
    guard let figures = model.overview.figures else { return [] }
    let screen = OverviewScreen(model: model)
    let parts = SubscriptionState.allCases.filter(\.isFailing).map { state in
      "\(Formatting.count(figures.states[state]?.count ?? 0)) \(state.title)"
    }
    return [
      Figure(
        title: "Users at risk", number: Formatting.count(figures.atRisk.count),
        note: parts.joined(separator: ", "), role: SubscriptionState.grace.barRole),
      money(figures, screen),
      Figure(
        title: "Failed \(screen.failureDay)", number: Formatting.count(figures.failedToday),
        note: OverviewScreen.flowWords(figures), role: SubscriptionState.hold.barRole),
      recovered(figures),
    ]
  }

  /// Returns the monthly revenue at risk: in one currency where there are rates, otherwise in the
  /// currency of most users, with the others as a note.
  private func money(_ figures: OverviewFigures, _ screen: OverviewScreen) -> Figure {
    let amounts = screen.amountsAtRisk(figures)
    guard let first = amounts.first else {
      return Figure(
        title: "MRR at risk", number: "-", note: "no price is known",
        role: SubscriptionState.grace.barRole)
    }
    let others = Formatting.worth(Array(amounts.dropFirst()), width: 24).map { "and \($0)" }
    return Figure(
      title: "MRR at risk, \(first.currency)", number: Formatting.wholeUnits(of: first),
      note: others ?? screen.ratesWords ?? "", role: SubscriptionState.grace.barRole)
  }

  /// Returns the share of the failed renewals of the last final window that were paid after all, or
  /// of the last month in a younger ledger.
  private func recovered(_ figures: OverviewFigures) -> Figure {
    let (from, to) = Self.window
    let closed = figures.recovery(from: from, to: to).flatMap { $0.failed > 0 ? $0 : nil }
    let counts = closed ?? figures.recovery.first { $0.windowDays == 30 }
    guard let counts, counts.failed > 0 else {
      return Figure(
        title: "Recovered", number: "-", note: "no renewal has failed",
        role: SubscriptionState.active.barRole)
    }
    let rate = Rate(counts.recoveredInGrace + counts.recoveredInHold, of: counts.failed)
    let when = closed == nil ? "failed in 30 d, not final" : "failed \(from)-\(to) d ago"
    return Figure(
      title: "Recovered", number: "\(rate.percent ?? 0)%",
      note: "of \(Formatting.count(counts.failed)) that \(when)",
      role: SubscriptionState.active.barRole)
  }
}

extension BigFigures: Overlay {
  func handle(_ press: KeyPress, in model: inout DashboardModel) -> [Effect] {
    let chord = KeyChord(press)
    if ["Esc", "q", "Enter"].contains(chord.name) {
      model.input = .none
      return []
    }
    switch model.keyMap.command(for: chord, on: .overview) {
    case .help?: return model.leaveForHelp(chord)
    case .copy?: return model.copy(figures(model).map(Self.line), named: "the figures")
    case .faster?: return model.turnSpeed(by: 1)
    case .slower?: return model.turnSpeed(by: -1)
    case _: return []
    }
  }

  func hints(in model: DashboardModel) -> InputHints {
    InputHints(model.hints(.help, .copy), last: .init("Esc", "leave"))
  }

  func draw(_ view: DashboardView, into frame: inout Frame, _ layout: FrameLayout) {
    let bottom = layout.hints.isEmpty ? frame.size.height : layout.hints.y
    let top = layout.context.bottom
    let area = Rect(x: 0, y: top, width: frame.size.width, height: max(0, bottom - top))
    frame.fill(area)
    frame.overlay(nil, in: area)
    frame.cursor = Point(x: 0, y: area.y)
    let figures = figures(view.model)
    guard !figures.isEmpty, !area.isEmpty else { return }
    let columns = area.width >= 40 && area.height >= 6 ? 2 : 1
    let rows = (figures.count + columns - 1) / columns
    let blocks = figures.indices.map { index in
      let (row, column) = (index / columns, index % columns)
      let y = area.y + row * area.height / rows
      return Rect(
        x: area.x + column * area.width / columns, y: y, width: area.width / columns,
        height: area.y + (row + 1) * area.height / rows - y
      ).inset(left: 2, right: 2)
    }
    let height = Self.digitHeight(of: figures, in: blocks)
    for (figure, block) in zip(figures, blocks) {
      draw(figure, digits: height, into: &frame, in: block)
    }
  }

  /// Returns the rows of the digits: the most in which every number fits that fits in digits.
  private static func digitHeight(of figures: [Figure], in blocks: [Rect]) -> Int {
    zip(figures, blocks).map { figure, block in
      BigText(figure.number).height(in: Size(width: block.width, height: block.height - 2))
    }
    .filter { $0 > 1 }.min() ?? 1
  }

  /// Draws a figure in the middle of its block: the title, the number, and the note as far as there
  /// is room for it.
  ///
  /// All figures have digits of one size, so that none is louder than the others.
  private func draw(_ figure: Figure, digits: Int, into frame: inout Frame, in block: Rect) {
    guard block.height >= 3 else {
      frame.put(Self.line(figure), at: block.origin, width: block.width)
      return
    }
    let text = BigText(figure.number, role: figure.role)
    let height = text.height(in: Size(width: block.width, height: digits))
    let y = block.y + max(0, block.height - digits - 2) / 2
    frame.put(figure.title, at: Point(x: block.x, y: y), width: block.width, role: .title)
    frame.draw(text, in: Rect(x: block.x, y: y + 1, width: block.width, height: height))
    let top = y + 1 + height
    frame.draw(
      Paragraph(figure.note, role: .dim),
      in: Rect(x: block.x, y: top, width: block.width, height: block.bottom - top))
  }

  private static func line(_ figure: Figure) -> String {
    "\(figure.title): \(figure.number)" + (figure.note.isEmpty ? "" : " (\(figure.note))")
  }

  func openText(_ view: DashboardView) -> OpenText {
    OpenText(name: "the figures", lines: figures(view.model).map(Self.line))
  }

  func sentences(in model: DashboardModel) -> [String] {
    figures(model).map { Self.line($0) + "." } + ["Type nothing to go on."]
  }
}

extension DashboardModel {
  /// Opens the big figures on the Overview, which keeps its figures up to date.
  mutating func openBigFigures() -> [Effect] {
    let effects = screen == .overview ? [] : show(.overview)
    input = .big(BigFigures())
    return effects
  }
}
