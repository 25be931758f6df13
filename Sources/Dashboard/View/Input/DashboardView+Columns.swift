import TerminalUI

extension DashboardView {
  /// The columns to choose from, those shown first.
  func popup(_ chooser: ColumnChooser, rows: Int, _ frame: Frame) -> Popup {
    let rows = min(chooser.columns.count, max(1, rows))
    let first = max(
      0, min(chooser.selection - rows / 2, chooser.columns.count - rows))
    let lines = chooser.columns.dropFirst(first).prefix(rows).enumerated().map { row, column in
      let isShown = chooser.shown.contains(column)
      let sign = isShown ? frame.glyph(.yes) : " "
      let padding = String(repeating: " ", count: max(1, 12 - column.rawValue.count))
      return [
        TextRun(first + row == chooser.selection ? frame.glyph(.pointer) : " "),
        TextRun("\(sign) ", role: .mark),
        TextRun(column.rawValue, role: isShown ? .hintKey : .disabled),
        TextRun(padding + column.help, role: isShown ? .text : .disabled),
      ]
    }
    return Popup(
      title: "Columns from left to right", lines: Array(lines),
      hint: "space show  < > move  0 usual  \(enter(frame)) keep  Esc",
      cursor: chooser.selection - first)
  }
}
