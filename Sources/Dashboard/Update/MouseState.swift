import EventLedger
import SubscriptionCore
import TerminalUI

/// The state of the mouse, to tell a second click and a drag.
struct MouseState: Hashable, Sendable {
  /// A press of the button.
  struct Press: Hashable, Sendable {
    var point: Point
    /// The machine's clock.
    var at: Timestamp
  }

  /// A Boolean value that indicates whether the terminal reports the mouse.
  var isOn = false
  /// The latest press; `nil` where the next one is the first of two in any case.
  var press: Press?
  /// The place that a drag has come to.
  var drag: Point?

  /// The longest time between the two clicks of a double click.
  static let doubleClick = Duration.milliseconds(400)
}

/// The mouse, where the user switched it on.
extension DashboardModel {
  /// Lets the terminal report the mouse, or keep it for its own selection of text.
  mutating func toggleMouse() -> [Effect] {
    appearance.mouse.isOn.toggle()
    tell(
      appearance.mouse.isOn
        ? "Mouse on: click, wheel, drag the time axis. Shift and drag selects text; "
          + "\(key(.mouse)) switches off."
        : "Mouse off: the terminal selects text again.")
    return [.terminal(.mouse(appearance.mouse.isOn))]
  }

  /// Handles an event of the mouse, with the meaning of a click at its place.
  mutating func handle(_ event: MouseEvent, on target: HitTarget?) -> [Effect] {
    guard appearance.mouse.isOn else { return [] }
    switch event.action {
    case .press: return press(at: event.point, on: target)
    case .drag: return drag(to: event.point)
    case .release: appearance.mouse.drag = nil
    case .wheelUp: return turnWheel(by: -1)
    case .wheelDown: return turnWheel(by: 1)
    }
    return []
  }

  private mutating func turnWheel(by step: Int) -> [Effect] {
    var effects: [Effect] = []
    for _ in 0..<3 {
      if let overlay = input.overlay {
        if overlay.takesWheel { effects += handle(KeyPress(step > 0 ? .down : .up)) }
      } else {
        effects += move(step > 0 ? .down : .up)
      }
    }
    return effects
  }

  private mutating func drag(to point: Point) -> [Effect] {
    guard let from = appearance.mouse.drag, input == .none, screen.controller.hasDraggableAxis
    else {
      return []
    }
    let cells = point.x - from.x
    guard cells != 0 else { return [] }
    appearance.mouse.drag = point
    return turnAxis(cells > 0 ? .earlier : .later, step: abs(cells))
  }

  private mutating func press(at point: Point, on target: HitTarget?) -> [Effect] {
    // A click is about what is seen now; keys typed ahead would be about another screen.
    typeAhead.removeAll()
    let isSecond = appearance.mouse.press.map { last in
      last.point.y == point.y && machineNow - last.at <= MouseState.doubleClick
    }
    appearance.mouse.drag = point
    appearance.mouse.press = nil
    switch target {
    case .command(let id): return run(id)
    case .key(let key): return KeyPress(notation: key.name).map { handle($0) } ?? []
    case .sort(let sort): return turnOrder(to: sort)
    case .screen(let next):
      appearance.mouse.press = MouseState.Press(point: point, at: machineNow)
      return show(next)
    case .line(let line, let pane):
      if case .menu(var menu) = input {
        menu.selection = line
        input = .menu(menu)
      } else if input != .none || !screen.controller.select(line: line, pane: pane, &self) {
        return []
      }
      guard isSecond == true else { break }
      return input == .none ? screen.controller.open(&self) : handle(KeyPress(.enter))
    case nil: break
    }
    appearance.mouse.press = MouseState.Press(point: point, at: machineNow)
    return []
  }
}
