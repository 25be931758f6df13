import ArgumentParser
import EventLedger
import ProgramConventions
import SubscriptionCore

extension LedgerCommand {
  /// `churntop ledger init`: makes an empty ledger.
  struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "init",
      abstract: "Make an empty ledger; one that is there stays as it is.",
      usage: "churntop ledger init [<options>]",
      discussion: """
        On a server the ledger's tables are made in the first schema of the search path, and the
        rules of this configuration become the ledger's.

        EXAMPLES
          churntop ledger init --ledger postgres://db.example/churn
          churntop ledger init \\
            --ledger 'postgres://db/churn?options=-csearch_path%3Dteam'
        """.flowed)

    @OptionGroup(title: "Common") var common: CommonOptions
    @OptionGroup(title: "Common") var display: DisplayOptions

    func run() throws {
      let session = try Session(common.values(display))
      let ledger = try session.open(.creating)
      let last = try session.answer { () throws(LedgerError) in try ledger.lastPosition() }
      let words = last == 0 ? "is ready and empty" : "has \(CountText.grouped(Int(last))) entries"
      try session.output.line("\(session.path) \(words)")
      try session.output.flush()
    }
  }

  /// `churntop ledger status`: prints where a ledger stands.
  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status",
      abstract: "Print where a ledger stands, and who works on it.",
      usage: "churntop ledger status [<options>]",
      discussion: """
        EXAMPLES
          churntop ledger status --format json | jq .behindSeconds
          churntop ledger status --sizes
        """.flowed)

    @Flag(help: "Also print what takes the room, by table and index; reads the whole file.")
    var sizes = false
    @OptionGroup var form: ReportFormatOptions
    @OptionGroup(title: "Common") var common: CommonOptions
    @OptionGroup(title: "Common") var display: DisplayOptions

    func run() throws {
      let session = try Session(common.values(display))
      try form.check(for: "ledger status")
      let status = try LedgerStatus(session, hasSizes: sizes)
      try form.format.print(status.json, or: status.text, to: session)
    }
  }

  /// `churntop ledger adopt`: makes the rules of this configuration the ledger's.
  struct Adopt: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "adopt",
      abstract: "Apply the rules of this configuration to a ledger, for everybody.",
      usage: "churntop ledger adopt [<options>]",
      discussion: """
        A ledger on a server keeps the rules that it goes by: [recovery], [prompts] and [products].
        A dashboard or a daemon that is configured with others says so and follows the ledger's.
        This command replaces them, and every subscriber is derived anew. A file follows the
        configuration of whoever may write it.

        EXAMPLES
          churntop whatif --policy config.toml      what the rules would have done
          churntop ledger adopt
        """.flowed)

    @OptionGroup(title: "Common") var common: CommonOptions
    @OptionGroup(title: "Common") var display: DisplayOptions

    func run() throws {
      let session = try Session(common.values(display))
      let ledger = try session.open(.writing)
      let changed = try session.answer { () throws(LedgerError) in
        try ledger.adopt(session.policy)
      }
      let words =
        changed.map { "\($0) subscribers changed" } ?? "the ledger goes by these rules already"
      try session.output.line("\(session.path): \(words)")
      try session.output.flush()
    }
  }
}
