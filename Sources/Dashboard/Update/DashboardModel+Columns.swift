import TerminalUI

/// Choosing the columns of the list.
extension DashboardModel {
  /// Opens the chooser.
  mutating func openColumns() { input = .columns(ColumnChooser(subscribers.columns)) }

  /// Takes a key while columns are chosen; the list follows at once.
  mutating func take(_ press: KeyPress, _ chooser: ColumnChooser) -> [Effect] {
    var chooser = chooser
    switch KeyChord(press).name {
    case "Enter", "c":
      input = .none
      return []
    case "Esc", "q":
      subscribers.columns = chooser.before
      input = .none
      return []
    case "Down", "j": chooser.move(by: 1)
    case "Up", "k": chooser.move(by: -1)
    case "space": chooser.toggle()
    case "<", "K", "Left", "h": chooser.shift(by: -1)
    case ">", "J", "Right", "l": chooser.shift(by: 1)
    case "0": chooser.reset()
    case _: tell("space shows or hides a column, < and > move it, 0 is the usual choice.")
    }
    subscribers.columns = chooser.choice
    input = .columns(chooser)
    return []
  }
}
