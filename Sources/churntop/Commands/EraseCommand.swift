import ArgumentParser
import EventLedger
import ProgramConventions
import SubscriptionCore

/// `churntop erase`: removes everything about one account permanently.
struct EraseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "erase",
    abstract: "Remove all data of one account, and record the erasure.",
    usage: "churntop erase <account> [<options>]",
    discussion: """
      This cannot be undone; figures of the past change with it. On a terminal the account has to
      be typed again; elsewhere --yes stands for it.

      EXAMPLE
        churntop erase 7e3fb20b-4cdb-47cc-936d-99d65f608138 --yes
      """.flowed)

  @Argument(help: ArgumentHelp("The account identifier.", valueName: "account"))
  var account: String
  @Flag(help: "Do not ask for confirmation.")
  var yes = false
  @Option(
    help: ArgumentHelp("The person who requested it. Default: your login name.", valueName: "name"))
  var by: String?
  @OptionGroup(title: "Common") var common: CommonOptions
  @OptionGroup(title: "Common") var display: DisplayOptions

  func run() throws {
    let session = try Session(common.values(display))
    let ledger = try session.open(.writing)
    let account = AccountID(account)
    let filter = Filter.field(.account, .any([.text(account.rawValue)]))
    let known = try session.answer { () throws(LedgerError) in
      let subscriptions = try ledger.count(filter)
      return try (subscriptions, ledger.profile(account) != nil)
    }
    guard known.0 > 0 || known.1 else {
      throw CommandError.notFound("The ledger has nothing of the account '\(account)'.")
    }
    if !yes {
      try Confirmation(
        word: account.rawValue,
        question: "This erases \(known.0) subscriptions of '\(account)' for good. "
          + "Type the account again to go on:",
        unattended: "Erasing cannot be undone. Say --yes to erase '\(account)'.",
        declined: "Nothing was erased."
      ).require()
    }
    let actor = by ?? session.actor
    let removed = try session.answer { () throws(LedgerError) in
      try ledger.erase(account, actor: actor, now: session.clock)
    }
    try session.output.line(
      "\(removed) entries of \(DisplayText.sanitized(account.rawValue)) erased")
    try session.output.flush()
  }
}
