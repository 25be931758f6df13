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
    let actor = try session.actor(by: by)
    let ledger = try session.open(.writing)
    let named = AccountID(account)
    let found = try session.answer { () throws(LedgerError) in try ledger.accounts(like: named) }
    let owners = try owners(named, among: found)
    let count = owners.reduce(0) { $0 + found[$1, default: 0] }
    if !yes {
      try Confirmation(
        word: named.rawValue,
        question: "This erases \(DisplayText.count(count, "subscription")) of '\(named)' for good. "
          + "Type the account again to go on:",
        unattended: "Erasing cannot be undone. Say --yes to erase '\(named)'.",
        declined: "Nothing was erased."
      ).require()
    }
    for owner in owners {
      let removed = try session.answer { () throws(LedgerError) in
        try ledger.erase(owner, actor: actor, now: session.clock)
      }
      guard removed > 0 || found[owner] == 0 else {
        throw CommandError.notFound("Nothing of the account '\(owner)' was erased.")
      }
      try session.output.line(
        "\(DisplayText.count(removed, "entry", "entries")) of "
          + "\(DisplayText.sanitized(owner.rawValue)) erased")
    }
    try session.output.flush()
  }

  /// Returns the accounts that an identifier names, of those that differ from it in case alone.
  ///
  /// Case says nothing in a UUID, which apps spell in either; another identifier may be somebody
  /// else's.
  private func owners(
    _ named: AccountID, among found: [AccountID: Int]
  ) throws(CommandError) -> [AccountID] {
    let all = found.keys.sorted { $0.rawValue.utf8Precedes($1.rawValue) }
    guard !all.isEmpty else {
      throw .notFound("The ledger has nothing of the account '\(named)'.")
    }
    if named.spellings.count > 1 || all.count == 1 { return all }
    guard all.contains(named) else {
      throw .ambiguous(
        "'\(named)' may be any of these accounts; write one as it stands here:",
        candidates: all.map { DisplayText.sanitized($0.rawValue) })
    }
    return [named]
  }
}

extension Ledger {
  /// Returns the accounts that differ from an identifier in case at most, each with the number of
  /// its subscriptions; 0 for one of which there is only a profile.
  fileprivate func accounts(like account: AccountID) throws(LedgerError) -> [AccountID: Int] {
    var found: [AccountID: Int] = [:]
    for spelling in account.spellings where try profile(spelling) != nil { found[spelling] = 0 }
    var query = SubscriberQuery(
      filter: .field(.account, .any([.text(account.rawValue)])), sort: .id, limit: 500)
    while true {
      let page = try subscribers(query)
      for row in page.rows { if let owner = row.account { found[owner, default: 0] += 1 } }
      guard page.hasMore, let last = page.rows.last else { return found }
      query.cursor = PageCursor(.after, last.id)
    }
  }
}
