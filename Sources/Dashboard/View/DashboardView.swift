import EventLedger
import SubscriptionCore
import TerminalUI

/// The model as a picture: a pure function of the model and a size.
public struct DashboardView: ModelReader {
  /// The model.
  public let model: DashboardModel
  /// The view of the model's screen.
  let screen: any ScreenController

  /// Creates the view of a model.
  public init(model: DashboardModel) {
    self.model = model
    screen = model.screen.controller.init(model: model)
  }

  /// The picture on a screen of a size.
  public func frame(size: Size) -> Frame {
    var cache = RenderCache()
    return frame(size: size, caching: &cache)
  }

  /// The picture on a screen of a size; parts that the cache holds are taken from there.
  func frame(size: Size, caching cache: inout RenderCache) -> Frame {
    var frame = Frame(size: size, glyphs: model.settings.signs)
    let layout = FrameLayout(size: size)
    guard layout.tier > .below else {
      drawCounts(into: &frame)
      return frame
    }
    drawContext(into: &frame, in: layout.context)
    drawTabs(into: &frame, in: layout.tabs)
    frame.clipped(to: layout.body) { screen.draw(into: &$0, layout, &cache) }
    drawStatus(into: &frame, layout)
    drawHints(into: &frame, in: layout.hints)
    drawOverlay(into: &frame, layout)
    return frame
  }

  /// Draws the most important counts and the way to help, on a screen too small for a list.
  private func drawCounts(into frame: inout Frame) {
    let figures = model.overview.figures
    let counts = [SubscriptionState.grace, .hold].map { state in
      frame.glyph(state.glyph) + Formatting.count(figures?.states[state]?.count ?? 0)
    }
    let due = figures?.promptsDue.values.reduce(0, +) ?? 0
    let line = (counts + [frame.glyph(TimelineMark.due.glyph) + Formatting.count(due)])
      .joined(separator: " ")
    let width = frame.size.width
    frame.put(line, at: Point(x: 0, y: 0), width: width)
    guard frame.size.height > 1 else { return }
    frame.put("? help  (30x6 list)", at: Point(x: 0, y: frame.size.height - 1), width: width)
  }
}
