import ConfigurationFiles
import Dashboard

extension TableShape {
  /// The schema of `keys.toml`.
  static let keys = TableShape([
    Entry(
      "preset", .choice(KeyPreset.allCases.map(\.rawValue)),
      "the keys to begin with: "
        + KeyPreset.allCases.map { "\($0.rawValue), \($0.summary)" }.joined(separator: "; "),
      fallback: "\"\(KeyPreset.vi.rawValue)\""),
    Entry(
      "bind",
      .table(
        TableShape(
          bindings(CommandTable.all)
            + Screen.allCases.map { screen in
              Entry(
                screen.rawValue,
                .table(
                  TableShape(
                    bindings(CommandTable.all.filter { $0.screens.contains(screen) }))),
                "keys on \(screen.title) only")
            })),
      "the keys of commands, in place of those of the preset; an empty list takes them away"),
  ])

  private static func bindings(_ commands: [Command]) -> [Entry] {
    commands.map { command in
      Entry(
        command.id.rawValue, .anyOf([.list(of: .text(.chord)), .text(.chord)]), command.tooltip,
        fallback: "[" + command.keys.map { "\"\(escaped($0.name))\"" }.joined(separator: ", ") + "]"
      )
    }
  }

  private static func escaped(_ name: String) -> String { name == "\\" ? "\\\\" : name }
}

extension TextRule {
  static let chord = TextRule("a key, such as j, ^d, A-x or F5", pattern: "^\\S+$") {
    KeyChord.problem(with: $0)
  }
}
