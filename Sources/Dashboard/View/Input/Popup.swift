import TerminalUI

/// A box in front of the screen: what is drawn of it, and what is copied.
struct Popup {
  /// What it is.
  var title: String
  /// Its lines.
  var lines: [[TextRun]]
  /// What it says about its keys.
  var hint: String
  /// The line with the cursor; `nil` for the last.
  var cursor: Int?
  /// The line that is typed into, and where it stands; `nil` where nothing is typed.
  var field: (field: TextField, row: Int)?

  /// All of it as text, without what is only a placeholder.
  var text: [String] {
    let rows = lines.enumerated().map { row, line in
      guard let field, field.row == row else { return line.map(\.text).joined() }
      return field.field.prompt + field.field.editor.text
    }
    return ([title] + rows).filter { !$0.isEmpty }
  }
}

extension DashboardView {
  /// Draws a box over the lower part of the body.
  func draw(_ popup: Popup, into frame: inout Frame, _ layout: FrameLayout) {
    let box = boxRect(layout, rows: popup.lines.count)
    frame.draw(Panel(title: popup.title, hint: popup.hint, isFocused: true), in: box)
    let inner = Panel.content(of: box)
    for (row, line) in popup.lines.prefix(inner.height).enumerated() {
      frame.put(line, at: Point(x: inner.x, y: inner.y + row), width: inner.width)
    }
    let row = popup.cursor ?? max(0, popup.lines.count - 1)
    frame.cursor = Point(x: inner.x, y: inner.y + min(row, max(0, inner.height - 1)))
    guard let (field, row) = popup.field else { return }
    frame.draw(field, in: inner.row(min(row, max(0, inner.height - 1))))
  }

  /// Where a box of so many lines is drawn.
  func boxRect(_ layout: FrameLayout, rows: Int) -> Rect {
    let body = layout.body
    let height = min(body.height, rows + 2)
    return Rect(x: body.x, y: body.bottom - height, width: body.width, height: height)
  }

  /// The box of what is open; `nil` where the screen has the keys, or something that is no box.
  ///
  /// - Parameters:
  ///   - width: How wide its lines may be.
  ///   - rows: How many lines of a list it shows.
  ///   - frame: What it will be drawn on, for the signs.
  /// - Returns: The box.
  func popup(width: Int, rows: Int, _ frame: Frame) -> Popup? {
    switch model.input {
    case .none, .filter, .palette, .looks, .payload, .pager: nil
    case .columns(let chooser): popup(chooser, rows: rows, frame)
    case .menu(let menu): popup(menu, width: width, frame)
    case .prompt(let line): popup(line)
    case .note(let field, let ids):
      Popup(
        title: "Note on \(names(of: ids))", lines: [[TextRun("")]],
        hint: "Enter record  Esc cancel",
        field: (TextField(field, placeholder: "what a colleague should know"), 0))
    case .confirm(let confirmation): popup(confirmation, width: max(10, width - 4), frame)
    case .runs(let prepared):
      Popup(
        title: prepared.command.title, lines: questionLines(prepared, width: max(10, width - 4)),
        hint: "nothing has run yet")
    }
  }
}
