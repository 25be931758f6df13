import ArgumentParser
import ConfigurationFiles
import ProgramConventions

/// `churntopd man`: prints the manual page churntopd(8).
struct ManCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "man",
    abstract: "Print the manual page churntopd(8) with every command, option and setting.",
    discussion: """
      EXAMPLES
        churntopd man | man -l -
        mkdir -p ~/.local/share/man/man8
        churntopd man > ~/.local/share/man/man8/churntopd.8    # for 'man churntopd'
      """.flowed)

  func run() async throws { try StandardOutput().finish(Self.page()) }

  /// Generates the page from the command tree and the shape of the configuration.
  ///
  /// - Throws: `DecodingError` if the argument parser's format has changed.
  static func page() throws -> String {
    let program = try CommandDescription.program(help: Churntopd._dumpHelp())
    var roff = Roff(
      program, section: 8, manual: "System Administration",
      describing: """
        The daemon beside churntop(1): it receives the stores' notifications, queries their APIs, \
        answers the app's backend and writes the ledger. It holds the stores' private keys.
        """)
    roff.section("COMMANDS")
    for command in program.descendants { roff.add(command) }
    roff.addOptions(of: program)
    roff.section("CONFIGURATION")
    roff.paragraph(
      .plain("A TOML file. The sample beside the systemd unit explains the usual settings."))
    roff.add(.daemon, named: "")
    roff.addExitStatuses()
    roff.section("SEE ALSO")
    roff.paragraph(.bold("churntop"), .plain("(1)"))
    return roff.text
  }
}

extension Roff {
  /// Writes the settings of a table, and below them each table that it contains.
  fileprivate mutating func add(_ table: TableShape, named name: String) {
    var tables: [(name: String, shape: TableShape)] = []
    for entry in table.entries {
      let path = name.isEmpty ? entry.name : "\(name).\(entry.name)"
      switch entry.shape {
      case .table(let inner), .list(of: .table(let inner), _): tables.append((path, inner))
      case .text, .integer, .boolean, .list, .anyOf: break
      }
      let words = entry.summary + (entry.fallback.map { "; the default is \($0)" } ?? "")
      self.entry([.bold(entry.name)], words + (entry.isRequired ? "; required" : ""))
    }
    for table in tables where !table.shape.entries.isEmpty {
      subsection(table.name)
      add(table.shape, named: table.name)
    }
  }
}
