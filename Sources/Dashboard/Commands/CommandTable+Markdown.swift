extension CommandTable {
  /// The key table of the README: one row a command that has a key, by group.
  public static func markdown() -> String {
    var lines = ["| keys | what it does | where |", "| --- | --- | --- |"]
    for group in Command.Group.allCases {
      for command in all where command.group == group && !command.keys.isEmpty {
        let keys = command.keys.map { "`" + escaped($0.name) + "`" }.joined(separator: " ")
        lines.append("| \(keys) | \(command.tooltip) | \(places(of: command)) |")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines of `churntop keys`: name, keys, screens, sentence.
  public static func plainText() -> String {
    let idWidth = all.map(\.id.rawValue.count).max() ?? 0
    let keyWidth = all.map { $0.keys.map(\.name).joined(separator: " ").count }.max() ?? 0
    return all.map { command in
      let keys = command.keys.map(\.name).joined(separator: " ")
      return padded(command.id.rawValue, idWidth) + "  " + padded(keys, keyWidth) + "  "
        + command.tooltip + " (" + places(of: command) + ")"
    }
    .joined(separator: "\n") + "\n"
  }

  /// One sentence for every key that two commands claim on one screen; empty when there is none.
  public static func conflicts() -> [String] {
    var found: [String] = []
    for screen in Screen.allCases {
      var owner: [KeyChord: CommandID] = [:]
      for command in all where command.screens.contains(screen) {
        for key in command.keys {
          if let other = owner[key] {
            found.append(
              "\(key) on \(screen.title) means \(other.rawValue) and \(command.id.rawValue)")
          }
          owner[key] = command.id
        }
      }
    }
    return found
  }

  private static func places(of command: Command) -> String {
    if command.screens.count == Screen.allCases.count { return "everywhere" }
    return Screen.allCases.filter(command.screens.contains).map(\.title).joined(separator: ", ")
  }

  private static func escaped(_ name: String) -> String { name == "|" ? "\\|" : name }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
