import TerminalUI

/// A box over the lower part of the body.
struct Popup {
  /// The title of the box.
  var title: String
  /// Its lines.
  var lines: [[TextRun]]
  /// The keys on its lower border.
  var hint: String
  /// The line with the cursor; `nil` for the last.
  var cursor: Int?
  /// The line that is typed into, and its place; `nil` where nothing is typed.
  var field: (field: TextField, row: Int)?
  /// A Boolean value that indicates whether each line can be clicked on.
  var hasChoices = false
  /// The number of last lines that stay in view where there is no room for all.
  var pinned = 0
  /// The lines in view; `nil` where keys do not scroll it.
  var scroll: TextScroll?

  /// The box as text, without placeholders.
  var text: [String] {
    let rows = lines.enumerated().map { row, line in
      guard let field, field.row == row else { return line.map(\.text).joined() }
      return field.field.prompt + field.field.editor.text
    }
    return ([title] + rows).filter { !$0.isEmpty }
  }

  /// The number of lines that have no room and the keys; where both have none, the number alone.
  private func hint(leftOut cut: Int, in box: Rect, _ frame: Frame) -> String {
    guard cut > 0 else { return hint }
    let more = "\(frame.glyph(.ellipsis)) \(cut) more" + (scroll == nil ? "" : " (Down)")
    let whole = "\(more)  \(hint)"
    return SafeText.width(of: whole) <= box.width - 6 ? whole : more
  }

  /// Draws the box.
  func draw(into frame: inout Frame, _ layout: FrameLayout) {
    let box = layout.box(rows: lines.count)
    let inner = Panel.content(of: box)
    let cut = max(0, lines.count - inner.height)
    let current = cursor ?? max(0, lines.count - 1)
    // The choice under the cursor stays in view.
    let first = min(cut, hasChoices ? max(0, current - inner.height + 1) : scroll?.top ?? 0)
    let left = hasChoices ? cut : cut - first
    frame.draw(
      Panel(title: title, hint: hint(leftOut: left, in: box, frame), isFocused: true), in: box)
    let foot = inner.height > 1 ? min(pinned, inner.height - 1) : 0
    let shown =
      lines.dropLast(foot).dropFirst(first).prefix(inner.height - foot) + lines.suffix(foot)
    for (row, line) in shown.enumerated() {
      frame.put(line, at: Point(x: inner.x, y: inner.y + row), width: inner.width)
      if hasChoices { frame.record(HitTarget.line(first + row, pane: 0), in: inner.row(row)) }
    }
    frame.cursor = Point(x: inner.x, y: inner.y + min(current - first, max(0, inner.height - 1)))
    guard let (field, row) = field else { return }
    frame.draw(field, in: inner.row(min(row, max(0, inner.height - 1))))
  }
}

/// An overlay that is a box over the lower part of the body.
protocol PopupOverlay: Overlay {
  /// The name of the overlay in messages, such as `the menu`.
  var copyName: String { get }
  /// Lays out the box, with so many columns for its lines and rows for a list in it.
  func popup(in model: DashboardModel, width: Int, rows: Int) -> Popup
}

extension PopupOverlay {
  var copyName: String { "the line" }

  func draw(_ view: DashboardView, into frame: inout Frame, _ layout: FrameLayout) {
    popup(in: view.model, layout).draw(into: &frame, layout)
  }

  /// Lays out the box on a screen; a list in it leaves the first rows of the body in view, but is
  /// no shorter than six lines for them.
  func popup(in model: DashboardModel, _ layout: FrameLayout) -> Popup {
    let height = layout.body.height
    return popup(
      in: model, width: max(10, layout.body.width - 4), rows: max(height - 8, min(height - 2, 6)))
  }

  func openText(_ view: DashboardView) -> OpenText {
    let popup = popup(in: view.model, width: OpenText.width, rows: OpenText.width)
    return OpenText(name: copyName, lines: popup.text)
  }
}

extension FrameLayout {
  /// The block of a box of so many lines, at the bottom of the body.
  func box(rows: Int) -> Rect {
    let height = min(body.height, rows + 2)
    return Rect(x: body.x, y: body.bottom - height, width: body.width, height: height)
  }
}
