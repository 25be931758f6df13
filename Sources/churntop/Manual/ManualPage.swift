import ArgumentParser
import Dashboard
import ProgramConventions

/// The manual page churntop(1), generated from the program's own tables.
///
/// Commands and options come from the argument parser, keys from the dashboard's command table,
/// settings, files, variables and exit statuses from theirs.
struct ManualPage {
  /// The page in roff.
  var text: String { roff.text }

  private var roff: Roff

  /// Writes the page of a program.
  init(_ program: CommandDescription) {
    roff = Roff(
      program, section: 1, manual: "User Commands",
      describing: """
        Without a command: the dashboard, or where there is no terminal its Overview as text. It \
        needs no set-up and no network, and stores everything in one file, the ledger.
        """)
    let blocks = HelpBlock.blocks(of: program.discussion ?? "")
    for case .prose(let words) in blocks { roff.paragraph(.plain(words)) }
    roff.section("COMMANDS")
    roff.paragraph(.plain("Most commands also take the last options of OPTIONS, from --ledger on."))
    for command in program.descendants { roff.add(command) }
    roff.addOptions(of: program)
    addKeys(KeyPage())
    add(ManualPlace.files, under: "FILES")
    add(ManualPlace.variables, under: "ENVIRONMENT")
    roff.addExitStatuses()
    roff.section("EXAMPLES")
    if let examples = blocks.lazy.compactMap(\.lines).first { roff.verbatim(examples) }
  }

  private mutating func addKeys(_ page: KeyPage) {
    roff.section("KEYS")
    roff.paragraph(
      .plain("In the dashboard, by the names that keys.toml calls them; ^x is Control and x."))
    var group: Command.Group?
    for row in page.rows {
      if row.command.group != group {
        group = row.command.group
        roff.subsection(row.command.group.rawValue)
      }
      var tag = row.keys.flatMap { [Roff.Span.bold($0.name), .plain("  ")] }
      tag.append(.italic(row.command.id.rawValue))
      roff.entry(tag, "\(row.command.tooltip) (\(row.place))")
    }
  }

  private mutating func add(_ places: [ManualPlace], under title: String) {
    roff.section(title)
    for place in places { roff.entry([.bold(place.name)], place.summary) }
  }
}

extension CommandDescription {
  /// Reads the description of churntop and all its commands.
  ///
  /// - Throws: `DecodingError` if the parser's format has changed.
  static func program() throws -> CommandDescription { try program(help: Churntop._dumpHelp()) }
}

/// `churntop man`: prints the manual page churntop(1).
struct ManCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "man",
    abstract: "Print the manual page churntop(1) with every command, key and setting.",
    discussion: """
      EXAMPLES
        churntop man | man -l -
        mkdir -p ~/.local/share/man/man1
        churntop man > ~/.local/share/man/man1/churntop.1    # for 'man churntop'
      """.flowed)

  func run() throws {
    try StandardOutput().finish(ManualPage(CommandDescription.program()).text)
  }
}
