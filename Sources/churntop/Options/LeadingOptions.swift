import ArgumentParser
import ProgramConventions

/// The options before the subcommand, as in `churntop --ledger x list`.
///
/// They are moved behind the name of the subcommand; otherwise they would apply to the dashboard
/// only, and the subcommand would use another ledger.
enum LeadingOptions {
  /// Returns the arguments with leading options moved behind the name of the subcommand.
  static func moved(_ arguments: [String], root: any ParsableCommand.Type) -> [String] {
    guard arguments.first?.hasPrefix("--") == true,
      arguments.contains(where: { NamedCommand.child($0, of: root) != nil })
    else { return arguments }
    var position = 0
    while position < arguments.count, arguments[position].hasPrefix("--") {
      // After a lone `--` nothing is an option.
      if arguments[position] == "--" { return arguments }
      position += valued.contains(arguments[position]) ? 2 : 1
    }
    guard position < arguments.count else { return arguments }
    let end = position + NamedCommand(arguments[position...], root: root).words
    guard end > position else { return arguments }
    return Array(arguments[position..<end] + arguments[..<position] + arguments[end...])
  }

  /// The options of every command that take a value; empty if the parser's description of itself
  /// has another format, which a test would detect.
  private static let valued: Set<String> = {
    guard let program = try? CommandDescription.program() else { return [] }
    var names: Set<String> = []
    for command in [program] + program.descendants {
      for argument in command.arguments ?? [] where argument.kind == "option" {
        names.formUnion((argument.names ?? []).map(\.typed))
      }
    }
    return names
  }()
}
