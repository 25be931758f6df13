import ArgumentParser
import ProgramConventions

/// `churntop ledger`: commands for a ledger as a whole.
struct LedgerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ledger",
    abstract: "Make a ledger, look at it, copy it, and say who may do what and who did.",
    discussion: """
      A ledger is a SQLite file, or lies on a PostgreSQL server that a whole team uses. A server is
      named by a URL or a service, wherever a ledger is: --ledger, CHURNTOP_LEDGER, config.toml.
      Passwords belong into ~/.pgpass or PGPASSFILE.

      EXAMPLES
        churntop ledger init --ledger postgres://db.example/churn
        churntop ledger status --ledger service=churn
        churntop ledger copy ledger.sqlite postgres://db.example/churn
        churntop ledger audit --since -30d --format csv
      """.flowed,
    subcommands: [
      Init.self, Status.self, Adopt.self, Rules.self, Compact.self, Prune.self, Copy.self,
      Migrate.self, Roles.self, Audit.self,
    ])
}
