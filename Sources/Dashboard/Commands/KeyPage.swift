/// The keys of a map as a page to read: for people, for Markdown and for programs.
public struct KeyPage: Sendable {
  private let map: KeyMap
  private let commands: [Command]

  /// Prepares the page of a map.
  public init(_ map: KeyMap = .standard, commands: [Command] = CommandTable.all) {
    (self.map, self.commands) = (map, commands)
  }

  /// One command with the keys that it has on some screens.
  public struct Row: Hashable, Sendable {
    /// The command.
    public var command: Command
    /// Its keys; none where it has none.
    public var keys: [KeyChord]
    /// The screens.
    public var screens: [Screen]

    /// The screens in words.
    public var place: String {
      screens.count == Screen.allCases.count
        ? "everywhere" : screens.map(\.title).joined(separator: ", ")
    }
  }

  /// Every command, by group, with a row for each difference between screens.
  public var rows: [Row] {
    Command.Group.allCases.flatMap { group in
      commands.filter { $0.group == group }.flatMap { command in
        map.places(of: command).map { place in
          Row(command: command, keys: place.keys, screens: place.screens)
        }
      }
    }
  }

  /// The key table of the article about keys: one row for each command that has a key.
  public func markdown() -> String {
    var lines = ["| keys | what it does | where |", "| --- | --- | --- |"]
    for row in rows where !row.keys.isEmpty {
      let keys = row.keys.map { "`" + Self.escaped($0.name) + "`" }.joined(separator: " ")
      lines.append("| \(keys) | \(row.command.tooltip) | \(row.place) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines of `churntop keys`: name, keys, sentence, screens.
  public func plainText() -> String {
    let names = rows.map { ($0, $0.keys.map(\.name).joined(separator: " ")) }
    let idWidth = names.map(\.0.command.id.rawValue.count).max() ?? 0
    let keyWidth = names.map(\.1.count).max() ?? 0
    return names.map { row, keys in
      Formatting.left(row.command.id.rawValue, idWidth) + "  " + Formatting.left(keys, keyWidth)
        + "  "
        + row.command.tooltip + " (" + row.place + ")"
    }
    .joined(separator: "\n") + "\n"
  }

  private static func escaped(_ name: String) -> String { name == "|" ? "\\|" : name }
}
