import TerminalUI

/// The keys of what is open in front of the screen, in the place of the screen's own.
struct InputHints {
  /// A key and what it does.
  struct Line: Hashable {
    /// The key.
    var key: KeyChord
    /// What it does, in a word or two.
    var text: String

    init(_ key: KeyChord, _ text: String) { (self.key, self.text) = (key, text) }
  }

  /// The keys by importance.
  var lines: [Line]
  /// The key at the right, which closes.
  var last: Line

  init(_ lines: [Line], last: Line = Line("Esc", "cancel")) {
    (self.lines, self.last) = (lines, last)
  }

  /// The keys as a row of the screen.
  func line(ascii: Bool) -> HintLine {
    func hint(_ line: Line) -> Hint { Hint(key: line.key.label(ascii: ascii), text: line.text) }
    return HintLine(lines.map(hint), last: hint(last))
  }
}

extension DashboardModel {
  /// The keys of what is open in front of the screen; `nil` where the screen has the keys, and of
  /// the filter line, whose row says what it would do.
  var inputHints: InputHints? {
    func keys(_ ids: CommandID...) -> [InputHints.Line] {
      ids.compactMap { id in
        guard let command = CommandTable.command(id) else { return nil }
        return keyMap.keys(of: id, on: .detail).first.map { .init($0, command.title) }
      }
    }
    let copies = keyMap.keys(of: .copyOpen, on: screen).prefix(1).map { key in
      InputHints.Line(key, "copy")
    }
    switch input {
    case .none, .filter: return nil
    case .palette:
      return InputHints(
        [.init("Enter", "run"), .init("Tab", "complete"), .init("Down", "next")] + copies,
        last: .init("Esc", "close"))
    case .menu:
      return InputHints(
        keys(.help) + [.init("Enter", "choose"), .init("Down", "next")] + copies)
    case .prompt: return InputHints([.init("Enter", "go")] + copies)
    case .columns:
      return InputHints(
        [
          .init("Enter", "keep"), .init("space", "show or hide"), .init("<", "to the left"),
          .init(">", "to the right"), .init("0", "usual ones"),
        ] + copies)
    case .note: return InputHints([.init("Enter", "record")] + copies)
    case .payload:
      return InputHints(
        keys(.help, .moveDown, .moveUp, .eventPrevious, .eventNext, .copy, .mask),
        last: .init("Esc", "close"))
    case .pager:
      return InputHints(keys(.help, .moveDown, .moveUp, .copy), last: .init("Esc", "close"))
    case .looks(.picker):
      return InputHints(
        [.init("Enter", "keep"), .init("Down", "next")] + copies, last: .init("Esc", "as before"))
    case .looks(.inspector):
      return InputHints(
        [.init("l", "right"), .init("j", "down"), .init("w", "next meaning")] + copies,
        last: .init("Esc", "close"))
    case .confirm(let confirmation):
      let yes = confirmation.action.agreement
      let answers: [InputHints.Line] =
        confirmation.phrase.map { [.init("Enter", "\(yes), once \($0) is typed")] }
        ?? [.init("y", yes), .init("n", "do not")]
      return InputHints(answers + copies)
    case .runs: return InputHints([.init("y", "run it"), .init("n", "do not")] + copies)
    }
  }
}

extension OperatorAction {
  /// The words of a yes to it.
  var agreement: String {
    switch reversal {
    case nil: "record it"
    case .undo?: "take it back"
    case .redo?: "record it again"
    }
  }
}
