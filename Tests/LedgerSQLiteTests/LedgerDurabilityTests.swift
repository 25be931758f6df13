import GRDB
import SubscriptionCore
import Testing

@testable import LedgerSQLite

@Suite struct LedgerDurabilityTests {
  @Test(arguments: [(LedgerDurability.crash, 1), (.powerLoss, 2), (.failedSync, 2)])
  func `a ledger writes as durably as it was opened`(
    durability: LedgerDurability, setting: Int
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    for _ in 0..<2 {
      let ledger = try SQLiteLedger(
        path: path, policy: .standard, durability: durability)
      let found = try ledger.writeOutsideTransaction { database in
        try Int.fetchOne(database, sql: "PRAGMA synchronous")
      }
      #expect(found == setting)
      try ledger.close()
    }
  }
}
