import EventLedger
import SubscriptionCore
import TerminalUI

extension OverviewScreen {
  /// Draws the numbers and the money of those who lose access or retries, by time left.
  func drawLosses(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let isFocused = overview.pane == .losses
    let inner = Panel.content(of: rect)
    let (rows, left) = LossRow.rows(
      overview.lossLines, height: inner.height, cursor: overview.cursors[.losses].line)
    let own = paneHint(.losses, "\(model.key(.paneNext)): next panel", frame)
    frame.draw(
      Panel(
        title: "Time to loss of access", hint: hint(leftOut: left, own, frame),
        isFocused: isFocused), in: rect)
    guard let figures = overview.figures else { return }
    let worth = worthColumn(figures, width: max(0, inner.width - 28))
    for (index, row) in rows.enumerated() {
      let y = inner.y + index
      switch row {
      case .blank: break
      case .heading(let isRetry): drawHeading(isRetry: isRetry, worth, into: &frame, in: inner, y)
      case .line(let line, let saysAll):
        drawLoss(line, figures, worth, isFocused, saysAll: saysAll, into: &frame, in: inner, y)
      }
    }
  }

  /// The column of the money.
  private struct WorthColumn {
    /// The heading; it explains the sign for further currencies, as in `948 JPY +1`.
    var heading = "MRR"
    var width: Int
    var alignment: Alignment
  }

  /// The column of the money: amounts of one currency each end below each other, lists of
  /// currencies begin so.
  private func worthColumn(_ figures: OverviewFigures, width: Int) -> WorthColumn {
    let lists = overview.lossLines.map { amounts($0.counter(in: figures), figures) }
    guard lists.allSatisfy({ $0.count <= 1 }) else {
      let heading = width < 15 ? "MRR +cur." : "MRR +currencies"
      return WorthColumn(heading: heading, width: width, alignment: .left)
    }
    let longest = lists.compactMap { Formatting.worth($0, width: width)?.count }.max() ?? 0
    return WorthColumn(width: min(width, max(longest, 3)), alignment: .right)
  }

  private func drawHeading(
    isRetry: Bool, _ worth: WorthColumn, into frame: inout Frame, in inner: Rect, _ y: Int
  ) {
    let title = isRetry ? "hold, retry ends" : "grace, loses in"
    frame.put(title, at: Point(x: inner.x + 2, y: y), width: 16, role: .header)
    frame.put("USERS", at: Point(x: inner.x + 18, y: y), width: 8, alignment: .right, role: .header)
    frame.put(
      worth.heading, at: Point(x: inner.x + 28, y: y), width: worth.width,
      alignment: worth.alignment,
      role: .header)
  }

  private func drawLoss(
    _ line: LossLine, _ figures: OverviewFigures, _ worth: WorthColumn, _ isFocused: Bool,
    saysAll: Bool, into frame: inout Frame, in inner: Rect, _ y: Int
  ) {
    let counter = line.counter(in: figures)
    let row = Rect(x: inner.x, y: y, width: inner.width, height: 1)
    let place = overview.lossLines.firstIndex(of: line) ?? 0
    frame.record(.line(place, pane: OverviewState.Pane.losses.rawValue), in: row)
    let isCurrent = isFocused && overview.line == place
    frame.put(isCurrent ? frame.glyph(.pointer) : " ", at: Point(x: inner.x, y: y))
    let role: StyleRole = line.isRetry ? SubscriptionState.hold.role : SubscriptionState.grace.role
    let title = saysAll ? line.fullTitle : line.title
    frame.put(title, at: Point(x: inner.x + 2, y: y), width: 16, role: role)
    frame.put(
      Formatting.count(counter.count), at: Point(x: inner.x + 18, y: y), width: 8, alignment: .right
    )
    frame.put(
      Formatting.worth(amounts(counter, figures), width: worth.width) ?? frame.glyph(.none),
      at: Point(x: inner.x + 28, y: y), width: worth.width, alignment: worth.alignment)
    if isCurrent { frame.showCursor(on: row) }
  }
}
