import EventLedger
import Foundation
import LedgerContract
import LedgerSQLite
import StoreOracle
import SubscriptionCore
import Testing

/// The rows of both ledgers, filled with the same lives.
@Suite struct LedgerAgreementTests {
  @Test(arguments: [Telling.shuffled, .losses])
  func `a ledger in a file has the rows of the one in memory`(telling: Telling) throws {
    let path = NSTemporaryDirectory() + "oracle-\(UUID().uuidString).sqlite"
    defer {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
    let file = try SQLiteLedger(path: path, policy: Examiner.policy)
    let memory = MemoryLedger(policy: Examiner.policy)
    var now = Timestamp.epoch
    for seed in UInt64(0)..<60 {
      let (entries, instant) = Examiner().entries(seed: seed, telling: telling)
      now = max(now, instant)
      try file.append(entries, now: now)
      try memory.append(entries, now: now)
    }
    try file.advance(to: now)
    try memory.advance(to: now)
    let query = SubscriberQuery(sort: .id, limit: 1000)
    let rows = try memory.subscribers(query).rows
    #expect(rows.count > 60)
    #expect(try file.subscribers(query).rows == rows)
    #expect(try file.rebuild(check: true).isEmpty)
  }
}
