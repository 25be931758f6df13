import EventLedger
import SubscriptionCore
import TerminalUI

extension FilterEdit {
  func hints(in model: DashboardModel) -> InputHints {
    guard completion == nil else {
      return InputHints([.init("Tab", "take"), .init("Up", "move")], last: .init("Esc", "close"))
    }
    let looksUp = (model.list?.window.total == 0 || model.showsNear) && name != nil
    return InputHints(
      [
        .init("Enter", looksUp ? "look it up" : "keep it"), .init("Tab", "complete"),
        .init("Up", "earlier filters", isEnabled: !model.search.history.isEmpty),
        .init("^u", "clear the line"),
      ] + model.copyHint + (model.lineHelpKey.map { [.init($0, "help")] } ?? []))
  }

  func draw(_ view: DashboardView, into frame: inout Frame, _ layout: FrameLayout) {
    let row = layout.status.isEmpty ? layout.hints : layout.status
    frame.fill(row)
    let offset = error.map { error in
      String(String.UnicodeScalarView(field.text.unicodeScalars.prefix(error.offset))).count
    }
    let count =
      error == nil ? view.screen.foundWords.map { "  \($0)\(dayWords(in: view.model)) " } ?? "" : ""
    let width = max(0, row.width - SafeText.width(of: count))
    let hasCount = width > 12
    let place =
      hasCount ? Rect(x: row.x + 1, y: row.y, width: max(0, width - 1), height: 1) : row
    let line = TextField(
      field, prompt: "/ ", placeholder: type(of: view.screen).filterExample, errorOffset: offset)
    frame.draw(line, in: place)
    if hasCount { frame.put(count, at: Point(x: row.x + width, y: row.y), role: .dim) }
    if let completion {
      let caret = frame.cursor
      completion.draw(of: field, into: &frame, in: layout.body)
      frame.cursor = caret
    } else if let error {
      draw(
        error, under: line.column(of: offset ?? 0, in: place), of: row,
        help: view.model.lineHelpKey, into: &frame, layout)
    }
  }

  /// The zone of the days that the filter names, where screens show those of another.
  private func dayWords(in model: DashboardModel) -> String {
    guard !model.settings.zone.isUTC,
      (try? Filter.parse(text, about: model.filterScope))?.namesDay == true
    else { return "" }
    return ", days in UTC"
  }

  /// Draws what is wrong in the row below, with a caret under the fault: in front of the words, or
  /// behind them where they have no room to its right.
  private func draw(
    _ error: FilterError, under column: Int, of row: Rect, help key: KeyChord?,
    into frame: inout Frame, _ layout: FrameLayout
  ) {
    let below = layout.flash.isEmpty ? layout.hints : layout.flash
    guard below.y != row.y else { return }
    frame.fill(below)
    let help = key.map { "\($0.label(ascii: true)) help" } ?? ""
    let sharesHints =
      key != nil && below.y == layout.hints.y && column + help.count + 4 < below.right
    let right = below.right - (sharesHints ? help.count + 3 : 1)
    let (front, behind) = (column - 2 - below.x, right - column - 2)
    let room = max(front, behind)
    let isBehind = SafeText.width(of: error.sentence) <= behind || front < behind
    let words = SafeText.truncated(
      error.words(room: room), to: room, ellipsis: frame.glyph(.ellipsis))
    let start = isBehind ? column : column - 1 - SafeText.width(of: words)
    frame.put(
      isBehind ? "^ " + words : words + " ^", at: Point(x: start, y: below.y),
      width: max(0, right - start), role: .flashWarn)
    if sharesHints {
      let place = Rect(x: below.right - help.count - 1, y: below.y, width: help.count, height: 1)
      frame.put(help, at: place.origin, role: .hintKey)
      if let key { frame.record(HitTarget.key(key), in: place) }
    }
  }

  func openText(_ view: DashboardView) -> OpenText {
    let offers = completion?.offers.map { "\($0.text)  \($0.help)".trimmed } ?? []
    let problem = error.map { [$0.markedSentence.capitalizedFirst] } ?? []
    return OpenText(name: "the filter", lines: [field.text] + problem + offers)
  }
}

extension FilterError {
  /// The sentence of the error; where it has no room, only the nearest name.
  fileprivate func words(room: Int) -> String {
    guard SafeText.width(of: sentence) > room, let name = suggestion else { return sentence }
    return "did you mean \(name)?"
  }
}

extension CompletionList {
  /// Draws the completions as a box above the filter line.
  fileprivate func draw(of field: LineEditor, into frame: inout Frame, in body: Rect) {
    let rows = min(offers.count, 8, max(1, body.height - 2))
    let texts = offers.map { SafeText.width(of: SafeText.sanitized($0.text)) }
    let column = min(24, texts.max() ?? 0) + 2
    let helps = offers.map { $0.help.isEmpty ? 0 : SafeText.width(of: $0.help) }
    let width = min(body.width, max(30, column + (helps.max() ?? 0) + 5))
    let start = Filter.completionStart(in: field.text, at: field.scalarCaret)
    let x = min(body.x + 2 + start, body.right - width)
    let box = Rect(x: max(body.x, x), y: body.bottom - rows - 2, width: width, height: rows + 2)
    frame.draw(Panel(title: "", hint: "Tab takes it  Esc", isFocused: true), in: box)
    let inner = Panel.content(of: box)
    let first = max(0, min(selection - rows + 1, offers.count - rows))
    for (row, offer) in offers.dropFirst(first).prefix(rows).enumerated() {
      let isCurrent = first + row == selection
      let text = SafeText.truncated(
        SafeText.sanitized(offer.text), to: column, ellipsis: frame.glyph(.ellipsis))
      let padding = String(repeating: " ", count: max(1, column - SafeText.width(of: text)))
      let runs = [
        TextRun(isCurrent ? frame.glyph(.pointer) : " "), TextRun(text, role: .hintKey),
        TextRun(padding + offer.help, role: .dim),
      ]
      let line = inner.row(row)
      frame.put(runs, at: line.origin, width: line.width)
      if isCurrent { frame.overlay(.cursor, in: line) }
    }
  }
}
