import EventLedger
import GRDB
import LedgerContract
import LedgerRows
import SubscriptionCore
import Testing

@testable import LedgerSQLite

/// Writing where the file breaks a rule that the writer relies on: an error, never a lost event and
/// never a search without an end.
@Suite struct WriteSessionTests {
  private let folder: TemporaryFolder
  private let now = SampleWorld.middle

  /// Two texts with one FNV-1a: few such pairs are known.
  static let namesakes = ("8yn0iYCKYHlIj4-BwPqk", "GReLUrM4wMqfg9yzV3KQ")

  init() throws { folder = try TemporaryFolder() }

  private func entry(_ identity: String, account: AccountID? = nil) -> LedgerEntry {
    var facts = StoreFacts()
    facts.account = account
    let event = SubscriptionEvent(
      id: EventID("event of \(identity)"), kind: .snapshot,
      subscription: SubscriptionID("gp_\(identity)"), effectiveAt: now, statedAt: now,
      recordedAt: now, source: .googlePlaySubscription, verification: .unsigned, facts: facts)
    return LedgerEntry(
      identity: identity, format: "sample", raw: Array(identity.utf8), receivedAt: now,
      verification: .unsigned, events: [event])
  }

  private func isFailure(_ error: any Error, naming words: String) -> Bool {
    guard case .failed(_, let detail)? = error as? LedgerError else { return false }
    return detail.contains(words)
  }

  @Test(.timeLimit(.minutes(5)))
  func `an entry beyond the last position is named, and the file is let go`() throws {
    let path = folder.file()
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    try ledger.append([entry("one"), entry("two")], now: now)
    try ledger.write { database in
      try database.execute(sql: "UPDATE meta SET value = 1 WHERE name = 'lastPosition'")
    }
    #expect {
      try ledger.append([entry("three")], now: now)
    } throws: { isFailure($0, naming: "position 2") }
    #expect(try ledger.verify() == ["An entry lies beyond the last position."])
    // Nobody waits for the lock of a writer that searches for ever.
    let other = try SQLiteLedger(path: path, policy: .standard)
    #expect(try other.refusedCount() == 0)
    try other.refuse([])
    #expect(try other.dropRefused(1) == false)
  }

  @Test func `a number that an event has already is an error, and nothing is stored`() throws {
    let ledger = try SQLiteLedger(path: folder.file(), policy: .standard)
    try ledger.append([entry("one")], now: now)
    try ledger.write { database in
      try database.execute(
        sql: """
          INSERT INTO events (number, id, subscription, kind, isRepeat, body)
          SELECT 2 << 20, 'stray', subscription, kind, 0, body FROM events
          """)
    }
    #expect(throws: LedgerError.self) { try ledger.append([entry("two")], now: now) }
    #expect(try ledger.lastPosition() == 1)
    #expect(try ledger.entry(at: 2) == nil)
  }

  @Test func `identities with one mark are all kept, known again, and erased apart`() throws {
    let (first, second) = Self.namesakes
    #expect(Hash64.of(first) == Hash64.of(second))
    let ledger = try SQLiteLedger(path: folder.file(), policy: .standard)
    let entries = [entry(first, account: "a"), entry(second, account: "b")]
    #expect(try ledger.append(entries, now: now) == [.stored(1), .stored(2)])
    #expect(try ledger.append(entries, now: now) == [.duplicate(1), .duplicate(2)])
    #expect(try ledger.erase("a", actor: "Mei", now: now).entries == 1)
    #expect(try ledger.append([entries[1]], now: now) == [.duplicate(2)])
    #expect(try ledger.verify() == [])
  }
}
