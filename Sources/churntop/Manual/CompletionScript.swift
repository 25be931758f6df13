import ArgumentParser
import Foundation

/// A shell's completion script: the argument parser's, and what may stand behind `help`, which the
/// parser's own leaves out.
enum CompletionScript {
  /// The option by which the parser writes its scripts.
  static let option = "--generate-completion-script"

  /// The script for a shell.
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

  /// The shell whose script arguments ask for by the parser's own option; `nil` for all others.
  static func shell(askedBy arguments: [String]) -> CompletionShell? {
    guard let place = arguments.firstIndex(where: { $0.hasPrefix(option) }) else { return nil }
    let words = arguments[place].split(separator: "=", maxSplits: 1)
    if words.count == 2, words[0] == option { return CompletionShell(rawValue: String(words[1])) }
    guard arguments[place] == option, arguments.indices.contains(place + 1) else { return nil }
    return CompletionShell(rawValue: arguments[place + 1])
  }

  /// The commands, and those that they have under them.
  private static var commandNames: [String] {
    let all = Churntop.configuration.subcommands
    let nested = all.flatMap { $0.configuration.subcommands }
    var seen: Set<String> = []
    return (all + nested).map { $0._commandName }.filter { seen.insert($0).inserted }
  }

  /// Inserts a line behind pieces of a script that follow each other.
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
