import EventLedger
import Foundation
import LedgerContract
import OwnThreads
import SubscriptionCore
import Testing

@testable import LedgerSQLite

@Suite(.ownThread) struct `The ledger in a file` {
  @Test(arguments: LedgerRule.all)
  func `keeps the rule`(_ rule: LedgerRule) throws {
    let folder = try TemporaryFolder()
    try rule.check { try SQLiteLedger(path: folder.file(), policy: .standard) }
  }

  @Test(arguments: LedgerRule.listRules)
  func `keeps the rules of lists with every index of lists`(_ rule: LedgerRule) throws {
    let folder = try TemporaryFolder()
    try rule.check {
      let ledger = try SQLiteLedger(path: folder.file(), policy: .standard)
      try ledger.write { database in
        for index in ListIndex.allCases { try index.make(database) }
      }
      return ledger
    }
  }
}
