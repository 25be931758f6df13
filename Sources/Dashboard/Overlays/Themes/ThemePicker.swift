import SubscriptionCore
import TerminalUI

/// The list of themes, each shown while the cursor is on it.
public struct ThemePicker: Hashable, Sendable {
  /// The theme to go back to.
  public var original: Theme
}

extension ThemePicker: Overlay {
  var takesWheel: Bool { true }

  func handle(_ press: KeyPress, in model: inout DashboardModel) -> [Effect] {
    let (index, last) = (model.settings.themeIndex, model.settings.themes.count - 1)
    switch KeyChord(press).name {
    case "Esc", "q":
      model.input = .none
      return cancel(in: &model)
    case "Enter":
      model.input = .none
      return model.keepTheme()
    case "j", "Down", "^n": return model.draw(theme: min(index + 1, last))
    case "k", "Up", "^p": return model.draw(theme: max(index - 1, 0))
    case "T", "Tab": return model.draw(theme: index == last ? 0 : index + 1)
    case "S-Tab": return model.draw(theme: index == 0 ? last : index - 1)
    case "g", "Home", "PgUp", "^b", "^u": return model.draw(theme: 0)
    case "G", "End", "PgDn", "^f", "^d": return model.draw(theme: last)
    case _: return []
    }
  }

  /// Goes back to the theme before.
  func cancel(in model: inout DashboardModel) -> [Effect] {
    guard let index = model.settings.themes.firstIndex(where: { $0.name == original.name })
    else { return [] }
    return model.draw(theme: index)
  }

  func hints(in model: DashboardModel) -> InputHints {
    InputHints(
      [.init("Enter", "keep"), .init("Down", "next")] + model.copyHint,
      last: .init("Esc", "as before"))
  }

  /// Draws the themes at the right, so that the screen behind shows the chosen one.
  func draw(_ view: DashboardView, into frame: inout Frame, _ layout: FrameLayout) {
    let body = layout.body
    let themes = view.model.settings.themes
    let width = min(34, body.width)
    let height = min(themes.count + 2, body.height)
    let box = Rect(x: body.right - width, y: body.y, width: width, height: height)
    frame.fill(box)
    frame.draw(Panel(title: "Theme", hint: "Enter keep  Esc as before", isFocused: true), in: box)
    let inner = Panel.content(of: box)
    let selection = view.model.settings.themeIndex
    let shown = ListCursor(line: selection).centred(count: themes.count, height: inner.height)
    for (row, index) in shown.enumerated() {
      let (theme, isCurrent) = (themes[index], index == selection)
      let line = inner.row(row)
      let note = theme.isOwn ? "yours" : theme.appearance.rawValue
      let room = max(0, line.width - note.count - 1)
      frame.put(
        (isCurrent ? frame.glyph(.pointer) : " ") + " " + theme.name,
        at: line.origin, width: room)
      frame.put(note, at: Point(x: line.right - note.count, y: line.y), role: .dim)
      if isCurrent { frame.showCursor(on: line) }
    }
  }

  func openText(_ view: DashboardView) -> OpenText {
    let settings = view.model.settings
    return OpenText(
      name: "the themes",
      lines: settings.themes.enumerated().map { index, theme in
        index == settings.themeIndex ? "\(theme.name), in use" : theme.name
      })
  }

  func sentences(in model: DashboardModel) -> [String] { Self.sentences }

  /// The sentence of the linear text, which has no looks.
  static let sentences = ["Themes and signs change nothing here. Type nothing to go on."]
}
