import ArgumentParser
import ConfigurationFiles
import EventLedger
import ProgramConventions

extension LedgerCommand {
  /// `churntop ledger migrate`: brings a ledger's tables to the present form.
  struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "migrate",
      abstract: "Bring the tables of an earlier version's ledger to the present form.",
      usage: "churntop ledger migrate [<options>]",
      discussion: """
        On a server only the tables' owner may do so, and does it when the new version is installed
        everywhere: programs of the earlier version stop with a message, and lose nothing. Rows are
        derived again where they have to be. A ledger in the present form stays as it is, and one of
        a newer version is left alone. A file is migrated by any command that may write it.

        EXAMPLE
          churntop ledger migrate --ledger service=churn-owner
        """.flowed)

    @OptionGroup(title: "Common") var common: CommonOptions
    @OptionGroup(title: "Common") var display: DisplayOptions

    func run() throws {
      let session = try Session(common.values(display))
      let done = try LedgerEngine.migrate(session.address)
      _ = try session.open(.writing)
      for words in done { try session.output.line(words) }
      let end = done.isEmpty ? "is in the present form" : "is in the present form now"
      try session.output.finish(DisplayText.sanitized("\(session.path) \(end)") + "\n")
    }
  }

  /// `churntop ledger rules`: prints the rules that a server's ledger goes by.
  struct Rules: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rules",
      abstract: "Print the rules that a server's ledger goes by, as a configuration has them.",
      usage: "churntop ledger rules [<options>]",
      discussion: """
        [recovery], [prompts] and [[products]] in TOML, as somebody adopted them last, with who it
        was and when. In config.toml or churntopd.toml of another machine they take the place of
        those sections. A file has no rules of its own: 'churntop config show' prints those of the
        configuration.

        EXAMPLES
          churntop ledger rules --ledger service=churn > rules.toml
          churntop ledger status --ledger service=churn --config rules.toml
        """.flowed)

    @OptionGroup(title: "Common") var common: CommonOptions
    @OptionGroup(title: "Common") var display: DisplayOptions

    func run() throws {
      let session = try Session(common.values(display))
      var adopted: AdoptedPolicy?
      if session.address.isServer {
        let ledger = try session.open(.inspecting)
        adopted = try LedgerEngine.adoptedPolicy(of: ledger)
      }
      guard let adopted else {
        throw CommandError.notUnderstood(
          "\(session.path) is a file, which goes by the configuration: churntop config show.")
      }
      let remark =
        "# The rules of \(session.path), version \(adopted.version), set "
        + "\(session.time.second(adopted.at)) by \(adopted.by)."
      try session.output.line(DisplayText.sanitized(remark))
      try session.output.finish(try PolicyConfiguration.text(of: adopted.policy))
    }
  }

  /// `churntop ledger roles`: prints or runs the grants for a team's roles.
  struct Roles: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "roles",
      abstract: "Print the rights of a team's roles on a server's ledger as SQL, or grant them.",
      usage: "churntop ledger roles [--apply] [<options>]",
      discussion: """
        Three roles beside the owner: the daemon's, which stores what stores say; the operators',
        who act and import; and the readers', who see no payload, no name and no mail address.
        Entries and events are append-only for all of them. The roles are made without a login:
        grant them to those of people and programs. What is printed may be read, changed and piped
        into psql.

        EXAMPLES
          churntop ledger roles --ledger service=churn-owner | psql service=churn-owner
          churntop ledger roles --apply && psql -c 'GRANT churntop_reader TO mira'
        """.flowed)

    @Flag(help: "Make the roles and grant the rights, in one transaction.") var apply = false
    @Option(help: ArgumentHelp("The beginning of the roles' names.", valueName: "name"))
    var prefix = "churntop"
    @OptionGroup(title: "Common") var common: CommonOptions
    @OptionGroup(title: "Common") var display: DisplayOptions

    func run() throws {
      let session = try Session(common.values(display))
      guard session.address.isServer else {
        throw CommandError.notUnderstood(
          "\(session.path) is a file: whoever may write the file may do everything.")
      }
      guard prefix.wholeMatch(of: /[a-z_][a-z0-9_]{0,40}/) != nil else {
        throw CommandError.notUnderstood(
          "--prefix takes small letters, digits and underscores, and begins with no digit.")
      }
      let lines = try LedgerEngine.roles(session.address, prefix: prefix, isApplied: apply)
      try session.output.finish(lines.map { $0 + "\n" }.joined())
    }
  }
}
