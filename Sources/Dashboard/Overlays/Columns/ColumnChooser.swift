import TerminalUI

/// The columns of a list while they are chosen; the list shows the choice at once.
public struct ColumnChooser: Hashable, Sendable {
  /// Every column, those shown first, in their order.
  public private(set) var columns: [ListColumn]
  /// The columns that are shown.
  public private(set) var shown: Set<ListColumn>
  /// The index of the column under the cursor.
  public private(set) var selection = 0
  /// The columns to go back to.
  public let before: [ListColumn]

  /// Begins with the columns in force; empty for the default ones.
  public init(_ chosen: [ListColumn]) {
    before = chosen
    let first = chosen.isEmpty ? ListColumn.usual : chosen
    columns = first + ListColumn.allCases.filter { !first.contains($0) }
    shown = Set(first)
  }

  /// The choice; empty for the default columns.
  var choice: [ListColumn] {
    let chosen = columns.filter(shown.contains)
    return chosen == ListColumn.usual ? [] : chosen
  }

  private mutating func move(by step: Int) {
    selection = max(0, min(selection + step, columns.count - 1))
  }

  /// Shows or hides the column under the cursor; the last one stays.
  mutating func toggle() {
    let column = columns[selection]
    if shown.remove(column) == nil { shown.insert(column) }
    if shown.isEmpty { shown.insert(column) }
  }

  /// Moves the column under the cursor, and the cursor with it.
  private mutating func shift(by step: Int) {
    let target = selection + step
    guard columns.indices.contains(target) else { return }
    columns.swapAt(selection, target)
    selection = target
  }

  /// Goes back to the default columns.
  private mutating func reset() {
    let usual = ColumnChooser([])
    (columns, shown, selection) = (usual.columns, usual.shown, 0)
  }
}

extension ColumnChooser: PopupOverlay {
  var copyName: String { "the columns" }

  func handle(_ press: KeyPress, in model: inout DashboardModel) -> [Effect] {
    var chooser = self
    switch KeyChord(press).name {
    case "Enter", "c":
      model.input = .none
      return []
    case "Esc", "q":
      model.subscribers.columns = before
      model.input = .none
      return []
    case "Down", "j": chooser.move(by: 1)
    case "Up", "k": chooser.move(by: -1)
    case "Home", "g": chooser.move(by: -columns.count)
    case "End", "G": chooser.move(by: columns.count)
    case "space": chooser.toggle()
    case "<", "K", "Left", "h": chooser.shift(by: -1)
    case ">", "J", "Right", "l": chooser.shift(by: 1)
    case "0": chooser.reset()
    case _: model.tell("space shows or hides a column, < and > move it, 0 is the usual choice.")
    }
    model.subscribers.columns = chooser.choice
    model.input = .columns(chooser)
    return []
  }

  func hints(in model: DashboardModel) -> InputHints {
    InputHints(
      [
        .init("Enter", "keep"), .init("space", "show or hide"), .init("<", "to the left"),
        .init(">", "to the right"), .init("0", "usual ones"),
      ] + model.copyHint)
  }

  func popup(in model: DashboardModel, width: Int, rows: Int) -> Popup {
    let frame = model.blank
    let inView = ListCursor(line: selection).centred(count: columns.count, height: max(1, rows))
    let lines = inView.map { index in
      let column = columns[index]
      let isShown = shown.contains(column)
      let sign = isShown ? frame.glyph(.yes) : " "
      let padding = String(repeating: " ", count: max(1, 12 - column.rawValue.count))
      return [
        TextRun(index == selection ? frame.glyph(.pointer) : " "),
        TextRun("\(sign) ", role: .mark),
        TextRun(column.rawValue, role: isShown ? .hintKey : .disabled),
        TextRun(padding + column.help, role: isShown ? .text : .disabled),
      ]
    }
    let (first, last) = (inView.lowerBound + 1, inView.upperBound)
    let part = inView.count < columns.count ? ", \(first)-\(last) of \(columns.count)" : ""
    return Popup(
      title: "Columns from left to right" + part, lines: lines,
      hint: "space show  < > move  0 usual  \(model.enter(frame)) keep  Esc",
      cursor: selection - inView.lowerBound)
  }

  func sentences(in model: DashboardModel) -> [String] {
    ["Columns. Type a name to show or hide it, or nothing to go on."]
      + columns.map { column in
        "\(column.rawValue): \(column.help), \(shown.contains(column) ? "shown" : "hidden")."
      }
  }

  /// The keys that show or hide the column of a name; an empty line ends the choice.
  func keys(for line: String) -> [KeyPress] {
    guard !line.isEmpty else { return [KeyPress(.enter)] }
    guard let index = columns.firstIndex(where: { $0.rawValue == line }) else { return [] }
    let steps = index - selection
    return Array(repeating: KeyPress(steps < 0 ? .up : .down), count: abs(steps)) + [KeyPress(" ")]
  }
}
