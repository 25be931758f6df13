import ArgumentParser
import ConfigurationFiles
import Foundation
import ProgramConventions
import SubscriptionCore

/// `churntop config`: commands for the configuration files.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show or check the configuration.",
    discussion: """
      An option wins over the environment, the environment over ./.churntop.toml (only
      where project = true), that over your own files, and those over the defaults.
      Invalid values are left out and named. Where config.toml is not TOML at all, the
      dashboard starts read-only, and commands end with 2: it may name another ledger.

        $XDG_CONFIG_HOME/churntop/config.toml      settings, the policy about prompts
        $XDG_CONFIG_HOME/churntop/keys.toml        which key does what
        $XDG_CONFIG_HOME/churntop/views.toml       saved views, highlighted rows
        $XDG_CONFIG_HOME/churntop/commands.toml    programs to run about a subscriber
        $XDG_CONFIG_HOME/churntop/replies/         words for customers, by language
        $XDG_CONFIG_HOME/churntop/themes/          looks; see 'churntop theme'

      EXAMPLES
        churntop config show --origin
        churntop config validate
        churntop config example keys       # a file to begin with
        churntop config schema views       # for an editor that completes TOML
      """.flowed,
    subcommands: [Show.self, Validate.self, Schema.self, Example.self])

  /// `churntop config show`: prints the settings in force.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Print every setting, with --origin also where it is from.",
      usage: "churntop config show [<options>]",
      discussion: """
        EXAMPLE
          churntop config show --origin
        """.flowed)

    @Flag(help: "Print where each value is from: file and line, variable, option or default.")
    var origin = false
    @OptionGroup var form: ReportFormatOptions
    @OptionGroup(title: "Common") var common: CommonOptions
    @OptionGroup(title: "Common") var display: DisplayOptions

    func run() throws {
      let dependencies = Dependencies.current.checked
      let session = try Session(common.values(display), dependencies: dependencies)
      try form.check(for: "config show")
      let folder = ConfigurationFolder(path: dependencies.configurationFolder)
      for problem in dependencies.variableProblems + folder.problems {
        diagnostics.say(problem.sentence)
      }
      let rows = ConfigurationListing(session, folder).rows
      let values = rows.map { row in
        JSON.Member(
          name: row.name, value: ["value": .string(row.value), "origin": .string(row.origin)])
      }
      let table = Table(
        ["SETTING", "VALUE"] + (origin ? ["ORIGIN"] : []),
        rows.map { [$0.name, $0.value] + (origin ? [$0.origin] : []) })
      try form.format.print(
        text: table.text(ink: false), json: .object(values), to: session.output)
    }
  }

  /// `churntop config validate`: reports every problem of the configuration.
  struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "validate",
      abstract: "Check every file of the configuration; exits with 3 if a value is invalid.",
      usage: "churntop config validate [<options>]",
      discussion: """
        One line for each problem, with file and line, and the nearest name where one is
        misspelt. Themes, replies and the variables of settings are checked as well.

        EXAMPLES
          churntop config validate
          churntop config validate --folder ./churntop-config
          churntop config validate --config ./churntop.toml
        """.flowed)

    @Option(
      help: ArgumentHelp(
        "The folder. Default: $XDG_CONFIG_HOME/churntop.", valueName: "path"),
      completion: .directory)
    var folder: String?
    @OptionGroup var form: ReportFormatOptions
    @OptionGroup(title: "Common") var common: CommonOptions
    @OptionGroup(title: "Common") var display: DisplayOptions

    func run() throws {
      try form.check(for: "config validate")
      var dependencies = Dependencies.current
      if let folder {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder),
          isFolder.boolValue
        else {
          throw CommandError.notFound("There is no folder \(folder).")
        }
        dependencies.chosenConfigurationFolder = folder
      }
      let check = try ConfigurationReport(common.values(display), dependencies)
      let sentences = check.problems.map { DisplayText.sanitized($0.sentence) + "\n" }
      try form.format.print(
        text: sentences.isEmpty ? check.praise + "\n" : sentences.joined(), json: check.json,
        lines: check.problems.map(\.json), to: StandardOutput())
      if !check.problems.isEmpty { throw CommandError.needsALook }
    }
  }

  /// `churntop config schema`: prints the JSON schema of a file.
  struct Schema: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "schema",
      abstract: "Print the JSON schema (2020-12) of a configuration file.",
      discussion: """
        Editors that know JSON schemas for TOML complete and check with it: put it beside
        the file and write '#:schema ./keys.schema.json' into the first line.

        EXAMPLES
          churntop config schema
          churntop config schema keys > keys.schema.json
        """.flowed)

    @Argument(help: "config, keys, views, commands or replies.")
    var file: ConfigurationKind = .config

    func run() throws {
      try StandardOutput().finish(file.schema.pretty() + "\n")
    }
  }

  /// `churntop config example`: prints an example of a file.
  struct Example: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "example",
      abstract: "Print an example of a configuration file, every line explained.",
      discussion: """
        EXAMPLES
          mkdir -p ~/.config/churntop/replies
          churntop config example > ~/.config/churntop/config.toml
          churntop config example views
          churntop config example replies > ~/.config/churntop/replies/en.toml
        """.flowed)

    @Argument(help: "config, keys, views, commands or replies.")
    var file: ConfigurationKind = .config

    func run() throws {
      try StandardOutput().finish(file.example)
    }
  }
}

extension ConfigurationKind: ExpressibleByArgument {}
