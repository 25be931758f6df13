import EventLedger
import SubscriptionCore

/// A ledger that the build of an earlier day wrote, kept beside the tests of each ledger.
///
/// It has 27 entries about six subscriptions, three profiles and one refused payload, and from the
/// form on that has an audit log two entries there.
public enum KeptLedger {
  /// Checks that a ledger made from it holds everything, and that it means what its entries mean.
  ///
  /// - Parameters:
  ///   - ledger: The ledger.
  ///   - hasAudit: Whether the form of its day had an audit log.
  /// - Throws: ``BrokenRule``, or the error that the ledger threw.
  public static func check(_ ledger: some Ledger, hasAudit: Bool) throws {
    try require(try ledger.verify(), equals: [], "what is damaged")
    try require(try ledger.rebuild(check: true), equals: [], "rows that differ")
    try require(try ledger.refusedCount(), equals: 1, "refused payloads")
    try require(
      try ledger.auditEntries(AuditQuery(limit: 9)).map(\.access.command),
      equals: hasAudit ? ["list", "dashboard"] : [], "the audit log")
    var entries: [LedgerEntry] = []
    try ledger.forEachEntry(after: 0) { entries.append($1) }
    try require(entries.count > 25, "\(entries.count) entries")
    try require(entries.allSatisfy { !$0.raw.isEmpty }, "a payload is empty")
    let memory = MemoryLedger(policy: .standard)
    guard let now = try ledger.advancedTo() else {
      throw BrokenRule(description: "the ledger has no time")
    }
    try memory.append(entries, now: now)
    var profiles: [AccountProfile] = []
    try ledger.forEachProfile { profiles.append($0) }
    try require(profiles.count >= 3, "\(profiles.count) profiles")
    try memory.putProfiles(profiles)
    let all = SubscriberQuery(sort: .id, limit: 100)
    try require(try ledger.subscribers(all).rows.count, equals: 6, "subscribers")
    try require(try ledger.subscribers(all), equals: memory.subscribers(all), "the rows")
    let again = try ledger.append(entries, now: now)
    try require(
      again, equals: (1...entries.count).map { .duplicate(LedgerPosition($0)) }, "told again")
    for profile in profiles {
      let account = profile.account.rawValue
      try require(
        try ledger.resolve(account, limit: 9), equals: memory.resolve(account, limit: 9),
        "the subscriptions of an account")
    }
  }
}
