import ArgumentParser
import TerminalUI

/// A command that there is not, and the one that is likely to be meant.
enum UnknownCommand {
  /// The sentence about the first word of the arguments that should name a command and names none;
  /// `nil` where every one of them does.
  ///
  /// Options in front are left to the parser.
  static func sentence(
    _ arguments: [String], root: any ParsableCommand.Type
  ) -> String? {
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
      let meant = NearestName.find(word, in: names).map { " Did you mean '\($0)'?" } ?? ""
      let place = path.isEmpty ? "" : " of '\(path.joined(separator: " "))'"
      return "There is no command '\(word)'\(place).\(meant) "
        + "There are: \(names.joined(separator: ", "))."
    }
    return nil
  }
}
