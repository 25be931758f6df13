import EventLedger
import GRDB
import LedgerContract
import LedgerRows
import SubscriptionCore
import Testing

@testable import LedgerSQLite

@Suite struct Hash64Tests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    ("", -3_750_763_034_362_895_579), ("a", -5_808_556_873_153_909_620),
    ("foobar", -8_821_353_812_377_114_648),
  ])
  func `is the published hash`(_ name: String, _ mark: Int64) {
    #expect(Hash64.of(name) == mark)
  }

  @Test func `shared by two identities keeps both, and knows either again`() throws {
    let ledger = try SQLiteLedger(path: folder.file(), policy: .standard)
    let entries = ["one", "two"].map { identity in
      LedgerEntry(
        identity: identity, format: "sample", raw: [], receivedAt: SampleWorld.middle,
        verification: .unsigned, events: [])
    }
    #expect(try ledger.append([entries[0]], now: SampleWorld.middle) == [.stored(1)])
    // The first is given the mark of the second, which the append-only rules forbid otherwise.
    try ledger.write { database in
      try database.execute(
        sql: """
          INSERT INTO erasures (at, actor, entries, isRunning) VALUES (0, 'test', 0, 1);
          UPDATE entries SET mark = name_mark('two');
          UPDATE erasures SET isRunning = 0
          """)
    }
    #expect(try ledger.append([entries[1]], now: SampleWorld.middle) == [.stored(2)])
    #expect(try ledger.append([entries[1]], now: SampleWorld.middle) == [.duplicate(2)])
    #expect(try ledger.lastPosition() == 2)
  }
}
