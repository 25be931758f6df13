extension CommandTable {
  /// The commands for time, clipboard, files and mouse.
  static let around: [Command] = [
    Command(
      .copy, ["y"], "copy", "a menu of what goes to the clipboard", on: subjects, .take, hint: 17),
    Command(
      .copyOpen, ["^y"], "copy text",
      "copies the text of what is open: a menu, a question, help, or else the latest message",
      .take),
    Command(
      .reply, ["r"], "reply", "what to write to the customer, to read and to copy", on: [.detail],
      .take, hint: 23),
    Command(
      .export, ["e"], "export", "writes the list to a file: CSV, JSON, JSON Lines, Markdown",
      on: lists.union([.events, .metrics, .whatIf]), .take, hint: 66),
    Command(
      .digest, ["D"], "digest", "what happened since the last visit, or since yesterday 18:00",
      on: subjects, .live),
    Command(
      .asOf, [], "as-of time", "sets the whole program to another time (@ and t)", .live),
    Command(.live, [], "back to now", "goes back to the present (@ and l)", .live),
    Command(
      .slower, [","], "slower", "makes the demo's time run slower", .live),
    Command(.faster, ["."], "faster", "makes the demo's time run faster", .live),
    Command(
      .mouse, ["M"], "mouse", "switches the mouse on, and off again for the terminal's selection",
      .display),
    Command(
      .reveal, ["m"], "reveal", "shows the masked name and mail address of this subscriber",
      on: [.detail], .display, hint: 67),
  ]

  static let marking: [Command] = [
    Command(
      .markToggle, ["space"], "mark", "marks the row and goes one line down", on: lists, .mark,
      hint: 11),
    Command(
      .markRange, ["v"], "range", "marks from here to where v is pressed again", on: lists, .mark,
      hint: 46),
    Command(
      .markAll, ["*"], "mark all", "marks all that the list has, seen or not", on: lists, .mark,
      hint: 47),
    Command(.markNone, ["\\"], "mark none", "removes every mark", on: lists, .mark),
  ]

  /// The commands of the Metrics screen.
  static let measuring: [Command] = [
    Command(
      .turnWindow, ["r"], "window", "the next window of the metrics: 7, 30 or 90 days",
      on: [.metrics], .metrics, hint: 11),
    Command(
      .turnGrouping, ["b"], "by",
      "the metrics by store, product, plan, country, app or tag; the money by currency",
      on: [.metrics], .metrics, hint: 12),
    Command(
      .explainFigure, ["w"], "explain",
      "the formula of the figure, the numbers behind it, and where it misleads", on: [.metrics],
      .metrics, hint: 13),
    Command(
      .showNumbers, ["t"], "numbers", "the curve and the weeks as tables of numbers, and back",
      on: [.metrics], .metrics, hint: 14),
    Command(
      .references, ["p"], "published", "the figures that others published, with their sources",
      on: [.metrics], .metrics, hint: 20),
    Command(
      .showPrompts, ["P"], "prompts",
      "the effect of prompts and of the holdout, and back to the figures", on: [.metrics],
      .metrics, hint: 15),
    Command(
      .showMoney, ["$"], "money",
      "the money that failed and came back, MRR's change, the LTV of renewals, and back",
      on: [.metrics], .metrics, hint: 16),
  ]

  static let undoing: [Command] = [
    Command(
      .undo, ["u"], "undo", "takes back the latest thing recorded here", on: recorded, .act,
      writes: true, hint: 31),
    Command(
      .redo, ["^r"], "redo", "records again what was taken back last", on: recorded, .act,
      writes: true),
  ]

  static let matching: [Command] = [
    Command(
      .matchNext, ["n"], "next match", "the next row that the latest filter matches",
      on: [.subscribers, .due], .find),
    Command(
      .matchPrevious, ["N"], "previous match", "the previous row that the latest filter matches",
      on: [.subscribers, .due], .find),
  ]

  static let arranging: [Command] = [
    Command(
      .columns, ["c"], "columns", "chooses what the list shows of each subscriber",
      on: [.subscribers], .sort, hint: 19),
    Command(
      .views, ["@"], "views", "a menu of saved views and of other times",
      on: subjects, .screens, hint: 61),
    Command(
      .saveView, [], "save view", "keeps filter, order, columns and zoom under a name (@ and s)",
      on: [.subscribers, .due], .screens),
    Command(
      .closeView, [], "close view", "the list as it was before a view was opened (@ and 0)",
      on: [.subscribers, .due], .screens),
  ]

  /// The commands that the last row of a screen names, the most important first.
  static let hints = CaseTable { (screen: Screen) in
    all.filter { $0.hint > 0 && $0.screens.contains(screen) }
      .sorted { place(of: $0, on: screen) < place(of: $1, on: screen) }
  }

  /// The rank of a command among the hints of a screen; Detail has little use for a filter.
  private static func place(of command: Command, on screen: Screen) -> Int {
    command.id == .filter && screen == .detail ? 19 : command.hint
  }
}
