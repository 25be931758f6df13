import ArgumentParser
import Foundation

/// A command as the argument parser describes it, with what is below it.
struct CommandDescription: Decodable {
  /// Its last word.
  var commandName: String
  /// The words before.
  var superCommands: [String]?
  /// What it does, in one sentence.
  var abstract: String?
  /// Prose, examples and headings, as help prints them.
  var discussion: String?
  /// The commands below.
  var subcommands: [CommandDescription]?
  /// What it takes, hidden ones included.
  var arguments: [ArgumentDescription]?

  /// The whole program.
  ///
  /// - Throws: `DecodingError` where the parser describes itself in another shape.
  static func program() throws -> CommandDescription {
    struct Tool: Decodable { var command: CommandDescription }
    return try JSONDecoder().decode(Tool.self, from: Data(Churntop._dumpHelp().utf8)).command
  }

  /// The words that name it, from the program on.
  var words: [String] { (superCommands ?? []) + [commandName] }

  /// What help shows of what it takes.
  var shown: [ArgumentDescription] { arguments?.filter(\.shouldDisplay) ?? [] }

  /// What it takes beyond the options that every command shares.
  var own: [ArgumentDescription] { shown.filter { !$0.isShared } }

  /// Every command below, each before those below it.
  var descendants: [CommandDescription] {
    (subcommands ?? []).flatMap { [$0] + $0.descendants }
  }
}
