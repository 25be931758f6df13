import ConfigurationFiles
import Dashboard

extension TableShape {
  /// The schema of `commands.toml`.
  static let commands = TableShape([
    Entry(
      "command", .table(TableShape([], others: Others(name: .name, shape: .table(command)))),
      "programs to run about a subscriber, by name")
  ])

  private static let command = TableShape([
    Entry("key", .text(.commandKey), "!c for c in the menu, or a key of its own such as F7"),
    Entry("title", .text(.name), "a few words for the menu"),
    Entry(
      "exec", .list(of: .text(.argument), isWhole: true),
      "the program and its arguments; no shell reads them", isRequired: true),
    Entry("writes", .boolean, "whether --readonly disables it", fallback: "false"),
    Entry("confirm", .boolean, "whether it asks before it runs", fallback: "false"),
    Entry(
      "output", .choice(CustomCommand.Output.allCases.map(\.rawValue)),
      "where its output goes: in front of the screen, to the terminal it is given, or nowhere",
      fallback: "\"\(CustomCommand.Output.pager.rawValue)\""),
    Entry("timeout", .text(.length), "how long it may run", fallback: "\"30s\""),
  ])
}

extension TextRule {
  /// A key of the menu of commands, or a key of the command's own.
  static let commandKey = TextRule("!c or a key", pattern: "^(![^ ]|[^!].*)$") { text in
    if text.hasPrefix("!") {
      return text.count == 2 ? nil : "is not ! and one character, such as !c."
    }
    return KeyChord.problem(with: text)
  }

  /// An argument of a program.
  static let argument = TextRule("an argument") { CommandPlaceholder.problem(with: $0) }
}
