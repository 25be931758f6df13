import ArgumentParser
import EventLedger
import ProgramConventions
import SubscriptionCore

/// `churntop accounts`: profiles of the app's users.
struct AccountsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accounts",
    abstract: "Give account identifiers names, mail addresses, tags and time zones.",
    subcommands: [Import.self, Export.self])

  /// `churntop accounts import`: imports profiles from CSV.
  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import",
      abstract: "Import a CSV file, so that support can search by what a user says.",
      usage: "churntop accounts import <file.csv> [<options>]",
      discussion: """
        The first line names the columns: account,name,email,tags,timezone. Only 'account' has to
        be there; it is what your app hands to the stores (appAccountToken,
        obfuscatedExternalAccountId), a UUID in capitals or not. Tags are separated by spaces,
        commas or semicolons. A line replaces what was known about its account. A long file is
        stored in parts: where it breaks off, a message says how many lines are stored already.

        EXAMPLES
          churntop accounts import users.csv
          psql -c "COPY (SELECT …) TO STDOUT CSV HEADER" | churntop accounts import -
        """.flowed)

    @Argument(
      help: ArgumentHelp("The file, or - for standard input.", valueName: "file.csv"),
      completion: .file(extensions: ["csv"]))
    var file: String

    @OptionGroup var form: ReportFormatOptions
    @OptionGroup(title: "Common") var common: CommonOptions
    @OptionGroup(title: "Common") var display: DisplayOptions

    func run() throws {
      let session = try Session(common.values(display))
      try form.check(for: "accounts import")
      var accounts = AccountImport(session, name: file)
      try accounts.run()
      let report: JSON = [
        "read": JSON(accounts.stored + accounts.refused), "stored": JSON(accounts.stored),
        "refused": JSON(accounts.refused),
      ]
      switch form.format {
      case .json, .ndjson: try session.output.line(report.compact)
      case .text, .csv, .md:
        try session.output.line("\(CountText.of(accounts.accountCount, "account")) stored")
      }
      try session.output.flush()
      if accounts.refused > 0 { throw CommandError.needsALook }
    }
  }

  /// `churntop accounts export`: prints the profiles as CSV.
  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export",
      abstract: "Print the imported accounts as a CSV file for 'accounts import'.",
      usage: "churntop accounts export [<options>]",
      discussion: """
        The file has names and mail addresses. The ledger records who exports them ('churntop
        ledger audit'); where it cannot, nothing is printed.

        EXAMPLE
          churntop accounts export > users.csv
        """.flowed)

    @OptionGroup(title: "Common") var common: CommonOptions
    @OptionGroup(title: "Common") var display: DisplayOptions

    func run() throws {
      let session = try Session(common.values(display))
      let ledger = try session.open(.reading)
      try session.recordExport(by: "accounts export", format: "csv", of: ledger) {
        var count = 0
        try ledger.forEachProfile { _ throws(LedgerError) in count += 1 }
        return count
      }
      try session.output.write(CSV.record(AccountFile.columns))
      try Self.write(ledger, to: session.output)
      try session.output.flush()
    }

    /// Writes each profile as it is read, so that memory holds few of them.
    private static func write(_ ledger: any Ledger, to output: StandardOutput) throws {
      let isExact = !output.isTerminal
      var failure: CommandError?
      do throws(LedgerError) {
        try ledger.forEachProfile { profile throws(LedgerError) in
          do throws(CommandError) {
            try output.write(AccountFile.record(of: profile, isExact: isExact))
          } catch {
            failure = error
            throw .failed(location: "", detail: "the output is closed")
          }
        }
      } catch {
        throw failure ?? CommandError(error)
      }
    }
  }
}
