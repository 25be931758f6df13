import EventLedger
import Foundation
import LedgerContract
import LedgerSQLite
import SubscriptionCore
import Testing

@Suite struct `The ledger in a file` {
  @Test(arguments: LedgerRule.all)
  func `keeps the rule`(_ rule: LedgerRule) throws {
    let folder = try TemporaryFolder()
    try rule.check { try SQLiteLedger(path: folder.file(), policy: .standard) }
  }
}
