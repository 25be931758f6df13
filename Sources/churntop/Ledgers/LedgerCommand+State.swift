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
      usage: "churntop ledger init [--distributed] [<options>]",
      discussion: """
        On a server the ledger's tables are made in the first schema of the search path, and the
        rules of this configuration become the ledger's. With --distributed the server is the
        coordinator of a Citus cluster, whose workers keep what the stores say; it keeps the rest.

        EXAMPLES
          churntop ledger init --ledger postgres://db.example/churn
          churntop ledger init --distributed --ledger postgres://coordinator/churn
          churntop ledger init \\
            --ledger 'postgres://db/churn?options=-csearch_path%3Dteam'
        """.flowed)

    @Flag(help: "Keep payloads and events on the workers of a Citus cluster.")
    var distributed = false
    @OptionGroup(title: "Common") var common: CommonOptions
    @OptionGroup(title: "Common") var display: DisplayOptions

    func run() throws {
      let session = try Session(common.values(display))
      if distributed { try makeDistributed(session) }
      let ledger = try session.open(.creating)
      let count = try ledger.entryCount()
      let entries = CountText.of(count, "entry", "entries")
      let words = count == 0 ? "is ready and empty" : "has \(entries)"
      try session.output.finish(DisplayText.sanitized("\(session.path) \(words)") + "\n")
    }

    private func makeDistributed(_ session: Session) throws {
      guard session.address.isServer else {
        throw CommandError.notUnderstood(
          "\(session.path) is a file: --distributed is for the coordinator of a Citus cluster.")
      }
      if let cause = session.readOnlyCause { throw cause.refusal(session.path) }
      let isDistributed = try LedgerEngine.makeDistributed(session.address, policy: session.policy)
      guard isDistributed else {
        throw CommandError.failed(
          "\(session.path) is there already, on one server. Make an empty distributed one in "
            + "another schema, and fill it by 'churntop ledger copy FROM TO'.")
      }
    }
  }

  /// `churntop ledger status`: prints the state of a ledger.
  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status",
      abstract: "Print the state of a ledger, and who works on it.",
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
        This command replaces them, and every subscriber is derived again. A file follows the
        configuration of whoever may write it.

        EXAMPLES
          churntop whatif --policy config.toml      what the rules would have done
          churntop ledger adopt
        """.flowed)

    @OptionGroup(title: "Common") var common: CommonOptions
    @OptionGroup(title: "Common") var display: DisplayOptions

    func run() throws {
      let session = try Session(common.values(display))
      let ledger = try session.open(.writing, isAdopting: true)
      let changed = try ledger.adopt(session.policy)
      let words =
        changed.map { "\(CountText.of($0, "subscriber")) changed" }
        ?? "the ledger goes by these rules already"
      try session.output.finish(DisplayText.sanitized("\(session.path): \(words)") + "\n")
    }
  }
}
