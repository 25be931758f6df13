import SubscriptionCore
import TerminalUI

extension DashboardView {
  /// The subscriber under the cursor of a list, beside it.
  func drawSide(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    guard let side = model.side, let data = side.data else {
      frame.draw(Panel(title: "Subscriber"), in: rect)
      return
    }
    drawPanels(side, data, DetailLayout(beside: rect), .compact, into: &frame)
  }
}
