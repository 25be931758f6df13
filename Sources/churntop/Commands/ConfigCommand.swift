import ArgumentParser
import ProgramConventions

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
}
