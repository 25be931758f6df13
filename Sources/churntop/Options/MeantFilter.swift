import ArgumentParser
import SubscriptionCore

/// The error message for an option or an argument that is meant as a filter.
enum MeantFilter {
  /// Returns the message with the filter that was meant, from the arguments and the parser's
  /// message about them; `nil` for every other error.
  static func sentence(
    _ arguments: [String], message: String, root: any ParsableCommand.Type
  ) -> String? {
    let commands = root.configuration.subcommands
    guard let command = commands.first(where: { $0._commandName == arguments.first }),
      root.helpMessage(for: command).contains("--filter <")
    else { return nil }
    let scope: FilterScope = command == EventsCommand.self ? .events : .subscribers
    return option(arguments, message, about: scope)
      ?? argument(arguments.dropFirst(), message, about: scope)
  }

  /// An option that is a field of the filter language.
  private static func option(
    _ arguments: [String], _ message: String, about scope: FilterScope
  ) -> String? {
    for (place, word) in arguments.enumerated() where word.hasPrefix("--") {
      let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1)
      guard let name = parts.first, message.contains("Unknown option '--\(name)'"),
        let field = SubscriberField(named: String(name)),
        SubscriberField.all(in: scope).contains(field)
      else { continue }
      let next = arguments.dropFirst(place + 1).first.flatMap { $0.hasPrefix("-") ? nil : $0 }
      guard let value = parts.dropFirst().first.map(String.init) ?? next else {
        return "Unknown option '--\(name)'. Write --filter '\(field.name):VALUE'."
      }
      // Only a filter that is one is worth following.
      let filters = [":", "<", ">="].map { field.name + $0 + value }
      let filter = filters.first { text in
        (try? Filter.parse(text, about: scope)) != nil && !text.contains("'")
      }
      if let filter { return "Unknown option '--\(name)'. Write --filter '\(filter)'." }
    }
    return nil
  }

  /// The words after a command that has none: a filter, a value of one, or a text to find.
  private static func argument(
    _ arguments: ArraySlice<String>, _ message: String, about scope: FilterScope
  ) -> String? {
    let one = "Unexpected argument '", many = " unexpected arguments: '"
    guard message.contains(one) || message.contains(many) else { return nil }
    let words = arguments.filter { message.contains("'\($0)'") }
    guard let first = words.first else { return nil }
    let filter = words.map(filter(of:)).joined(separator: " ")
    guard (try? Filter.parse(filter, about: scope)) != nil, !filter.contains("'") else {
      return nil
    }
    return "Unexpected argument '\(first)'. Did you mean --filter '\(filter)'?"
  }

  /// The filter that a word is meant as: its field before a choice of one, such as a state; quotes
  /// around the words of a name.
  private static func filter(of word: String) -> String {
    let field = SubscriberField.all(in: .subscribers).first { field in
      field.kind == .choice
        && field.choices.contains { ([$0.name] + $0.aliases).contains(word.lowercased()) }
    }
    if let field { return "\(field.name):\(word)" }
    let isName = word.contains(" ") && !word.contains { ":<>=\"/|()".contains($0) }
    return isName ? "\"\(word)\"" : word
  }
}
