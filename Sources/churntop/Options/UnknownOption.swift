import ArgumentParser
import SubscriptionCore

/// The error message for an option that is a field of the filter language.
enum UnknownOption {
  /// Returns the message with the filter that was meant, from the arguments and the parser's
  /// message about them; `nil` for every other error.
  static func sentence(
    _ arguments: [String], message: String, root: any ParsableCommand.Type
  ) -> String? {
    let commands = root.configuration.subcommands
    guard let command = commands.first(where: { $0._commandName == arguments.first }),
      root.helpMessage(for: command).contains("--filter <")
    else { return nil }
    for (place, word) in arguments.enumerated() where word.hasPrefix("--") {
      let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1)
      guard let name = parts.first, message.contains("Unknown option '--\(name)'"),
        let field = SubscriberField(named: String(name))
      else { continue }
      let next = arguments.dropFirst(place + 1).first { !$0.hasPrefix("-") }
      let value = parts.dropFirst().first.map(String.init) ?? next ?? "VALUE"
      return "Unknown option '--\(name)'. Write --filter '\(field.name):\(value)'."
    }
    return nil
  }
}
