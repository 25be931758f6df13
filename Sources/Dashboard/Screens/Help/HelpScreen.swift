import TerminalUI

/// Keys, the filter language and the states.
struct HelpScreen: ScreenController {
  let model: DashboardModel

  static let title = "Help"
  static var filterTitle: String? { "find a command" }

  static func move(_ movement: Movement, _ model: inout DashboardModel) -> [Effect] {
    let inner = Panel.content(of: model.layout.body)
    let lines = HelpText.lines(for: model, width: inner.width)
    model.help.scroll.move(movement, count: lines.count, height: inner.height)
    return []
  }
  static func back(_ model: inout DashboardModel) -> [Effect] { model.show(model.help.origin) }

  /// Opens the command line, which finds commands.
  static func openFilter(_ model: inout DashboardModel) -> [Effect] {
    model.input = .palette(PaletteState())
    return []
  }

  func draw(into frame: inout Frame, _ layout: FrameLayout, _ cache: inout RenderCache) {
    let inner = Panel.content(of: layout.body)
    let lines = HelpText.lines(for: model, width: inner.width)
    let keys =
      "\(model.key(.filter)) finds a command and runs it  "
      + "\(model.keys(.moveDown, .moveUp)) scroll  Esc close"
    let hint = self.hint(model.help.scroll, count: lines.count, in: inner, keys)
    frame.draw(Panel(title: "Help", hint: hint, isFocused: true), in: layout.body)
    frame.put(lines.map(\.runs), from: model.help.scroll, in: inner)
    frame.cursor = inner.origin
  }

  var path: [String] { ["Help", model.help.origin.title] }

  func sentences(isPaged: Bool) -> [String] {
    HelpText.lines(for: model).map { $0.runs.map(\.text).joined() }
  }
  var openText: OpenText? { OpenText(name: "the help", lines: sentences(isPaged: false)) }
}

/// The place in help, and the screen that it is about.
struct HelpState: Hashable, Sendable {
  /// The lines in view.
  var scroll = TextScroll()
  /// The screen that help was opened on.
  var origin = Screen.home
}
