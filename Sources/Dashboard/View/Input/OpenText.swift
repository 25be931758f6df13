import SubscriptionCore
import TerminalUI

/// What is open in front of the screen, as text for the clipboard.
struct OpenText {
  /// What it is, as `the menu`.
  var name: String
  /// Its lines, each whole.
  var lines: [String]
}

extension DashboardView {
  /// Lines of a text for the clipboard are not wrapped before this width.
  private static let wide = 1000

  /// What is open in front of the screen, help and the reasons of a prompt included; `nil` where
  /// nothing is.
  func openText() -> OpenText? {
    let frame = Frame(size: Size(width: 1, height: 1), glyphs: model.settings.signs)
    switch model.input {
    case .none: return screenText()
    case .filter(let edit):
      let offers = edit.completion?.offers.map { "\($0.text)  \($0.help)".trimmed } ?? []
      let problem = edit.error.map { ["\($0.sentence.capitalizedFirst)."] } ?? []
      return OpenText(name: "the filter", lines: [edit.field.text] + problem + offers)
    case .palette(let palette):
      let offers = model.suggestions(for: palette.field.text)
      let inner = Rect(x: 0, y: 0, width: Self.wide, height: 1)
      return OpenText(
        name: "the commands",
        lines: [":" + palette.field.text]
          + offers.map { words(of: $0, frame, inner).map(\.text).joined().trimmed })
    case .looks(.picker):
      let settings = model.settings
      return OpenText(
        name: "the themes",
        lines: settings.themes.enumerated().map { index, theme in
          index == settings.themeIndex ? "\(theme.name), in use" : theme.name
        })
    case .looks(.inspector(let point)):
      var bare = model
      bare.input = .none
      let cell = DashboardView(model: bare).frame(size: model.size)[point.x, point.y]
      return OpenText(
        name: "what is said of the cell",
        lines: inspectorLines(cell).map { $0.map(\.text).joined() })
    case .payload(let payload):
      return OpenText(name: "the payload", lines: payload.lines.map(\.whole))
    case .pager(let pager): return OpenText(name: "the text", lines: pager.lines)
    case .menu, .confirm, .runs, .columns, .prompt, .note:
      let popup = popup(width: Self.wide, rows: Self.wide, frame)
      return popup.map { OpenText(name: popupName, lines: $0.text) }
    }
  }

  private var popupName: String {
    switch model.input {
    case .menu: "the menu"
    case .columns: "the columns"
    case .confirm, .runs: "the question"
    case .none, .filter, .palette, .looks, .payload, .pager, .prompt, .note: "the line"
    }
  }

  /// What a screen says that is a text itself.
  private func screenText() -> OpenText? {
    switch model.screen {
    case .overview, .subscribers, .due, .events: return nil
    case .help:
      let lines = HelpText.lines(for: model).map { $0.runs.map(\.text).joined() }
      return OpenText(name: "the help", lines: lines)
    case .detail:
      guard model.detail?.showsWhy == true, let data = model.detail?.data else { return nil }
      let inner = Rect(x: 0, y: 0, width: Self.wide, height: Self.wide)
      let lines = whyLines(data, in: inner, isWhole: true).map { $0.map(\.text).joined() }
      return OpenText(name: "the reasons", lines: ["\(data.extra.summary.id)"] + lines)
    }
  }
}
