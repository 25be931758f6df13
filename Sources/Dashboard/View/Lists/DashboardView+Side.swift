import SubscriptionCore
import TerminalUI

extension DashboardView {
  /// The subscriber under the cursor of a list, beside it or below it.
  func drawSide(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    guard let side = model.side, let data = side.data else {
      frame.draw(Panel(title: "Subscriber"), in: rect)
      return
    }
    let layout = model.split.isBelow ? DetailLayout(below: rect) : DetailLayout(beside: rect)
    drawPanels(side, data, layout, .compact, into: &frame)
  }
}
