import ArgumentParser
import PlainText

/// The error message for an unknown command, with the most similar one.
enum UnknownCommand {
  /// Returns the message about the first argument that should name a command and does not; `nil` if
  /// there is none.
  ///
  /// Leading options are left to the parser.
  static func sentence(_ arguments: [String], root: any ParsableCommand.Type) -> String? {
    var command = root
    var path: [String] = []
    let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    for word in words {
      let children = command.configuration.subcommands
      guard !children.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
      if let next = children.first(where: { $0._commandName == word }) {
        command = next
        path.append(word)
        continue
      }
      let names = children.map { $0._commandName }
      // A command of another one, such as 'note' of 'prompt', is meant rather than a similar name.
      let parents = children.filter { child in
        child.configuration.subcommands.contains { $0._commandName == word }
      }
      let others = parents.map { "\($0._commandName) \(word)" }
      let near = NearestName.find(word, in: names)
      let quoted = (others.isEmpty ? [near].compactMap(\.self) : others).map { "'\($0)'" }
      let meant = quoted.isEmpty ? "" : " Did you mean \(quoted.joined(separator: " or "))?"
      let place = path.isEmpty ? "" : " of '\(path.joined(separator: " "))'"
      return "There is no command '\(word)'\(place).\(meant) "
        + "There are: \(names.joined(separator: ", "))."
    }
    return nil
  }
}
