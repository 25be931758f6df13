import SubscriptionCore
import TerminalUI

/// What is open in front of the screen: the filter line, the command line, menus, questions.
extension DashboardView {
  /// Draws whatever receives the keys, over the rest.
  func drawInput(into frame: inout Frame, _ layout: FrameLayout) {
    let ascii = frame.glyphs.set == .ascii
    if let hints = model.inputHints { frame.draw(hints.line(ascii: ascii), in: layout.hints) }
    switch model.input {
    case .none: break
    case .filter(let edit): drawFilter(edit, into: &frame, layout)
    case .palette(let palette): drawPalette(palette, into: &frame, layout)
    case .prompt(let line): drawPrompt(line, into: &frame, layout)
    case .looks(let mode): drawAppearance(mode, into: &frame, layout)
    case .payload(let payload): drawPayload(payload, into: &frame, layout)
    case .pager(let pager): drawPager(pager, into: &frame, layout)
    case .menu, .columns, .note, .confirm, .runs:
      let width = max(10, layout.body.width - 4)
      let popup = popup(width: width, rows: layout.body.height - 8, frame)
      if let popup { draw(popup, into: &frame, layout) }
    }
  }

  private func drawFilter(_ edit: FilterEdit, into frame: inout Frame, _ layout: FrameLayout) {
    let row = layout.status.isEmpty ? layout.hints : layout.status
    frame.fill(row)
    let text = edit.field.text
    let offset = edit.error.map { error in
      String(String.UnicodeScalarView(text.unicodeScalars.prefix(error.offset))).count
    }
    let total = model.nearWords ?? model.list?.window.total.map { Words.count($0) + " match" }
    let found = model.screen == .events ? foundWords : total
    let count = edit.error == nil ? found.map { "  \($0) " } ?? "" : ""
    let width = max(0, row.width - SafeText.width(of: count))
    let field = Rect(x: row.x + 1, y: row.y, width: max(0, width - 1), height: 1)
    let hasCount = width > 12
    let line = TextField(
      edit.field, prompt: "/ ",
      placeholder: model.screen == .events
        ? "type:fail,refund -source:test"
        : "state:grace loses<3d, or a piece of a name or an order number",
      errorOffset: offset)
    frame.draw(line, in: hasCount ? field : row)
    if hasCount {
      frame.put(count, at: Point(x: row.x + width, y: row.y), role: .dim)
    }
    frame.draw(filterHints(edit, ascii: frame.glyphs.set == .ascii), in: layout.hints)
    if let list = edit.completion {
      let caret = frame.cursor
      drawCompletion(list, of: edit.field, into: &frame, layout)
      frame.cursor = caret
    }
    guard let error = edit.error, edit.completion == nil else { return }
    let column = line.column(of: offset ?? 0, in: hasCount ? field : row)
    draw(error, under: column, of: row, into: &frame, layout)
  }

  /// Tells what is wrong in the line below, a caret under the fault: in front of the words, or
  /// behind them where they have no room to its right.
  private func draw(
    _ error: FilterError, under column: Int, of row: Rect, into frame: inout Frame,
    _ layout: FrameLayout
  ) {
    let below = layout.flash.isEmpty ? layout.hints : layout.flash
    guard below.y != row.y else { return }
    frame.fill(below)
    let sharesHints = below.y == layout.hints.y && column + 10 < below.right
    let right = below.right - (sharesHints ? 9 : 1)
    let (front, behind) = (column - 2 - below.x, right - column - 2)
    let whole = SafeText.width(of: error.sentence)
    let isBehind = whole <= behind || front < behind
    let words = SafeText.truncated(
      errorWords(error, room: max(front, behind)), to: max(front, behind),
      ellipsis: frame.glyph(.ellipsis))
    let start = isBehind ? column : column - 1 - SafeText.width(of: words)
    frame.put(
      isBehind ? "^ " + words : words + " ^", at: Point(x: start, y: below.y),
      width: max(0, right - start), role: .flashWarn)
    if sharesHints {
      frame.put("? help", at: Point(x: below.right - 7, y: below.y), role: .hintKey)
    }
  }

  /// What is wrong with a filter; where not all of it has room, the nearest name matters most.
  private func errorWords(_ error: FilterError, room: Int) -> String {
    guard SafeText.width(of: error.sentence) > room, let name = error.suggestion else {
      return error.sentence
    }
    return "did you mean \(name)?"
  }
}
