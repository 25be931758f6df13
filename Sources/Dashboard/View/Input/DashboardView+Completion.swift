import SubscriptionCore
import TerminalUI

/// What could stand at the caret of the filter line, in a small list above it.
extension DashboardView {
  func drawCompletion(
    _ list: CompletionList, of field: LineEditor, into frame: inout Frame, _ layout: FrameLayout
  ) {
    let body = layout.body
    let rows = min(list.offers.count, 8, max(1, body.height - 2))
    let texts = list.offers.map { SafeText.width(of: SafeText.sanitized($0.text)) }
    let column = min(24, texts.max() ?? 0) + 2
    let helps = list.offers.map { $0.help.isEmpty ? 0 : SafeText.width(of: $0.help) }
    let width = min(body.width, max(30, column + (helps.max() ?? 0) + 5))
    let start = Filter.completionStart(in: field.text, at: field.scalarCaret)
    let x = min(body.x + 2 + start, body.right - width)
    let box = Rect(x: max(body.x, x), y: body.bottom - rows - 2, width: width, height: rows + 2)
    frame.draw(Panel(title: "", hint: "Tab takes it  Esc", isFocused: true), in: box)
    let inner = Panel.content(of: box)
    let first = max(0, min(list.selection - rows + 1, list.offers.count - rows))
    for (row, offer) in list.offers.dropFirst(first).prefix(rows).enumerated() {
      let isCurrent = first + row == list.selection
      let text = SafeText.truncated(
        SafeText.sanitized(offer.text), to: column, ellipsis: frame.glyph(.ellipsis))
      let padding = String(repeating: " ", count: max(1, column - SafeText.width(of: text)))
      let runs = [
        TextRun(isCurrent ? frame.glyph(.pointer) : " "), TextRun(text, role: .hintKey),
        TextRun(padding + offer.help, role: .dim),
      ]
      let line = inner.row(row)
      frame.put(runs, at: Point(x: line.x, y: line.y), width: line.width)
      if isCurrent { frame.overlay(.cursor, in: line) }
    }
  }

  /// Whether Enter looks for what is typed among orders and purchases, for no row matches it.
  private func looksUp(_ edit: FilterEdit) -> Bool {
    (model.list?.window.total == 0 || model.showsNear) && DashboardModel.name(in: edit) != nil
  }

  /// The keys of the filter line, in the place of the screen's.
  func filterHints(_ edit: FilterEdit, ascii: Bool) -> HintLine {
    let enter = KeyChord("Enter").label(ascii: ascii)
    let up = KeyChord("Up").label(ascii: ascii)
    var hints = [
      Hint(key: enter, text: looksUp(edit) ? "look it up" : "keep it"),
      Hint(key: "Tab", text: "complete"),
      Hint(key: up, text: "earlier filters", isEnabled: !model.filterHistory.isEmpty),
      Hint(key: "^u", text: "clear the line"),
    ]
    hints += model.keyMap.keys(of: .copyOpen, on: model.screen).prefix(1).map {
      Hint(key: $0.label(ascii: ascii), text: "copy")
    }
    if edit.completion != nil {
      hints = [Hint(key: "Tab", text: "take"), Hint(key: up, text: "move")]
    }
    return HintLine(
      hints, last: Hint(key: "Esc", text: edit.completion == nil ? "cancel" : "close"))
  }
}
