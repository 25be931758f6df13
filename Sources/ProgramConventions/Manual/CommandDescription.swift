import Foundation

/// A command with its subcommands, as the argument parser describes it.
public struct CommandDescription: Decodable, Sendable {
  /// The last word of the command.
  public var commandName: String
  /// The words before the last.
  public var superCommands: [String]?
  /// The purpose in one sentence.
  public var abstract: String?
  /// Prose, examples and headings, as help prints them.
  public var discussion: String?
  /// The subcommands.
  public var subcommands: [CommandDescription]?
  /// Arguments, options and flags, hidden ones included.
  public var arguments: [ArgumentDescription]?

  /// Reads the description that the parser writes for `--experimental-dump-help`.
  ///
  /// - Throws: `DecodingError` if the parser's format has changed.
  public static func program(help: String) throws -> CommandDescription {
    struct Tool: Decodable { var command: CommandDescription }
    return try JSONDecoder().decode(Tool.self, from: Data(help.utf8)).command
  }

  /// The words that name the command, beginning with the program.
  public var words: [String] { (superCommands ?? []) + [commandName] }

  /// The arguments that help shows.
  public var shown: [ArgumentDescription] { arguments?.filter(\.shouldDisplay) ?? [] }

  /// The shown arguments without the options that every command shares.
  public var own: [ArgumentDescription] { shown.filter { !$0.isShared } }

  /// Every subcommand, each before its own subcommands.
  public var descendants: [CommandDescription] {
    (subcommands ?? []).flatMap { [$0] + $0.descendants }
  }
}
