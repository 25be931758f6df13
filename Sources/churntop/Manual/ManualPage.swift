import ArgumentParser
import Dashboard
import ProgramConventions

/// The manual page `churntop(1)`, made from the tables that the program itself works by.
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
      title: program.commandName.uppercased(), section: 1,
      source: Churntop.configuration.version, manual: "User Commands")
    let blocks = HelpBlock.blocks(of: program.discussion ?? "")
    addOpening(program, blocks)
    roff.section("COMMANDS")
    roff.paragraph(.plain("What OPTIONS lists last, from --ledger on, most commands take as well."))
    for command in program.descendants { add(command) }
    roff.section("OPTIONS")
    for argument in program.own { add(argument) }
    for argument in program.shown where argument.isShared { add(argument) }
    addKeys(KeyPage())
    add(ManualPlace.files, under: "FILES")
    add(ManualPlace.variables, under: "ENVIRONMENT")
    roff.section("EXIT STATUS")
    for status in ExitStatus.allCases {
      roff.entry([.bold(String(status.rawValue))], status.summary)
    }
    roff.section("EXAMPLES")
    if let examples = blocks.lazy.compactMap(\.lines).first { roff.verbatim(examples) }
  }

  private mutating func addOpening(_ program: CommandDescription, _ blocks: [HelpBlock]) {
    roff.section("NAME")
    let abstract = program.abstract ?? ""
    roff.name(program.commandName, abstract.hasSuffix(".") ? String(abstract.dropLast()) : abstract)
    roff.section("SYNOPSIS")
    let name = Roff.Span.bold(program.commandName)
    roff.paragraph(name, .plain(" ["), .italic("options"), .plain("]"))
    roff.paragraph(
      name, .plain(" "), .italic("command"), .plain(" ["), .italic("arguments"), .plain("]"))
    roff.section("DESCRIPTION")
    roff.paragraph(
      .plain(
        """
        Without a command: the dashboard, or where there is no terminal its Overview as text. It \
        needs no set-up and no network, and keeps everything in one file, the ledger.
        """))
    for case .prose(let words) in blocks { roff.paragraph(.plain(words)) }
  }

  private mutating func add(_ command: CommandDescription) {
    roff.subsection(command.words.joined(separator: " "))
    if let abstract = command.abstract { roff.paragraph(.plain(abstract)) }
    for argument in command.own { add(argument) }
    for block in HelpBlock.blocks(of: command.discussion ?? "") {
      switch block {
      case .heading(let words): roff.paragraph(.bold(words))
      case .prose(let words): roff.paragraph(.plain(words))
      case .verbatim(let lines): roff.verbatim(lines)
      }
    }
  }

  private mutating func add(_ argument: ArgumentDescription) {
    roff.entry(argument.spans, argument.words)
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
