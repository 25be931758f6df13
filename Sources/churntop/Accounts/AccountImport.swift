import EventLedger
import ProgramConventions
import SubscriptionCore

/// An import of account profiles from a CSV file of any length.
///
/// Profiles are stored in batches, so that memory holds one of them, and between two of them other
/// programs write to the ledger.
struct AccountImport {
  private let session: Session
  private let path: String
  private var file: AccountFile
  private var ledger: (any Ledger)?
  /// Hashes of the accounts whose profiles were stored.
  private var accounts: Set<Int> = []
  /// The number of stored lines.
  private(set) var stored = 0

  /// The profiles that are stored at a time.
  private static let batch = 5_000

  /// Creates the import of a file, or of standard input for `-`.
  init(_ session: Session, name path: String) {
    (self.session, self.path) = (session, path)
    file = AccountFile(name: path)
  }

  /// The number of malformed lines, each of which was reported.
  var refused: Int { file.refused }

  /// The number of accounts whose profiles were stored; several lines may be about one.
  var accountCount: Int { accounts.count }

  /// Reads the file and stores its profiles.
  mutating func run() throws {
    do {
      try readAll()
    } catch let error where stored > 0 {
      throw CommandError.failed(
        "\(error) The \(CountText.of(stored, "account line")) before are stored; importing them "
          + "again changes nothing.")
    }
  }

  private mutating func readAll() throws {
    let input = try InputFile(path)
    while case let part = try input.next(), !part.isEmpty {
      try file.append(part)
      if file.profiles.count >= Self.batch { try store() }
    }
    try file.finish()
    try store()
  }

  private mutating func store() throws {
    let ledger = try self.ledger ?? session.open(.creating)
    self.ledger = ledger
    let profiles = file.takeProfiles()
    try ledger.putProfiles(try profiles.flatMap(ledger.spelled))
    for profile in profiles { accounts.insert(Set(profile.account.spellings).hashValue) }
    stored += profiles.count
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
