import EventLedger
import SubscriptionCore
import TerminalUI

/// The mouse, where the user switched it on.
extension DashboardModel {
  /// What the mouse did last, to tell a second click and a drag.
  struct MouseState: Hashable, Sendable {
    /// Whether the terminal reports the mouse.
    var isOn = false
    /// The latest press; `nil` where the next one is the first of two in any case.
    var press: Press?
    /// Where a drag has come to.
    var drag: Point?
  }

  /// A press of the mouse.
  struct Press: Hashable, Sendable {
    /// Where.
    var point: Point
    /// When, by the machine's clock.
    var at: Timestamp
  }

  /// How long after a click another one on the same line counts as the second of two.
  private static let doubleClick = Duration.milliseconds(400)

  /// Lets the terminal report the mouse, or keep it for its own selection of text.
  mutating func toggleMouse() -> [Effect] {
    mouse.isOn.toggle()
    tell(
      mouse.isOn
        ? "Mouse on: click, wheel, drag the time axis. Shift and drag selects text; M switches off."
        : "Mouse off: the terminal selects text again.")
    return [.terminal(.mouse(mouse.isOn))]
  }

  /// Takes what the mouse did.
  mutating func take(_ event: MouseEvent) -> [Effect] {
    guard mouse.isOn else { return [] }
    switch event.action {
    case .press: return press(at: event.point)
    case .drag: drag(to: event.point)
    case .release: mouse.drag = nil
    case .wheelUp: return turnWheel(by: -1)
    case .wheelDown: return turnWheel(by: 1)
    }
    return []
  }

  private mutating func turnWheel(by step: Int) -> [Effect] {
    var effects: [Effect] = []
    for _ in 0..<3 {
      switch input {
      case .none: effects += move(step > 0 ? .down : .up)
      case .menu, .palette, .payload, .pager, .looks:
        effects += take(KeyPress(step > 0 ? .down : .up))
      case .filter, .prompt, .columns, .note, .confirm, .runs: break
      }
    }
    return effects
  }

  private mutating func drag(to point: Point) {
    guard let from = mouse.drag, input == .none, [.subscribers, .detail].contains(screen) else {
      return
    }
    let cells = point.x - from.x
    guard cells != 0 else { return }
    mouse.drag = point
    shiftTimeline(by: -cells)
  }

  private mutating func press(at point: Point) -> [Effect] {
    // A click is about what is seen now; keys typed ahead would be about another screen.
    typeAhead.removeAll()
    let isSecond = mouse.press.map { last in
      last.point.y == point.y && machineNow - last.at <= Self.doubleClick
    }
    mouse.press = Press(point: point, at: machineNow)
    mouse.drag = point
    let map = HitRegions(model: self)
    switch map.target(at: point) {
    case .command(let id):
      mouse.press = nil
      return run(id)
    case .key(let key):
      mouse.press = nil
      return KeyPress(notation: key.name).map { take($0) } ?? []
    case .screen(let next): return show(next)
    case .sort(let sort):
      mouse.press = nil
      guard screen == .subscribers, input == .none else { return [] }
      return self.sort(by: sort, descending: sort == subscribers.sort && !subscribers.descending)
    case .line(let focused):
      self = focused
      guard isSecond == true else { return [] }
      mouse.press = nil
      if case .menu(let menu) = input { return take(KeyPress(.enter), menu) }
      return input == .none ? openUnderCursor() : []
    case nil: return []
    }
  }
}
