import ArgumentParser
import ProgramConventions

/// The command that the first words of the arguments name.
struct NamedCommand {
  /// The command; the root if the first word names none.
  private(set) var command: any ParsableCommand.Type
  /// The number of words that name it.
  private(set) var words = 0

  /// Finds the command by its words, the deepest of them.
  init(_ arguments: some Sequence<String>, root: any ParsableCommand.Type) {
    command = root
    for word in arguments {
      guard let next = Self.child(word, of: command) else { return }
      command = next
      words += 1
    }
  }

  /// Returns the command of a name below another.
  static func child(
    _ name: String, of command: any ParsableCommand.Type
  ) -> (any ParsableCommand.Type)? {
    command.configuration.subcommands.first { $0._commandName == name }
  }

  /// Parses the arguments into the command that they name.
  ///
  /// The parser offers every argument to the root first, whose options take longer to set up than
  /// the command's own; hence a command parses its arguments by itself. What it refuses goes to the
  /// root, which answers requests for help and names the whole command in its errors.
  ///
  /// - Throws: The parser's error, or a `CommandError` that names an option of the root that the
  ///   command does not have: the root would swallow it, and the command would do something
  ///   else.
  static func parse(
    _ arguments: [String], root: any ParsableCommand.Type
  ) throws -> any ParsableCommand {
    let named = NamedCommand(arguments, root: root)
    let rest = Array(arguments.dropFirst(named.words))
    if named.words > 0, named.command.configuration.subcommands.isEmpty,
      let command = try? named.command.parseAsRoot(rest), type(of: command) == named.command
    {
      return command
    }
    let command = try root.parseAsRoot(arguments)
    if let option = try named.swallowed(rest, by: root) {
      let words = arguments.prefix(named.words).joined(separator: " ")
      throw CommandError.notUnderstood(
        "'churntop \(words)' has no option \(option), which is for the dashboard and some other "
          + "commands. Leave it out; 'churntop help \(words)' lists its options.")
    }
    return command
  }

  /// Returns the first option among the words after the command that the root declares and the
  /// command does not; beside `--help` any word is allowed.
  private func swallowed(_ rest: [String], by root: any ParsableCommand.Type) throws -> String? {
    guard words > 0, command.configuration.subcommands.isEmpty else { return nil }
    let options = rest.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }
      .map { String($0.prefix { $0 != "=" }) }.filter { $0 != "--help" }
    guard !options.isEmpty else { return nil }
    let own = try CommandDescription.program(help: command._dumpHelp()).optionNames
    let others = try CommandDescription.program(help: root._dumpHelp()).optionNames.subtracting(own)
    return options.first(where: others.contains)
  }
}

extension CommandDescription {
  /// The names of the options and flags, as they are typed.
  fileprivate var optionNames: Set<String> {
    Set((arguments ?? []).flatMap { $0.names ?? [] }.map(\.typed))
  }
}
