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
      Gone are the entries about the account's subscriptions, those that name it as the former
      account of another, its profile, and refused payloads that name it. A UUID may be written in
      either case; any other account as the ledger has it.

      This cannot be undone; figures of the past change with it. On a terminal the account has to
      be typed again; elsewhere --yes is needed. An erasure that was cut off is finished by
      the next.

      EXAMPLE
        churntop erase 7e3fb20b-4cdb-47cc-936d-99d65f608138 --yes
      """.flowed)

  @Argument(help: ArgumentHelp("The account identifier.", valueName: "account"))
  var account: String
  @Flag(help: "Do not ask for confirmation.")
  var yes = false
  @Option(
    help: ArgumentHelp(
      "The person who requested it. Default: your login name, or your user on the server.",
      valueName: "name"))
  var by: String?
  @OptionGroup(title: "Common") var common: CommonOptions
  @OptionGroup(title: "Common") var display: DisplayOptions

  func run() throws {
    let session = try Session(common.values(display))
    let ledger = try session.open(.writing)
    let actor = try session.actor(by: by, in: ledger)
    let isFinished = try ledger.finishErasures()
    if isFinished {
      try session.output.finish("what an erasure before removed is overwritten now\n")
    }
    let named = AccountID(account)
    let found = try ledger.accounts(like: named)
    let erasable = try ledger.erasable(as: named)
    let others = try ledger.accounts(resolvedBy: named.rawValue)
    if isFinished, found.isEmpty, erasable.isEmpty, others.isEmpty {
      return try session.output.finish("the ledger has nothing more of '\(named)'\n")
    }
    let owners = try owners(named, among: found, erasable, others: others)
    let count = owners.reduce(0) { $0 + found[$1, default: 0] }
    if !yes {
      try Confirmation(
        word: named.rawValue,
        question: "This erases \(CountText.of(count, "subscription")) of '\(named)' for good, "
          + "\(erasable.values.reduce(ErasureCounts(entries: 0, refused: 0), +).words). "
          + "Type the account again to go on:",
        unattended: "Erasing cannot be undone. Say --yes to erase '\(named)'.",
        declined: "Nothing was erased."
      ).require()
    }
    for owner in owners {
      let removed = try ledger.erase(owner, actor: actor, now: session.clock)
      try session.output.line("\(removed.words) of \(DisplayText.sanitized(owner.rawValue)) erased")
    }
    try session.output.flush()
  }

  /// Returns the accounts that an identifier names, of those that differ from it in case alone.
  ///
  /// Case says nothing in a UUID, which apps spell in either; another identifier may be somebody
  /// else's. An account without a subscription may be the former one of some, or in quarantine.
  private func owners(
    _ named: AccountID, among found: [AccountID: Int], _ erasable: [AccountID: ErasureCounts],
    others: Set<AccountID>
  ) throws(CommandError) -> [AccountID] {
    var all = Set(found.keys)
    if named.spellings.count == 1 { all.formIntersection([named]) }
    all.formUnion(erasable.keys)
    func sorted(_ accounts: some Sequence<AccountID>) -> [AccountID] {
      accounts.sorted { $0.rawValue.utf8Precedes($1.rawValue) }
    }
    // What was refused may name a purchase, of which an account is to be erased as a whole.
    if found.isEmpty, !others.isEmpty, erasable.values.allSatisfy({ $0.entries == 0 }) {
      throw .ambiguous(
        "No account is written '\(named)', which leads to others; write one exactly as here:",
        candidates: sorted(others).map { DisplayText.sanitized($0.rawValue) })
    }
    if !all.isEmpty { return sorted(all) }
    guard !found.isEmpty else {
      throw .notFound("The ledger has nothing of the account '\(named)'.")
    }
    throw .ambiguous(
      "No account is written '\(named)', and these differ in case; write one exactly as here:",
      candidates: sorted(found.keys).map { DisplayText.sanitized($0.rawValue) })
  }
}

extension ErasureCounts {
  /// The numbers as text, the refused payloads only where there are some.
  fileprivate var words: String {
    CountText.of(entries, "entry", "entries")
      + (refused == 0 ? "" : " and " + CountText.of(refused, "refused payload"))
  }

  fileprivate static func + (left: ErasureCounts, right: ErasureCounts) -> ErasureCounts {
    ErasureCounts(entries: left.entries + right.entries, refused: left.refused + right.refused)
  }
}

extension Ledger {
  /// Returns what there is to erase of each spelling of an account, if there is something; refused
  /// payloads name all of them, and count as those of the first.
  fileprivate func erasable(
    as account: AccountID
  ) throws(LedgerError) -> [AccountID: ErasureCounts] {
    var erasable: [AccountID: ErasureCounts] = [:]
    for spelling in account.spellings {
      var counts = try self.erasable(spelling)
      if spelling != account { counts.refused = 0 }
      if counts.entries > 0 || counts.refused > 0 { erasable[spelling] = counts }
    }
    return erasable
  }

  /// Returns the accounts of the subscriptions that `show` would find by a text.
  fileprivate func accounts(resolvedBy text: String) throws(LedgerError) -> Set<AccountID> {
    var accounts: Set<AccountID> = []
    for id in try resolve(text, limit: 50) {
      if let account = try summary(id)?.account { accounts.insert(account) }
    }
    return accounts
  }

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
