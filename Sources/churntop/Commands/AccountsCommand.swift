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
        commas or semicolons. A line replaces what was known about its account.

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
      let bytes = try InputFile.read(file)
      let accounts = try AccountFile(bytes, name: file)
      let ledger = try session.open(.creating)
      try ledger.putProfiles(try accounts.profiles.flatMap(ledger.spelled))
      for problem in accounts.problems { diagnostics.say(problem) }
      let report: JSON = [
        "read": JSON(accounts.profiles.count + accounts.problems.count),
        "stored": JSON(accounts.profiles.count), "refused": JSON(accounts.problems.count),
      ]
      switch form.format {
      case .json, .ndjson: try session.output.line(report.compact)
      case .text, .csv, .md:
        let count = Set(accounts.profiles.map { Set($0.account.spellings) }).count
        try session.output.line("\(count) \(count == 1 ? "account" : "accounts") stored")
      }
      try session.output.flush()
      if !accounts.problems.isEmpty { throw CommandError.needsALook }
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
      var profiles: [AccountProfile] = []
      try session.recordExport(by: "accounts export", format: "csv", of: ledger) {
        try ledger.forEachProfile { profile throws(LedgerError) in profiles.append(profile) }
        return profiles.count
      }
      try session.output.write(CSV.record(AccountFile.columns))
      let isExact = !session.output.isTerminal
      for profile in profiles {
        try session.output.write(AccountFile.record(of: profile, isExact: isExact))
      }
      try session.output.flush()
    }
  }
}

extension Ledger {
  /// Returns a profile under its account as the ledger's subscriptions spell it.
  ///
  /// A UUID in capitals, as Swift prints it, is one in lower case for the App Store; while the
  /// ledger has no subscription of either, that is how the next one will be spelled.
  fileprivate func spelled(_ profile: AccountProfile) throws(LedgerError) -> [AccountProfile] {
    let lower = AccountID(profile.account.rawValue.lowercased())
    guard profile.account != lower, profile.account.spellings.contains(lower) else {
      return [profile]
    }
    var found: [AccountID] = []
    for spelling in profile.account.spellings
    where try !subscriptions(of: spelling, limit: 1).isEmpty { found.append(spelling) }
    return (found.isEmpty ? [lower] : found).map { account in
      var spelled = profile
      spelled.account = account
      return spelled
    }
  }
}
