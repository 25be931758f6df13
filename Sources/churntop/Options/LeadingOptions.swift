import ArgumentParser

/// Options written before the subcommand, as in `churntop --ledger x list`.
///
/// Each subcommand has its own, so those in front are moved behind its name; otherwise they would
/// count for the dashboard only and the subcommand would work on another ledger.
enum LeadingOptions {
  /// The options in front that take a value.
  private static let valued: Set<String> = [
    "--ledger", "--config", "--timezone", "--color", "--as-of", "--theme", "--glyphs", "--colors",
  ]

  /// The arguments with leading options behind the name of the subcommand.
  static func moved(
    _ arguments: [String], root: any ParsableCommand.Type
  ) -> [String] {
    var position = 0
    while position < arguments.count, arguments[position].hasPrefix("--") {
      position += valued.contains(arguments[position]) ? 2 : 1
    }
    guard position > 0, position < arguments.count else { return arguments }
    var end = position
    var command: any ParsableCommand.Type = root
    while end < arguments.count, let next = subcommand(arguments[end], of: command) {
      command = next
      end += 1
    }
    guard end > position else { return arguments }
    return Array(arguments[position..<end] + arguments[..<position] + arguments[end...])
  }

  private static func subcommand(
    _ name: String, of command: any ParsableCommand.Type
  ) -> (any ParsableCommand.Type)? {
    let configuration = command.configuration
    let all = configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands)
    return all.first { $0._commandName == name }
  }
}
