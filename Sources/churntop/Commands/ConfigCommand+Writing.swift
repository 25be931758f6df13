import ArgumentParser
import ProgramConventions
import SubscriptionCore

extension ConfigCommand {
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
      let output = StandardOutput()
      try output.line(file.schema.pretty())
      try output.flush()
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
      let output = StandardOutput()
      try output.write(file.example)
      try output.flush()
    }
  }
}

extension ConfigurationKind: ExpressibleByArgument {}
