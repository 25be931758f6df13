import ArgumentParser
import Foundation

/// The completion scripts of shells: the argument parser's, with the commands after `help` added.
enum CompletionScript {
  /// The argument parser's own option for scripts.
  static let option = "--generate-completion-script"

  /// Returns the script of a shell.
  static func text(for shell: CompletionShell) -> String {
    let script = Churntop.completionScript(for: shell)
    let names = commandNames.joined(separator: " ")
    switch shell {
    case .bash:
      return inserting(
        """

            # Offer positional completions
            __churntop_add_completions -W '\(names.replacing(" ", with: "'$'\\n''"))'
        """,
        after: ["_churntop_help() {\n", "__churntop_offer_flags_options -1\n"], in: script)
    case .zsh:
      return script.replacing(
        "'*:subcommands:'", with: "'*:subcommands:(\(names))'", maxReplacements: 1)
    case .fish:
      return script + "complete -c 'churntop' -n "
        + "'__churntop_should_offer_completions_for_positional \"churntop help\" -ge 1' "
        + "-fka '\(names)'\n"
    default: return script
    }
  }

  /// Returns the shell of the parser's own option; `nil` for arguments without that option.
  static func shell(askedBy arguments: [String]) -> CompletionShell? {
    guard let place = arguments.firstIndex(where: { $0.hasPrefix(option) }) else { return nil }
    let words = arguments[place].split(separator: "=", maxSplits: 1)
    if words.count == 2, words[0] == option { return CompletionShell(rawValue: String(words[1])) }
    guard arguments[place] == option, arguments.indices.contains(place + 1) else { return nil }
    return CompletionShell(rawValue: arguments[place + 1])
  }

  /// The names of the commands and their subcommands.
  private static var commandNames: [String] {
    let all = Churntop.configuration.subcommands
    let nested = all.flatMap { $0.configuration.subcommands }
    var seen: Set<String> = []
    return (all + nested).map { $0._commandName }.filter { seen.insert($0).inserted }
  }

  /// Inserts a line after the last of several pieces that occur in order in a script.
  private static func inserting(_ text: String, after pieces: [String], in script: String) -> String
  {
    var end = script.startIndex
    for piece in pieces {
      guard let place = script[end...].range(of: piece) else { return script }
      end = place.upperBound
    }
    return script[..<end] + text + "\n" + script[end...]
  }
}
